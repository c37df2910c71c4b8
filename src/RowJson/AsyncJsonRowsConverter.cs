using System.ComponentModel;

namespace RowJson;

/// <summary>
/// Refuses <see cref="AsyncJsonRows"/> inside a value that <see cref="JsonSerializer"/> writes: it would have to block on them. Public
/// for source-generated code; <see cref="AsyncJsonRows"/> names it.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class AsyncJsonRowsConverter : JsonConverter<AsyncJsonRows>
{
    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(AsyncJsonRows));

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override AsyncJsonRows Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException(
            "AsyncJsonRows describe rows to write. Read the JSON as a collection, a JsonDocument or a JsonNode.");

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always: the message says what to call.</exception>
    public override void Write(Utf8JsonWriter writer, AsyncJsonRows value, JsonSerializerOptions options) =>
        throw new NotSupportedException(
            "JsonSerializer would have to block on rows that come asynchronously. "
            + "Write them with AsyncJsonRows.WriteToAsync, or read them into a list first and give it JsonRows.From(list).");
}
