using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>
/// Writes <see cref="JsonRows"/> inside a value that <see cref="JsonSerializer"/> writes: as an array of its rows, with the options of
/// that call. Public for source-generated code; <see cref="JsonRows"/> names it.
/// </summary>
/// <remarks>
/// With <see cref="ReferenceHandler.Preserve"/> the rows number their references from 1, so that ids may occur twice in the document: give
/// <see cref="JsonSerializer"/> the list itself instead.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class JsonRowsConverter : JsonConverter<JsonRows>
{
    /// <summary>One for each options, as long as these live: rows' options keep what they have learnt about names.</summary>
    private static readonly ConditionalWeakTable<JsonSerializerOptions, JsonRowOptions> RowOptions = [];

    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JsonRows));

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override JsonRows Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("JsonRows describe rows to write. Read the JSON as a collection, a JsonDocument or a JsonNode.");

    /// <inheritdoc/>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    public override void Write(Utf8JsonWriter writer, JsonRows value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(options);
        value.WriteTo(writer, OptionsOf(options));
    }

    private static JsonRowOptions OptionsOf(JsonSerializerOptions options) =>
        ReferenceEquals(options, JsonRowOptions.Default.SerializerOptions)
        ? JsonRowOptions.Default
        : RowOptions.GetValue(options, static key => new JsonRowOptions(key));
}
