using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson;

/// <summary>Frames that a <see cref="Utf8JsonWriter"/> dictates: indented arrays, and those with an identity.</summary>
internal static class StyledFrame
{
    /// <summary>Encoded by the default rules, whatever the output's encoder: the serializer writes the names of its metadata so.</summary>
    public static readonly JsonEncodedText IdName = JsonEncodedText.Encode("$id");

    /// <inheritdoc cref="IdName"/>
    public static readonly JsonEncodedText ValuesName = JsonEncodedText.Encode("$values");

    /// <summary>How a writer that <see cref="JsonSerializer"/> makes for these options would be set.</summary>
    public static JsonWriterOptions StyleOf(JsonSerializerOptions options, bool isIndented) => new()
    {
        Indented = isIndented,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        NewLine = options.NewLine,
        MaxDepth = options.MaxDepth == 0 ? SerializerTraits.DefaultMaxDepth : options.MaxDepth,
    };

    /// <summary>An array whose rows bring their own line break and indentation.</summary>
    public static RowFrame Indented(JsonWriterOptions style) =>
        new("["u8, ","u8, ""u8, System.Text.Encoding.UTF8.GetBytes(style.NewLine + "]"), "[]"u8);

    /// <summary>
    /// An array that carries an identity: <c>{"$id":"1","$values":[…]}</c>. Rows bring their own line break and indentation.
    /// </summary>
    public static RowFrame WithIdentity(JsonWriterOptions style, JavaScriptEncoder encoder, string id)
    {
        string colon = style.Indented ? ": " : ":";
        string open = $"{{{Line(style, 1)}\"{IdName}\"{colon}\"{JsonEncodedText.Encode(id, encoder)}\","
            + $"{Line(style, 1)}\"{ValuesName}\"{colon}[";
        string end = "]" + Line(style, 0) + "}";
        return new RowFrame(Utf8(open), ","u8, ""u8, Utf8(Line(style, 1) + end), Utf8(open + end));
    }

    /// <summary>Bytes of a line break and the indentation that follows it.</summary>
    public static int LineLength(in JsonWriterOptions style, int depth) =>
        style.Indented ? style.NewLine.Length + (style.IndentSize * depth) : 0;

    private static string Line(in JsonWriterOptions style, int depth) =>
        style.Indented ? style.NewLine + new string(style.IndentCharacter, style.IndentSize * depth) : "";

    private static byte[] Utf8(string text) => System.Text.Encoding.UTF8.GetBytes(text);
}
