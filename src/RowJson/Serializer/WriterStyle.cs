namespace RowJson;

// How a Utf8JsonWriter is set, and what its indentation takes.
internal static class WriterStyle
{
    // How a writer that JsonSerializer makes for these options would be set.
    public static JsonWriterOptions Of(JsonSerializerOptions options, bool isIndented) => new()
    {
        Indented = isIndented,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        NewLine = options.NewLine,
        MaxDepth = KnownSerializerOptions.MaxDepthOf(options),
    };

    // The bytes of a line break and the indentation that follows it.
    public static int LineLength(in JsonWriterOptions style, int depth) =>
        style.Indented ? style.NewLine.Length + (style.IndentSize * depth) : 0;
}
