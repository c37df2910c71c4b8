namespace RowJson.Benchmarks;

/// <summary>Makes the texts of <see cref="StringBenchmarks"/>; the same ones each time.</summary>
internal static class TextMaker
{
    private const string Ascii = "abcdefghijklmnopqrstuvwxyz  ";

    private const string Latin1 = "àâäçéèêëîïñôöùûüß";

    // U+4E00 to U+9FA5, the characters of Unicode 1.1.
    private const int FirstHan = 0x4E00, HanCount = 0x51A6;

    // U+1F600 to U+1F64F, the block of emoticons.
    private const int FirstEmoticon = 0x1F600, EmoticonCount = 0x50;

    /// <param name="kind">What the texts are made of.</param>
    /// <param name="length">In UTF-16 code units; even.</param>
    /// <param name="count">How many.</param>
    public static string[] Make(TextKind kind, int length, int count)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, count).Select(_ => Make(kind, length, random))];
    }

    private static string Make(TextKind kind, int length, Random random)
    {
        char[] text = new char[length];
        for (int i = 0; i < length; i++)
        {
            if (kind == TextKind.Emoji)
                char.ConvertFromUtf32(FirstEmoticon + random.Next(EmoticonCount)).CopyTo(0, text, i++, 2);
            else
                text[i] = MakeCharacter(kind, random);
        }
        if (EscapeAt(kind, length) is { } position)
            text[position] = '"';
        return new string(text);
    }

    private static char MakeCharacter(TextKind kind, Random random) => kind switch
    {
        TextKind.Cjk => (char)(FirstHan + random.Next(HanCount)),
        TextKind.Latin when random.Next(4) == 0 => Latin1[random.Next(Latin1.Length)],
        _ => Ascii[random.Next(Ascii.Length)],
    };

    private static int? EscapeAt(TextKind kind, int length) => kind switch
    {
        TextKind.EscapeAtStart => 0,
        TextKind.EscapeInMiddle => length / 2,
        TextKind.EscapeAtEnd => length - 1,
        _ => null,
    };
}
