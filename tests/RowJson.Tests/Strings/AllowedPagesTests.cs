using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace RowJson.Tests;

/// <summary>The look-ups of 512-bit vectors; where the CPU has none, there is nothing to test.</summary>
public class AllowedPagesTests
{
    private const int BlockLength = 64, UnitsLength = 32;

    public static TheoryData<string> EncoderNames =>
        [.. TestEncoders.All.Keys.Where(name => !new EscapeTable(TestEncoders.All[name]).EscapesAllNonAscii)];

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void AllowAll_everyCodeUnitAmongOthers_saysWhetherAllAreKnownToBeAllowed(string encoder)
    {
        if (!Avx512Vbmi.IsSupported) return;
        var table = new EscapeTable(TestEncoders.All[encoder]);
        ushort[] known = [.. Enumerable.Range(0, 0x10000).Select(unit => (ushort)unit).Where(unit => IsKnown(table, unit))];
        var random = new Random(3);
        var units = new ushort[UnitsLength];
        for (int unit = 0; unit <= 0xFFFF; unit++)
        {
            for (int i = 0; i < units.Length; i++) units[i] = known.Length > 0 ? known[random.Next(known.Length)] : (ushort)'a';
            units[unit % UnitsLength] = (ushort)unit;
            bool expected = units.All(one => IsKnown(table, one));
            if (table.AllowedPages.AllowAll(Vector512.Create(units)) != expected) Assert.Fail($"{unit:X4}");
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Find_everyCharacterAtAnyPlace_marksTheBytesOfThoseKnownToBeAllowed(string encoder)
    {
        if (!Avx512Vbmi.IsSupported) return;
        var table = new EscapeTable(TestEncoders.All[encoder]);
        int[] others = ['a', 'é', 'ж', '中', '\u3000', '…', 0xFF01, 0x1F600];
        var random = new Random(5);
        for (int scalar = 0x80; scalar <= 0xFFFF; scalar++)
        {
            if (char.IsSurrogate((char)scalar)) continue;
            // Up to three characters of one byte, so that the block's end cuts every sequence everywhere.
            var text = new StringBuilder(new string('a', random.Next(4)));
            for (int i = 0; i < BlockLength; i++)
                text.Append(new Rune(random.Next(4) == 0 ? scalar : others[random.Next(others.Length)]).ToString());
            Check(table, Encoding.UTF8.GetBytes(text.ToString()).AsSpan(0, BlockLength), scalar);
        }
    }

    private static void Check(EscapeTable table, ReadOnlySpan<byte> block, int scalar)
    {
        ulong expected = 0;
        int expectedComplete = BlockLength;
        for (int at = 0, length; at < BlockLength; at += length)
        {
            length = block[at] switch { < 0xC0 => 1, < 0xE0 => 2, < 0xF0 => 3, _ => 4 };
            if (at + length > BlockLength)
            {
                if (length < 4) expectedComplete = at;
                break;
            }
            if (length is 1 or 4) continue;
            Rune.DecodeFromUtf8(block.Slice(at, length), out Rune rune, out _);
            if (IsKnown(table, (ushort)rune.Value)) expected |= ((1UL << length) - 1) << at;
        }

        ulong found = table.AllowedPages.Find(Vector512.Create(block), out int complete);
        if (found != expected || complete != expectedComplete)
            Assert.Fail($"U+{scalar:X4}: {found:X16}, {complete} instead of {expected:X16}, {expectedComplete} in {Convert.ToHexString(block)}");
    }

    /// <summary>What the pages know: whole ones, those that lack their first character, punctuation, and ASCII.</summary>
    private static bool IsKnown(EscapeTable table, ushort unit)
    {
        if (unit < 0x80) return !table.NeedsEscaping((byte)unit);
        ulong page = table.AllowedBmp[unit / 64];
        if (unit is >= 0x2000 and < 0x2040) return table.AllowsBmp(unit);
        return page == ulong.MaxValue || (unit >= 0x800 && page == ulong.MaxValue - 1 && unit % 64 != 0);
    }
}
