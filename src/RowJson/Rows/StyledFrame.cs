namespace RowJson;

// Frames that a Utf8JsonWriter dictates: indented arrays, and those with an identity.
internal static class StyledFrame
{
    // Encoded by the default rules, whatever the output's encoder: the serializer writes the names of its metadata so.
    public static readonly JsonEncodedText IdName = JsonEncodedText.Encode("$id");

    public static readonly JsonEncodedText ValuesName = JsonEncodedText.Encode("$values");

    // An array whose rows bring their own line break and indentation.
    public static RowFrame Indented(JsonWriterOptions style) =>
        new("["u8, ","u8, ""u8, System.Text.Encoding.UTF8.GetBytes(style.NewLine + "]"), "[]"u8);

    // An array that carries an identity: {"$id":"1","$values":[…]}. Rows bring their own line break and indentation.
    public static RowFrame WithIdentity(JsonWriterOptions style, JavaScriptEncoder encoder, string id)
    {
        string open = Opening(style, encoder, id);
        string end = "]" + WriterStyle.Line(style, 0) + "}";
        return new RowFrame(Utf8(open), ","u8, ""u8, Utf8(WriterStyle.Line(style, 1) + end), Utf8(open + end));
    }

    // The bytes before the rows of an array with an identity.
    public static int OpeningLength(JsonWriterOptions style, JavaScriptEncoder encoder, string id) =>
        System.Text.Encoding.UTF8.GetByteCount(Opening(style, encoder, id));

    // The bytes after the rows, of which there are some.
    public static int ClosingLength(JsonWriterOptions style) =>
        WriterStyle.LineLength(style, 1) + WriterStyle.LineLength(style, 0) + "]}".Length;

    private static string Opening(JsonWriterOptions style, JavaScriptEncoder encoder, string id)
    {
        string colon = style.Indented ? ": " : ":";
        return $"{{{WriterStyle.Line(style, 1)}\"{IdName}\"{colon}\"{JsonEncodedText.Encode(id, encoder)}\","
            + $"{WriterStyle.Line(style, 1)}\"{ValuesName}\"{colon}[";
    }

    private static byte[] Utf8(string text) => System.Text.Encoding.UTF8.GetBytes(text);
}
