namespace RowJson;

/// <summary>
/// Writes <see cref="RawJson"/> inside a value that <see cref="JsonSerializer"/> writes, with the indentation and escapes of its writer.
/// Public for source-generated code; <see cref="RawJson"/> names it.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class RawJsonConverter : JsonConverter<RawJson>
{
    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    public override RawJson Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using JsonDocument document = JsonDocument.ParseValue(ref reader);
        return RawJson.FromUnvalidatedUtf8(System.Runtime.InteropServices.JsonMarshal.GetRawUtf8Value(document.RootElement).ToArray());
    }

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, RawJson value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var document = JsonDocument.Parse(value.Utf8, new JsonDocumentOptions { MaxDepth = RawJson.MaxDepth });
        document.RootElement.WriteTo(writer);
    }
}
