namespace RowJson.Fuzz;

/// <summary>
/// Texts that reach every path of the string encoder: around block sizes, with one character to escape at any place, of any script.
/// </summary>
internal static class FuzzText
{
    private const int LongestText = 70_000;

    private static readonly string[] Fragments =
    [
        "", "a", "name", "some plain words of text", "\"", "\\", "/", "\b\f\n\r\t", "\0", "\u001F", "\u007F", "<&>'+`", "é", "Я", "中文",
        "\u2028", "\uFEFF", "\uFFFD", "\uFFFF", "😀", "\uD83D", "\uDE00", "\uDE00\uD83D", "{}", "[1,2]", ",", ":", "__proto__", "\\u0041",
        "NaN", "null", "\u0085\u00A0",
    ];

    private static readonly char[] Odd =
    [
        '"', '\\', '\n', '\0', '<', '>', '&', '\'', '+', '`', '/', '\u007F', '\u0080', 'é', 'ÿ', 'Ā', 'Я', '\u07FF', '\u0800', '中',
        '\u2028', '\uD800', '\uDC00', '\uFFFF',
    ];

    private static readonly int[] Blocks = [4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512];

    public static string Next(Draw draw) => draw.Below(64) switch
    {
        < 8 => draw.Pick<string>(Fragments),
        < 12 => string.Concat(draw.Pick<string>(Fragments), draw.Pick<string>(Fragments), draw.Pick<string>(Fragments)),
        < 42 => Words(draw, draw.Below(24)),
        < 56 => WithOdd(draw, draw.Pick<int>(Blocks.AsSpan(0, 1 + draw.Below(Blocks.Length))) - 2 + draw.Below(5), draw.Below(3)),
        < 60 => Runs(draw, draw.Below(120)),
        < 63 => Units(draw, draw.Below(50)),
        _ => WithOdd(draw, draw.Below(1200), draw.Below(20)),
    };

    /// <summary>Spans many buffers now and then.</summary>
    public static string NextAny(Draw draw) => draw.Chance(4000) ? Runs(draw, draw.Below(LongestText)) : Next(draw);

    private static string Words(Draw draw, int length) => string.Create(length, draw, static (text, draw) =>
    {
        ulong bits = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (i % 12 == 0) bits = draw.Bits();
            text[i] = (char)('a' + (bits & 31) % 26);
            bits >>= 5;
        }
    });

    private static string WithOdd(Draw draw, int length, int odd) => string.Create(length, (draw, odd), static (text, state) =>
    {
        text.Fill((char)('a' + state.draw.Below(26)));
        for (int i = 0; i < state.odd && text.Length > 0; i++) text[state.draw.Below(text.Length)] = state.draw.Pick<char>(Odd);
    });

    private static string Runs(Draw draw, int length) => string.Create(length, draw, static (text, draw) =>
    {
        for (int i = 0; i < text.Length;)
        {
            (int first, int count) = draw.Below(10) switch
            {
                0 => (0, 0x80),
                1 => (0x80, 0x100),
                2 => (0x400, 0x60),
                3 => (0x4E00, 0x5000),
                4 => (0x3000, 0x100),
                5 => (0xD780, 0x900),
                6 => (0x20, 0x10),
                _ => ('a', 26),
            };
            for (int run = 1 + draw.Below(40); run > 0 && i < text.Length; run--) text[i++] = (char)(first + draw.Below(count));
        }
    });

    private static string Units(Draw draw, int length) => string.Create(length, draw, static (text, draw) =>
    {
        for (int i = 0; i < text.Length; i++) text[i] = (char)(draw.Chance(2) ? draw.Below(0x10000) : 0xD800 + draw.Below(0x800));
    });
}
