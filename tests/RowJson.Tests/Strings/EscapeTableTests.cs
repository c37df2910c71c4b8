using System.Runtime.Intrinsics;
using System.Text.Encodings.Web;

namespace RowJson.Tests;

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
    public void AsciiEscape_everyCharacter_isWhatTheEncoderWrites(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        for (int c = 0; c < 128; c++)
        {
            string expected = table.Encoder.Encode(((char)c).ToString());
            byte[]? escape = table.AsciiEscape(c);
            if (expected.Length == 1) escape.Should().BeNull();
            else System.Text.Encoding.UTF8.GetString(escape!).Should().Be(expected);
            if (!table.WritesHexEscapes) continue;

            ulong word = table.AsciiWord((uint)c);
            int length = (int)(word >> EscapeTable.EscapeLengthShift);
            byte[] text = [.. Enumerable.Range(0, length).Select(i => (byte)(word >> (8 * i)))];
            System.Text.Encoding.UTF8.GetString(text).Should().Be(expected);
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void CareTables_everyAsciiByte_saysWhetherItIsEscaped(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        for (int b = 0; b < 128; b++)
        {
            bool care = (table.CareLow.GetElement(b & 15) & table.CareHigh.GetElement(b >> 4)) != 0;
            care.Should().Be(table.AsciiEscape(b) is not null, $"0x{b:X2}");
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Care_everyByteAtEveryPlace_marksTheseOnly(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        if (!Vector128.IsHardwareAccelerated) return;
        int plain = Enumerable.Range(0, 128).FirstOrDefault(c => table.AsciiEscape(c) is null, -1);
        for (int b = 0; b < 256; b++)
        {
            bool expected = b >= 128 || table.AsciiEscape(b) is not null;
            for (int place = 0; place < 16; place++)
            {
                Vector128<byte> text = Vector128.Create((byte)Math.Max(plain, 0)).WithElement(place, (byte)b);
                Vector128<byte> care = table.Care(text);
                (care.GetElement(place) != 0).Should().Be(expected, $"0x{b:X2}");
                if (plain >= 0) care.WithElement(place, (byte)0).Should().Be(Vector128<byte>.Zero);
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void AllowedBmp_everyCodeUnit_saysWhetherItStandsAsItIs(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        ulong[] allowed = table.AllowedBmp;
        allowed.Should().HaveCount(1024);
        for (int c = 0; c <= 0xFFFF; c++)
        {
            bool expected = !char.IsSurrogate((char)c) && !table.Encoder.WillEncode(c);
            if (((allowed[c >> 6] >> (c & 63)) & 1) != (expected ? 1UL : 0)) Assert.Fail($"U+{c:X4}");
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
    public void Replacement_loneSurrogate_isWhatItBecomes(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);

        System.Text.Encoding.UTF8.GetString(table.Replacement).Should().Be(table.Encoder.Encode("\uDC00"));
    }
}
