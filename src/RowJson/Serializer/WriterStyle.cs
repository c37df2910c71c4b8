using System.Text.Json;

namespace RowJson;

/// <summary>How a <see cref="Utf8JsonWriter"/> is set, and what its indentation takes.</summary>
internal static class WriterStyle
{
    /// <summary>How a writer that <see cref="JsonSerializer"/> makes for these options would be set.</summary>
    public static JsonWriterOptions Of(JsonSerializerOptions options, bool isIndented) => new()
    {
        Indented = isIndented,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        NewLine = options.NewLine,
        MaxDepth = KnownSerializerOptions.MaxDepthOf(options),
    };

    /// <summary>A line break and the indentation that follows it.</summary>
    public static string Line(in JsonWriterOptions style, int depth) =>
        style.Indented ? style.NewLine + new string(style.IndentCharacter, style.IndentSize * depth) : "";

    /// <summary>The bytes of such a line.</summary>
    public static int LineLength(in JsonWriterOptions style, int depth) =>
        style.Indented ? style.NewLine.Length + (style.IndentSize * depth) : 0;
}
