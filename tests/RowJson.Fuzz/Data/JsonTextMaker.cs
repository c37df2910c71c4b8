using System.Buffers;
using System.Text;

namespace RowJson.Fuzz;

/// <summary>Arrays of known rows with other white space, and mutated: strings, numbers, structure and single bytes.</summary>
internal static class JsonTextMaker
{
    private const int UsualBytes = 20_000;

    private static readonly string[] Gaps =
    [
        "", "", "", "", " ", "\n", "\t ", "\r\n    ", "/**/", "/* ,\"}] */", "// ]\"\n", "//\r",
        "                                                                        ",
    ];

    /// <summary>Text inside a string, right as it is.</summary>
    private static readonly byte[][] InStrings = Utf8(
        "a", "bcd", "<", "&'", "+", "`", "/", "\\/", "\\n", "\\\\", "\\\"", "\\t\\r\\b\\f", "\\u0041", "\\u00e9", "\\u4e2d",
        "\\uD83D\\uDE00", "\\uD83D", "\\uDE00", "ä", "é", "ж", "Привет", "中文字符。，", "😀", "\u2028", "\uFFFD", "{", "]", ",", ":", "\u007F",
            "\\u0000",
        "\\u001F", "\\u2028",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "éééééééééééééééééééééééééééééééé", "中中中中中中中中中中中中中中中中中中中中中中");

    private static readonly byte[][] Anywhere = Utf8(
        "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "1", "-", ".", "e5", "E+5", "00", "null", "true", "{}", "[]", "[[[[[[]]]]]]",
        "{\"a\":{\"b\":{}}}",
        "\"x\":", ",\"x\":1", "12345678901234567890", "-0", "1e400", "NaN", "/**/", "\0", "\u001F");

    private static readonly byte[] OddBytes =
        [0, 0x1F, 0x20, 0x22, 0x2C, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x7F, 0x80, 0xBF, 0xC0, 0xE2, 0xED, 0xEF, 0xF0, 0xF5, 0xFF];

    private static readonly string[] MoreRows = ["1.50", "\"a\\u0041\"", "null", "[1, 2]", "{ \"x\" : { } }", "{\"x\":[{\"y\":\"\\\"\"}]}"];

    public static JsonText Next(Draw draw)
    {
        byte[] text = Array(draw);
        if (draw.Chance(3)) return new JsonText(text);
        for (int count = 1 + draw.Below(3); count > 0; count--) text = Mutate(draw, text);
        return new JsonText(text);
    }

    private static byte[] Array(Draw draw)
    {
        var text = new ArrayBufferWriter<byte>(UsualBytes);
        bool hasGaps = draw.Chance(3);
        int limit = 200 + draw.Below(draw.Chance(10) ? 10 * UsualBytes : UsualBytes);
        Write(text, "[");
        bool isFirst = true;
        while (text.WrittenCount < limit)
        {
            foreach (byte[] row in JsonTexts.Run(draw, 1 + draw.Below(60)))
            {
                if (!isFirst) Write(text, ",");
                isFirst = false;
                if (hasGaps) Write(text, draw.Pick<string>(Gaps));
                text.Write(row.AsSpan());
                if (hasGaps) Write(text, draw.Pick<string>(Gaps));
                if (text.WrittenCount > limit) break;
            }
            if (draw.Chance(8)) Write(text, "," + draw.Pick<string>(MoreRows));
        }
        Write(text, "]");
        return text.WrittenSpan.ToArray();
    }

    private static byte[] Mutate(Draw draw, byte[] text)
    {
        if (text.Length == 0) return text;
        int at = draw.Below(text.Length);
        return draw.Below(8) switch
        {
            < 3 => AfterQuote(draw, text, at, draw.Pick<byte[]>(InStrings)),
            3 => Replace(text, at, 0, draw.Pick<byte[]>(Anywhere)),
            4 => Replace(text, at, Math.Min(1 + draw.Below(8), text.Length - at), []),
            5 => Replace(text, at, 1, [draw.Chance(2) ? draw.Pick<byte>(OddBytes) : (byte)draw.Bits()]),
            6 => AfterQuote(draw, text, at, [draw.Pick<byte>(OddBytes)]),
            _ => Replace(text, at, 0, text.AsSpan(at, Math.Min(draw.Below(100), text.Length - at))),
        };
    }

    /// <summary>Inserts text after a quote: inside the string that it opens, mostly.</summary>
    private static byte[] AfterQuote(Draw draw, byte[] text, int at, ReadOnlySpan<byte> inserted)
    {
        int quote = System.Array.IndexOf(text, (byte)'"', at);
        if (quote < 0) return text;
        int end = quote + 1 + draw.Below(4);
        return Replace(text, Math.Min(end, text.Length), 0, inserted);
    }

    private static byte[] Replace(byte[] text, int at, int length, ReadOnlySpan<byte> inserted) =>
        [.. text.AsSpan(0, at), .. inserted, .. text.AsSpan(at + length)];

    private static void Write(ArrayBufferWriter<byte> text, string characters) => Encoding.UTF8.GetBytes(characters, text);

    private static byte[][] Utf8(params string[] texts) => [.. texts.Select(Encoding.UTF8.GetBytes)];
}
