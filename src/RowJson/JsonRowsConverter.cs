using System.ComponentModel;

namespace RowJson;

/// <summary>
/// Writes <see cref="JsonRows"/> inside a value that <see cref="JsonSerializer"/> writes: as an array of its rows, with the options of
/// that call. Public for source-generated code; <see cref="JsonRows"/> names it.
/// </summary>
/// <remarks>
/// With <see cref="ReferenceHandler.Preserve"/> rows inside another value are refused: they cannot know which ids that value has used.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class JsonRowsConverter : JsonConverter<JsonRows>
{
    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JsonRows));

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override JsonRows Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("JsonRows describe rows to write. Read the JSON as a collection, a JsonDocument or a JsonNode.");

    /// <inheritdoc/>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="NotSupportedException">The rows are inside another value, and references are preserved.</exception>
    public override void Write(Utf8JsonWriter writer, JsonRows value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(options);
        JsonRowOptions rowOptions = JsonRowOptions.FromJsonSerializerOptions(KnownSerializerOptions.OriginOf(options));
        if (writer.CurrentDepth > 0 && rowOptions.Context.Traits.KeepsReferences)
        {
            throw new NotSupportedException(
                "JsonRows inside another value cannot share its references. Set ReferenceHandler to null or IgnoreCycles, or give "
                + "JsonSerializer the rows themselves, such as the list.");
        }
        value.WriteTo(writer, rowOptions);
    }
}
