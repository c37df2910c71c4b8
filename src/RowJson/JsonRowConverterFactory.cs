namespace RowJson;

/// <summary>
/// Writes <see cref="JsonRows"/> inside a value that <see cref="JsonSerializer"/> writes, as an array, with the options of that call, and
/// refuses <see cref="AsyncJsonRows"/>, on which that call would have to block. Public for source-generated code: both types name it.
/// </summary>
/// <remarks>
/// With <see cref="ReferenceHandler.Preserve"/>, rows inside another value are refused: they cannot know which ids that value has used.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class JsonRowConverterFactory : JsonConverterFactory
{
    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert) => typeToConvert == typeof(JsonRows) || typeToConvert == typeof(AsyncJsonRows);

    /// <inheritdoc/>
    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        typeToConvert == typeof(JsonRows) ? new Converter<JsonRows>(Write)
        : typeToConvert == typeof(AsyncJsonRows) ? new Converter<AsyncJsonRows>(Refuse) : null;

    private static void Write(Utf8JsonWriter writer, JsonRows value, JsonSerializerOptions options)
    {
        JsonRowOptions rowOptions = JsonRowOptions.FromJsonSerializerOptions(KnownSerializerOptions.OriginOf(options));
        if (writer.CurrentDepth > 0 && rowOptions.Context.Traits.KeepsReferences)
        {
            throw new NotSupportedException(
                "JsonRows inside another value cannot share its references. Set ReferenceHandler to null or IgnoreCycles, or give "
                + "JsonSerializer the rows themselves, such as the list.");
        }
        value.WriteTo(writer, rowOptions);
    }

    private static void Refuse(Utf8JsonWriter writer, AsyncJsonRows value, JsonSerializerOptions options) =>
        throw new NotSupportedException(
            "JsonSerializer would have to block on rows that come asynchronously. "
            + "Write them with AsyncJsonRows.WriteToAsync, or read them into a list first and give it JsonRows.From(list).");

    private sealed class Converter<T>(Action<Utf8JsonWriter, T, JsonSerializerOptions> write) : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException(
                $"{typeof(T).Name} describe rows to write. Read the JSON as a collection, a JsonDocument or a JsonNode.");

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => write(writer, value, options);
    }
}
