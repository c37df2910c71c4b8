using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RowJson.Tests;

[EachVectorLevel]
public class StringEncoderBlocksTests
{
    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Allowed8_everyCodeUnit_isWhatTheTableSays(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        var units = new ushort[8];
        // Neighbours, and units of eight different pages.
        foreach (int distance in new[] { 1, 0x1FF3 })
        {
            for (int first = 0x80; first <= 0xFFFF; first += 5)
            {
                for (int i = 0; i < units.Length; i++) units[i] = (ushort)Math.Max(0x80, (first + i * distance) & 0xFFFF);
                Check(table, units, 8);
            }
        }
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void Allowed8_fewerUnits_isRightForThose(string encoder)
    {
        var table = new EscapeTable(TestEncoders.All[encoder]);
        ushort[] units = [0x4E2D, 0x3000, 0x0416, 0x00E9, 0xFFFD, 0xD83D, 0x0378, 0x2026];
        for (int count = 1; count <= units.Length; count++)
        {
            Check(table, units, count);
            // What is after those that count is allowed as a whole page, or not at all.
            foreach (ushort rest in new ushort[] { 0x4E2D, 0xDC00 })
                Check(table, [.. units.Take(count), .. Enumerable.Repeat(rest, units.Length - count)], count);
        }
    }

    private static void Check(EscapeTable table, ushort[] units, int count)
    {
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(table.AllowedBmp);
        uint found = StringEncoder.Allowed8(Vector128.Create(units), ref allowedBmp) & ((1u << count) - 1);
        uint expected = 0;
        for (int i = 0; i < count; i++) expected |= table.AllowsBmp(units[i]) ? 1u << i : 0;
        if (found != expected)
            Assert.Fail($"{string.Join(' ', units.Select(unit => $"{unit:X4}"))}: {found:B8} instead of {expected:B8}");
    }
}
