using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class EscapeTableTests
{
    private static readonly JsonSerializerOptions Unlimited = new() { Encoder = new TestEncoders.Dropping(() => true, most: int.MaxValue) };

    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    [Fact]
    public void Encoder_none_isTheDefaultOne()
    {
        var table = new EscapeTable(null);

        table.Encoder.Should().BeSameAs(JavaScriptEncoder.Default);
        table.EscapesAllNonAscii.Should().BeTrue();
    }

    /// <summary>What such an encoder says of its own output is not believed: the copy would go on outside of its memory.</summary>
    [Theory]
    [InlineData(-50)]
    [InlineData(1000)]
    public void TryEncode_encoderMiscountsItsBytes_isLeftToTheSerializer(int more)
    {
        var encoder = new TestEncoders.Miscounting(more);
        new EscapeTable(encoder).TryEncode(new Rune('中'), new byte[EscapeTable.MaxScalarEscapeLength], out _).Should().BeFalse();

        var options = new JsonSerializerOptions { Encoder = encoder };
        const string row = """{"name":"0123456789012345678901234567890123456789中"}""";
        using JsonDocument document = JsonDocument.Parse($"[{string.Join(',', Enumerable.Repeat(row, 50))}]");
        string? expected = Quietly.Ask<JsonDocument, string?>(document, it => JsonSerializer.Serialize(it, options), otherwise: null);
        string? actual = Quietly.Ask<JsonDocument, string?>(document, it => JsonRows.From(it).ToJsonString(options), otherwise: null);
        actual.Should().Be(expected);
    }

    [Fact]
    public void WritesHexEscapes_frameworksEncodersAndVectorsOnly_isTrue()
    {
        foreach ((string name, JavaScriptEncoder? encoder) in TestEncoders.All)
            new EscapeTable(encoder).WritesHexEscapes.Should().Be(Vector128.IsHardwareAccelerated && name != "custom", name);
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void AsciiWord_everyCharacter_isWhatTheEncoderWrites(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        for (int c = 0; c < 128; c++)
        {
            string expected = table.Encoder.Encode(((char)c).ToString());
            table.NeedsEscaping((byte)c).Should().Be(expected.Length > 1, $"0x{c:X2}");

            ulong word = table.AsciiWord((uint)c);
            int length = (int)(word >> EscapeTable.WordLengthShift);
            byte[] text = [.. Enumerable.Range(0, length).Select(i => (byte)(word >> (8 * i)))];
            text.Should().Equal(expected.Length <= EscapeTable.MaxEscapeLength ? Encoding.UTF8.GetBytes(expected) : [], $"0x{c:X2}");
        }
    }

    [Fact]
    public void AsciiWord_escapeLongerThanAWord_isZero()
    {
        var table = new EscapeTable(new TestEncoders.Wordy());

        table.NeedsEscaping((byte)'x').Should().BeTrue();
        table.AsciiWord('x').Should().Be(0);
    }

    [Fact]
    public void NeedsEscaping_byteOutsideAscii_isTrue()
    {
        var table = new EscapeTable(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        for (int b = 128; b < 256; b++) table.NeedsEscaping((byte)b).Should().BeTrue();
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void NeedsEscaping_everyByteAtEveryPlaceOfAVector_marksTheseOnly(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        if (!Vector128.IsHardwareAccelerated) return;
        int plain = Enumerable.Range(0, 128).FirstOrDefault(c => !table.NeedsEscaping((byte)c), -1);
        for (int b = 0; b < 256; b++)
        {
            bool expected = table.NeedsEscaping((byte)b);
            for (int place = 0; place < 16; place++)
            {
                byte filler = (byte)Math.Max(plain, 0);
                CheckMarks(Bytes(table.NeedsEscaping(Vector128.Create(filler).WithElement(place, (byte)b))), place);
                if (Avx2.IsSupported) CheckMarks(Bytes(table.NeedsEscaping(Vector256.Create(filler).WithElement(place + 16, (byte)b))), place + 16);
                if (Avx512BW.IsSupported) CheckMarks(Bytes(table.NeedsEscaping(Vector512.Create(filler).WithElement(place + 48, (byte)b))), place + 48);
            }

            void CheckMarks(byte[] marks, int place)
            {
                if (marks[place] != 0 != expected) Assert.Fail($"0x{b:X2} at {place}");
                marks[place] = 0;
                if (plain >= 0 && marks.AsSpan().ContainsAnyExcept((byte)0)) Assert.Fail($"beside 0x{b:X2} at {place}");
            }
        }
    }

    private static byte[] Bytes(Vector128<byte> vector)
    {
        var bytes = new byte[Vector128<byte>.Count];
        vector.CopyTo(bytes);
        return bytes;
    }

    private static byte[] Bytes(Vector256<byte> vector) => [.. Bytes(vector.GetLower()), .. Bytes(vector.GetUpper())];

    private static byte[] Bytes(Vector512<byte> vector) => [.. Bytes(vector.GetLower()), .. Bytes(vector.GetUpper())];

    /// <summary>The look-ups of document text agree with each other, and with the table but for the quote.</summary>
    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void TextTables_everyByte_sayTheSameAtEveryVectorLevel(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        var text = new JsonTextEscapes(table);
        for (int b = 0; b < 128; b++)
        {
            bool escaped = b != '"' && table.NeedsEscaping((byte)b);
            bool structure = "{}[]/ \t\n\r".Contains((char)b);
            foreach (int lane in new[] { 0, 16 })
            {
                ((text.EscapeColumns[lane + (b & 15)] >> (b >> 4) & 1) != 0).Should().Be(escaped, $"0x{b:X2}");
                ((text.StructureColumns[lane + (b & 15)] >> (b >> 4) & 1) != 0).Should().Be(structure, $"0x{b:X2}");
            }
            byte wide = b < 64 ? text.ClassesLow[b] : text.ClassesHigh[b & 63];
            ((wide & 0x80) != 0).Should().Be(escaped, $"0x{b:X2}");
            ((wide & 0x40) != 0).Should().Be(structure, $"0x{b:X2}");
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void CanonicalColumns_everyLetter_saysWhetherTheEncoderWritesItsEscape(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        VectorBytes64 columns = new JsonTextEscapes(table).CanonicalColumns;
        for (int letter = 0; letter < 128; letter++)
        {
            int meaning = "bfnrt\"\\".IndexOf((char)letter);
            bool expected = meaning >= 0 && table.Encoder.Encode("\b\f\n\r\t\"\\"[meaning].ToString()) == $"\\{(char)letter}";
            ((columns.Lower128[letter & 0xF] >> (letter >> 4) & 1) != 0).Should().Be(expected, $"0x{letter:X2}");
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void AllowedBmp_everyCodeUnit_saysWhetherItIsAllowed(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        ulong[] allowed = table.AllowedBmp;
        allowed.Should().HaveCount(1024);
        for (int c = 0; c <= 0xFFFF; c++)
        {
            bool expected = !char.IsSurrogate((char)c) && !table.Encoder.WillEncode(c);
            if (((allowed[c >> 6] >> (c & 63)) & 1) != (expected ? 1UL : 0)) Assert.Fail($"U+{c:X4}");
            if (table.Allows((uint)c) != expected) Assert.Fail($"U+{c:X4}");
        }
        table.AllowedBmp.Should().BeSameAs(allowed);
    }

    [Fact]
    public void AllowedBmp_manyThreadsAtOnce_isOneArray()
    {
        var table = new EscapeTable(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        var seen = new ulong[8][];
        Parallel.For(0, seen.Length, k => seen[k] = table.AllowedBmp);

        seen.Should().OnlyContain(array => ReferenceEquals(array, seen[0]));
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Allows_aboveTheBasicPlane_asksTheEncoder(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        foreach (uint scalar in new uint[] { 0x10000, 0x1F600, 0x1F601, 0x10FFFF })
            table.Allows(scalar).Should().Be(!table.Encoder.WillEncode((int)scalar), $"U+{scalar:X}");
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Encode_anyText_isWhatTheSerializerWrites(string encoder)
    {
        JavaScriptEncoder escapes = new EscapeTable(TestEncoders.All[encoder]).Encoder;
        var options = new JsonSerializerOptions { Encoder = escapes };
        foreach (string text in new[] { "", "id", "a \"b\"", "Größe", "名前", "😀", "\uD800x\uDC00", new string('<', 300) })
            EscapeTable.Encode(text, escapes).Should().Equal(JsonSerializer.SerializeToUtf8Bytes(text, options)[1..^1]);
    }

    [Fact]
    public void EscapesAny_charactersOfWhichSomeAreEscaped_isTrue()
    {
        var table = new EscapeTable(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        table.EscapesAny(""u8).Should().BeFalse();
        table.EscapesAny("abc<"u8).Should().BeFalse();
        table.EscapesAny("a\"c"u8).Should().BeTrue();
    }

    [Fact]
    public void NeedsEscaping_encoderThatEscapesNothing_stillMarksQuoteAndBackslash()
    {
        var table = new EscapeTable(new Lax());
        for (int c = 0; c < 128; c++) table.NeedsEscaping((byte)c).Should().Be(c is '"' or '\\', $"0x{c:X2}");
    }

    [Fact]
    public void TryEncode_usersEncoder_isItsEscapeOrItsFailure()
    {
        Span<byte> escape = stackalloc byte[EscapeTable.MaxScalarEscapeLength];
        new EscapeTable(new TestEncoders.Custom()).TryEncode(new Rune('я'), escape, out int length).Should().BeTrue();
        Encoding.UTF8.GetString(escape[..length]).Should().Be("\\u044f");
        // Six bytes for each byte of UTF-8 are room enough, and no more is given.
        new EscapeTable(new Long(12)).TryEncode(new Rune('я'), escape, out length).Should().BeTrue();
        length.Should().Be(12);
        new EscapeTable(new Long(13)).TryEncode(new Rune('я'), escape, out _).Should().BeFalse();
    }

    [Fact]
    public void Tables_askedTwice_areTheSame()
    {
        var table = new EscapeTable(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        table.AllowedPages.Should().BeSameAs(table.AllowedPages);
    }

    public static TheoryData<string> Droppings => ["nothing", "refused", "fails"];

    [Theory]
    [MemberData(nameof(Droppings))]
    public void Write_encoderThatWritesNothingForACharacter_equalsSerializer(string way)
    {
        var encoder = new TestEncoders.Dropping(() => way switch
        {
            "nothing" => true,
            "refused" => false,
            _ => throw new NotSupportedException("No control characters."),
        });
        var options = new JsonSerializerOptions { Encoder = encoder };
        using JsonDocument document = JsonDocument.Parse("""[{"a\"b":"c\\d"},[1]]""");

        Check(new[] { 1, 2 }, JsonRows.From);
        Check(new[] { "a\"b" }, JsonRows.From);
        Check(new List<Dictionary<string, object?>> { new() { ["a\"b"] = "c\\d", ["n"] = 1 } }, JsonRows.From);
        Check(document, JsonRows.From);
        if (way != "nothing") return;
        Check(new List<Dictionary<string, object?>> { new() { ["é"] = "é", ["aéb"] = 1 } }, JsonRows.From);
        Check(new List<Dictionary<string, int>> { new() { ["\u0001"] = 1 } }, JsonRows.From);

        void Check<T>(T value, Func<T, JsonRows> rows)
        {
            string expected = JsonSerializer.Serialize(value, options);
            rows(value).ToJsonString(new JsonRowOptions(options)).Should().Be(expected);
            JsonSerializer.Serialize(value, options.WithRowJson()).Should().Be(expected);
            JsonSerializer.Serialize(value, options.WithRowJson(writeOnly: true)).Should().Be(expected);
        }
    }

    [Fact]
    public void Write_encoderThatSaysNothingOfItsLongestEscape_equalsSerializer()
    {
        Dictionary<string, string>[] rows = [new() { ["a\"b"] = "c\\d" }, new() { ["a\"b"] = new string('"', 100_000) }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(Unlimited)).Should().Be(JsonSerializer.Serialize(rows, Unlimited));
    }

    private sealed class Lax : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => 1;

        public override bool WillEncode(int unicodeScalar) => false;

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) => -1;

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            numberOfCharactersWritten = 0;
            return false;
        }
    }

    /// <summary>Escapes everything with so many letters.</summary>
    private sealed class Long(int length) : JavaScriptEncoder
    {
        public override int MaxOutputCharactersPerInputCharacter => length;

        public override bool WillEncode(int unicodeScalar) => true;

        public override unsafe int FindFirstCharacterToEncode(char* text, int textLength) => textLength == 0 ? -1 : 0;

        public override unsafe bool TryEncodeUnicodeScalar(
            int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten)
        {
            bool fits = bufferLength >= length;
            numberOfCharactersWritten = fits ? length : 0;
            if (fits) new Span<char>(buffer, length).Fill('y');
            return fits;
        }
    }
}
