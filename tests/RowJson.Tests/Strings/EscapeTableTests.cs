using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Encodings.Web;

namespace RowJson.Tests;

[EachVectorLevel]
public class EscapeTableTests
{
    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    [Fact]
    public void Encoder_none_isTheDefaultOne()
    {
        var table = new EscapeTable(null);

        table.Encoder.Should().BeSameAs(JavaScriptEncoder.Default);
        table.EscapesAllNonAscii.Should().BeTrue();
    }

    [Fact]
    public void WritesHexEscapes_frameworksEncodersOnly_isTrue()
    {
        foreach ((string name, JavaScriptEncoder? encoder) in TestEncoders.All)
            new EscapeTable(encoder).WritesHexEscapes.Should().Be(name != "custom", name);
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
                Vector128<byte> text = Vector128.Create((byte)Math.Max(plain, 0)).WithElement(place, (byte)b);
                Vector128<byte> marked = table.NeedsEscaping(text);
                (marked.GetElement(place) != 0).Should().Be(expected, $"0x{b:X2}");
                if (plain >= 0) marked.WithElement(place, (byte)0).Should().Be(Vector128<byte>.Zero);
            }
        }
    }

    /// <summary>The look-ups of document text agree with each other, and with the table but for the quote.</summary>
    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void TextTables_everyByte_sayTheSameAtEveryVectorLevel(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        for (int b = 0; b < 256; b++)
        {
            bool escaped = b != '"' && table.NeedsEscaping((byte)b);
            bool structure = "{}[]/ \t\n\r".Contains((char)b);
            ulong classes = table.Text.Classes[b];
            ulong structureBits = TextBlockScalar.WhitespaceBit | TextBlockScalar.SlashBit | TextBlockScalar.OpenBit | TextBlockScalar.CloseBit;
            ((classes & TextBlockScalar.EscapeBit) != 0).Should().Be(escaped, $"0x{b:X2}");
            ((classes & structureBits) != 0).Should().Be(structure, $"0x{b:X2}");
            if (b >= 128) continue;

            foreach (int lane in new[] { 0, 16 })
                ((table.Text.EscapeLow.GetElement(lane + (b & 15)) & table.Text.EscapeHigh.GetElement(lane + (b >> 4))) != 0)
                    .Should().Be(escaped, $"0x{b:X2}");
            byte wide = (b < 64 ? table.Text.ClassesLow : table.Text.ClassesHigh).GetElement(b & 63);
            ((wide & 0x80) != 0).Should().Be(escaped, $"0x{b:X2}");
            ((wide & 0x40) != 0).Should().Be(structure, $"0x{b:X2}");
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void CanonicalLetters_everyLetter_saysWhetherTheEncoderWritesItsEscape(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        for (int n = 0; n < 32; n++)
        {
            char letter = (char)(TextEscapeTable.FirstLetter + n);
            int meaning = "bfnrt".IndexOf(letter);
            bool expected = meaning >= 0 && table.Encoder.Encode("\b\f\n\r\t"[meaning].ToString()) == $"\\{letter}";
            ((table.Text.CanonicalLetters >> n & 1) != 0).Should().Be(expected, letter.ToString());
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
    public void Encode_anyText_isWhatTheEncoderWrites(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        foreach (string text in new[] { "", "id", "a \"b\"", "Größe", "名前", "😀", "\uD800x\uDC00", new string('<', 300) })
            table.Encode(text).Should().Equal(Encoding.UTF8.GetBytes(table.Encoder.Encode(text)));
    }
}
