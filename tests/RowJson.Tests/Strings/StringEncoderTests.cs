using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;

namespace RowJson.Tests;

/// <summary>Every expectation is what <see cref="Utf8JsonWriter"/> writes for the same encoder.</summary>
[EachVectorLevel]
public class StringEncoderTests
{
    /// <summary>Characters that each take another path: plain, escaped, HTML-sensitive, 2 and 3 bytes, unassigned, surrogates.</summary>
    private static readonly string[] Specials =
    [
        "\"", "\\", "\n", "\0", "\u001F", "\u007F", "<", "+", "/", "\u0080", "é", "я", "\u07FF", "\u0800", "中", "\u3000",
        "\uFFFD", "\uFFFF", "\u0378", "😀", "\uD800", "\uDC00", "\uD83D\uD83D\uDE00",
    ];

    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_everyCodeUnitAlone_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        for (int c = 0; c <= 0xFFFF; c++) pair.Check(((char)c).ToString());
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_everyCodeUnitEmbedded_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        var text = new char[41];
        for (int c = 0x80; c <= 0xFFFF; c++)
        {
            // The same unit and its neighbours among plain text, at a changing offset.
            Array.Fill(text, 'a');
            text[c % 41] = (char)c;
            text[(c + 7) % 41] = (char)c;
            text[(c + 8) % 41] = (char)(c + 1);
            pair.Check(text.AsSpan(0, 10 + (c % 32)));
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_everyCodeUnitInARun_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        var all = new char[0x10000];
        for (int c = 0; c < all.Length; c++) all[c] = (char)c;
        for (int c = 0; c + 19 < all.Length; c += 5) pair.Check(all.AsSpan(c, 19));
        pair.Check(all);
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_everyLengthWithASpecialAtEveryPosition_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        string plain = string.Concat(Enumerable.Repeat("The quick brown fox jumps over 13 lazy dogs, ", 8));
        int turn = 0;
        for (int length = 0; length <= 300; length++)
        {
            pair.Check(plain.AsSpan(0, length));
            int stride = length <= 36 ? 1 : 1 + length / 24;
            for (int position = 0; position <= length; position += stride)
            {
                // Short strings have every special character at every place, longer ones another one at each place.
                int specials = length <= 36 ? Specials.Length : 2;
                for (int k = 0; k < specials; k++)
                    pair.Check(plain[..position] + Specials[turn++ % Specials.Length] + plain[position..length]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_mixedRuns_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        var random = new Random(4711);
        for (int k = 0; k < 6000; k++) pair.Check(RandomText.Runs(random, random.Next(1, 120)));
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_randomCodeUnits_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        var random = new Random(815);
        for (int k = 0; k < 3000; k++) pair.Check(RandomText.Units(random, random.Next(1, 100)));
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_anyString_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        Gen<string> text = Gen.Elements(Specials)
            .Or(ArbMap.Default.GeneratorFor<char>().Select(c => c.ToString()))
            .Or(Gen.Elements("plain text, some words", "x", "東京都", "Straße"))
            .ListOf()
            .Select(parts => string.Concat(parts));
        Prop.ForAll(text.ToArbitrary(), pair.Check).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_longStrings_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        var random = new Random(7);
        foreach (int length in new[] { 511, 512, 513, 575, 576, 1023, 1024, 4097, 70_000 })
        {
            pair.Check(new string('a', length));
            pair.Check(new string('"', length));
            pair.Check(new string('中', length));
            pair.Check(new string('я', length));
            pair.Check(new string('\uD800', length));
            pair.Check(string.Concat(Enumerable.Repeat("😀", length / 2)));
            pair.Check("a" + string.Concat(Enumerable.Repeat("😀", length / 2)));
            pair.Check(RandomText.Runs(random, length));
            pair.Check(RandomText.Units(random, length));
        }
    }

    [Theory]
    [InlineData(StrictMemory.Exact)]
    [InlineData(StrictMemory.OneMore)]
    [InlineData(StrictMemory.NotAnArray)]
    public void WriteQuoted_manyStringsThroughTightSinks_matchesUtf8JsonWriter(StrictMemory kind)
    {
        foreach (string encoder in TestEncoders.All.Keys)
        {
            var random = new Random(99);
            using var pair = new Pair(encoder);
            for (int round = 0; round < 150; round++)
            {
                // Some rows of some strings each, committed now and then.
                string[] texts = [.. Enumerable.Range(0, 12).Select(_ => RandomText.Runs(random, random.Next(0, 90)))];
                var sink = new StrictWriter(kind, random.Next(0, 700));
                var output = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);
                int position = output.Open(sink);
                for (int k = 0; k < texts.Length; k++)
                {
                    position = StringEncoder.WriteQuoted(output, position, texts[k], pair.Escapes);
                    if (k % 4 != 3) continue;
                    output.EndRow(position);
                    if (k % 8 != 7) continue;
                    output.Commit();
                    position = output.RowStart;
                }
                output.Commit();
                output.Close();

                byte[] expected = [.. texts.SelectMany(text => pair.Expected(text).ToArray())];
                sink.Written.Should().Equal(expected);
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_oneCharacterOfAStringIsSpecial_matchesUtf8JsonWriter(string encoder)
    {
        using var pair = new Pair(encoder);
        // About one, two and eight blocks of 64 characters, and a chunk of 512.
        foreach (int length in new[] { 1, 7, 8, 12, 15, 16, 17, 31, 33, 63, 64, 65, 100, 127, 128, 129, 511, 512, 513, 600 })
        {
            pair.Check(new string('p', length));
            for (int i = 0; i < length; i += length > 200 ? 13 : 1)
            {
                foreach (char special in "\"\n>éя中\uD800")
                {
                    char[] text = new string('p', length).ToCharArray();
                    text[i] = special;
                    pair.Check(new string(text));
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_roomThatJustSufficesOrNot_writesNothingAfterIt(string encoder)
    {
        using var pair = new Pair(encoder);
        string[] texts = ["", "a", "plain", "plain text of 32 characters, all", new string('p', 33), "中文字", new string('中', 40),
            new string('"', 20), new string('"', 64), new string('中', 64),
            new string('p', 64), new string('p', 100), new string('p', 99) + "é", new string('p', 70) + "\"" + new string('p', 29), "\"plain\" text",
            "a" + new string('中', 700), "aé" + new string('b', 60), new string('x', 600), new string('\u0001', 600)];
        foreach (string text in texts)
        {
            byte[] expected = pair.Expected(text).ToArray();
            for (int size = 1; size < 4200; size++)
            {
                // In small steps where short strings and a chunk of a long one (512 × 6, and a few bytes) just fit.
                if (size is > 140 and not (> 3000 and < 3200) && size % 37 != 0) continue;

                // The sink checks the guard bytes after what it handed out.
                var sink = new StrictWriter(StrictMemory.Exact, size);
                var output = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);
                output.EndRow(StringEncoder.WriteQuoted(output, output.Open(sink), text, pair.Escapes));
                output.Commit();
                output.Close();
                if (!sink.Written.AsSpan().SequenceEqual(expected)) Assert.Fail($"{encoder}: {text} at {size}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_textBetweenProtectedPages_readsNothingOutside(string encoder)
    {
        using var pair = new Pair(encoder);
        using var memory = new GuardedMemory(4096);
        var random = new Random(5);
        for (int length = 0; length <= 200; length++)
        {
            string runs = RandomText.Runs(random, length)[..length];
            string[] texts = [new string('a', length), new string('中', length), new string('é', length), runs];
            foreach (string text in texts)
            {
                ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(text.AsSpan());
                pair.Check(MemoryMarshal.Cast<byte, char>(memory.CopyAtEnd(bytes)));
                pair.Check(MemoryMarshal.Cast<byte, char>(memory.CopyAtStart(bytes)));
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteQuoted_emptySpanWithoutAddress_writesTwoQuotes(string encoder)
    {
        using var pair = new Pair(encoder);
        pair.Check(default(ReadOnlySpan<char>));
    }

    [Fact]
    public void WriteQuoted_longPlainString_doesNotReserveTheWorstCase()
    {
        var sink = new StrictWriter(StrictMemory.Exact, 0);
        var output = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);
        var text = new string('a', 1_000_000);
        int position = StringEncoder.WriteQuoted(output, output.Open(sink), text, new EscapeTable(null));

        // At most twice the length, never six times.
        output.Buffer.Length.Should().BeLessThan(3_000_000);
        output.EndRow(position);
        output.Commit();
        output.Close();
        sink.Written.Length.Should().Be(1_000_002);
    }

    [Fact]
    public void WriteQuoted_escapesLongerThanAChunk_writesThemWhole()
    {
        var sink = new StrictWriter(StrictMemory.Exact, 0);
        var output = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);
        output.EndRow(StringEncoder.WriteQuoted(output, output.Open(sink), "axбxx", new EscapeTable(new TestEncoders.Wordy())));
        output.Commit();
        output.Close();

        var escape = new string('y', 2000);
        System.Text.Encoding.UTF8.GetString(sink.Written).Should().Be($"\"a{escape}б{escape}{escape}\"");
    }

    [Fact]
    public void WriteQuoted_encoderThatFails_throwsArgumentException()
    {
        var output = new Utf8Output(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);
        int position = output.Open(new StrictWriter(StrictMemory.Exact, 0));
        Action write = () => StringEncoder.WriteQuoted(output, position, "a中b", new EscapeTable(new TestEncoders.Failing()));

        write.Should().Throw<ArgumentException>().WithMessage("*Failing*");
        output.Close();
    }

    /// <summary>The encoder under test beside the writer whose bytes it must write.</summary>
    private sealed class Pair : IDisposable
    {
        private readonly string _name;
        private readonly ArrayBufferWriter<byte> _expected = new();
        private readonly ArrayBufferWriter<byte> _actual = new(1 << 20);
        private readonly Utf8JsonWriter _writer;
        private readonly Utf8Output _output = new(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Tiny);

        public Pair(string encoder)
        {
            _name = encoder;
            JavaScriptEncoder? instance = TestEncoders.All[encoder];
            Escapes = new EscapeTable(instance);
            _writer = new Utf8JsonWriter(_expected, new JsonWriterOptions { Encoder = instance });
        }

        public EscapeTable Escapes { get; }

        public ReadOnlySpan<byte> Expected(ReadOnlySpan<char> text)
        {
            _expected.ResetWrittenCount();
            _writer.Reset();
            _writer.WriteStringValue(text);
            _writer.Flush();
            return _expected.WrittenSpan;
        }

        public void Check(string text) => Check(text.AsSpan());

        public void Check(ReadOnlySpan<char> text)
        {
            _actual.ResetWrittenCount();
            int position = StringEncoder.WriteQuoted(_output, _output.Open(_actual), text, Escapes);
            _output.EndRow(position);
            _output.Commit();
            _output.Close();
            if (_actual.WrittenSpan.SequenceEqual(Expected(text))) return;
            string units = string.Join(' ', text.ToArray().Take(400).Select(c => $"{(int)c:X4}"));
            string bytes = $"actual:   {Show(_actual.WrittenSpan)}\nexpected: {Show(_expected.WrittenSpan)}";
            Assert.Fail($"{_name}, {text.Length} units: {units}\n{bytes}");
        }

        public void Dispose() => _writer.Dispose();

        private static string Show(ReadOnlySpan<byte> utf8) =>
            System.Text.Encoding.Latin1.GetString(utf8[..Math.Min(utf8.Length, 1000)]);
    }
}
