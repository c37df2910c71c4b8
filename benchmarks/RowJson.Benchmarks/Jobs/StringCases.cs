namespace RowJson.Benchmarks;

/// <summary>Strings by length, kind and encoder against <see cref="Utf8JsonWriter"/>: different ones that are written one after another.</summary>
internal static class StringCases
{
    private const int Count = 32;
    private const string Ascii = "abcdefghijklmnopqrstuvwxyz  ", Latin1 = "àâäçéèêëîïñôöùûüß";

    // U+4E00 to U+9FA5, the characters of Unicode 1.1; U+1F600 to U+1F64F, the block of emoticons.
    private const int FirstHan = 0x4E00, HanCount = 0x51A6, FirstEmoticon = 0x1F600, EmoticonCount = 0x50;

    public static Job Job { get; } = SuiteTables.CreateJob("texts", () =>
    [
        // All lengths of the commonest; the encoders hardly differ.
        .. Of("ASCII", Letter, [0, 4, 16, 64, 1_000, 10_000], isRelaxed: false), .. Of("ASCII", Letter, [16, 1_000], isRelaxed: true),
        // A quote is escaped by both encoders.
        .. Of("a quote first", Letter, [16, 1_000], isRelaxed: false, _ => 0),
        .. Of("a quote inside", Letter, [16, 1_000], isRelaxed: false, length => length / 2),
        .. Of("a quote last", Letter, [16, 1_000], isRelaxed: false, length => length - 1),
        // Escaped by one encoder, copied or transcoded by the other.
        .. Both("Latin-1", random => random.Next(4) == 0 ? $"{Latin1[random.Next(Latin1.Length)]}" : Letter(random)),
        .. Both("Han", random => $"{(char)(FirstHan + random.Next(HanCount))}"),
        .. Both("emoticons", random => char.ConvertFromUtf32(FirstEmoticon + random.Next(EmoticonCount))),
    ]);

    private static string Letter(Random random) => $"{Ascii[random.Next(Ascii.Length)]}";

    private static IEnumerable<CaseMaker> Both(string kind, Func<Random, string> next) =>
        [.. Of(kind, next, [16, 64, 1_000], isRelaxed: false), .. Of(kind, next, [16, 64, 1_000], isRelaxed: true)];

    private static IEnumerable<CaseMaker> Of(
        string kind, Func<Random, string> next, int[] lengths, bool isRelaxed, Func<int, int>? quote = null) =>
        lengths.Select(length => new CaseMaker(
            $"{length:N0} of {kind}, {(isRelaxed ? "relaxed" : "default")}",
            () => Create(Make(next, length, quote), isRelaxed ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : JavaScriptEncoder.Default),
            "Utf8JsonWriter", "RowJson"));

    /// <summary>The same texts each time; their length is in UTF-16 code units, and even.</summary>
    private static string[] Make(Func<Random, string> next, int length, Func<int, int>? quote)
    {
        var random = new Random(1);
        return [.. Enumerable.Range(0, Count).Select(_ =>
        {
            var text = new StringBuilder();
            while (text.Length < length) text.Append(next(random));
            if (quote is not null) text[quote(length)] = '"';
            return text.ToString();
        })];
    }

    private static Case Create(string[] texts, JavaScriptEncoder encoder)
    {
        var escapes = new EscapeTable(encoder);
        var buffer = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Default);
        return new Case
        {
            Ways =
            [
                Sink.ToWriter("Utf8JsonWriter", writer =>
                {
                    writer.WriteStartArray();
                    foreach (string text in texts) writer.WriteStringValue(text);
                    writer.WriteEndArray();
                }, encoder),
                Sink.ToBuffer("RowJson", output =>
                {
                    int position = buffer.Open(output);
                    byte separator = (byte)'[';
                    foreach (string text in texts)
                    {
                        position = WriteByte(buffer, position, separator);
                        position = StringEncoder.WriteQuoted(buffer, position, text, escapes);
                        // As after a row: what is complete may leave.
                        buffer.EndRow(position);
                        separator = (byte)',';
                    }
                    buffer.EndRow(WriteByte(buffer, position, (byte)']'));
                    buffer.Commit();
                    buffer.Close();
                }),
            ],
            Units = Count,
        };
    }

    private static int WriteByte(Utf8Output buffer, int position, byte value)
    {
        position = buffer.Reserve(position, 1);
        buffer.At(position) = value;
        return position + 1;
    }
}
