using System.Text;

namespace RowJson.Tests;

/// <summary>Byte-for-byte comparison that shows where the first difference is.</summary>
internal static class Same
{
    private const int Shown = 60;

    /// <summary>Compares, and counts what was compared.</summary>
    public static void Rows(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected, long rows, string what)
    {
        Bytes(actual, expected, what);
        Tally.Add(rows, expected.Length);
    }

    public static void Bytes(ReadOnlySpan<byte> actual, ReadOnlySpan<byte> expected, string what)
    {
        if (actual.SequenceEqual(expected)) return;
        int at = actual.CommonPrefixLength(expected);
        Assert.Fail(
            $"{what}: {actual.Length} bytes instead of {expected.Length}, the first difference at {at}.\n"
            + $"expected …{Around(expected, at)}…\nactual   …{Around(actual, at)}…");
    }

    private static string Around(ReadOnlySpan<byte> text, int at)
    {
        int start = Math.Max(0, at - Shown);
        return Encoding.Latin1.GetString(text[start..Math.Min(text.Length, at + Shown)]);
    }
}
