using System.Runtime.Intrinsics;

namespace RowJson.Tests;

[EachVectorLevel]
public class HexEscapesTests
{
    private const byte Guard = 0xA5;

    [Fact]
    public void Write_everyCodeUnit_writesUpperCaseDigitsAndTouchesOneWord()
    {
        Span<byte> buffer = stackalloc byte[16];
        for (int c = 0; c <= 0xFFFF; c++)
        {
            buffer.Fill(Guard);
            HexEscapes.Write((uint)c, ref buffer[4]);
            if (!buffer.Slice(4, 6).SequenceEqual(Expected(c))) Assert.Fail($"U+{c:X4}");
            if (buffer[..4].ContainsAnyExcept(Guard) || buffer[12..].ContainsAnyExcept(Guard)) Assert.Fail($"U+{c:X4} out of bounds");
        }
    }

    [Fact]
    public void Write8_everyCodeUnit_writes48BytesAndTouchesNothingElse()
    {
        Span<byte> buffer = stackalloc byte[4 + 48 + 4];
        Span<ushort> units = stackalloc ushort[8];
        var expected = new byte[48];
        for (int c = 0; c <= 0xFFFF; c++)
        {
            // The unit under test is at each of the eight places in turn; the others differ from it and from each other.
            for (int k = 0; k < 8; k++)
            {
                units[k] = (ushort)(c + k * 0x1357);
                Expected(units[k]).CopyTo(expected.AsSpan(6 * k));
            }
            buffer.Fill(Guard);
            HexEscapes.Write8(Vector128.Create<ushort>(units), ref buffer[4]);
            if (!buffer.Slice(4, 48).SequenceEqual(expected)) Assert.Fail($"U+{c:X4}");
            if (buffer[..4].ContainsAnyExcept(Guard) || buffer[52..].ContainsAnyExcept(Guard)) Assert.Fail($"U+{c:X4} out of bounds");
        }
    }

    [Fact]
    public void HexDigits8_everyCodeUnit_isWhatHexDigitsGives()
    {
        for (int c = 0; c <= 0xFFFF; c += 8)
        {
            Vector128<ushort> units = Vector128.Create((ushort)c) + Vector128<ushort>.Indices;
            (Vector128<uint> first, Vector128<uint> last) = HexEscapes.HexDigits8(units);
            for (int k = 0; k < 8; k++)
            {
                uint digits = (k < 4 ? first : last).GetElement(k & 3);
                if (digits != HexEscapes.HexDigits((uint)(c + k))) Assert.Fail($"U+{c + k:X4}");
            }
        }
    }

    private static byte[] Expected(int c) => System.Text.Encoding.ASCII.GetBytes($"\\u{c:X4}");
}
