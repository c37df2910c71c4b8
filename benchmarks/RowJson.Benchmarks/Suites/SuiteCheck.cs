using System.Text;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Makes sure, in a suite's setup, that the methods it compares write the same.</summary>
internal static class SuiteCheck
{
    /// <exception cref="BenchmarkException">The outputs differ.</exception>
    public static void SameBytes(string name, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (expected.SequenceEqual(actual))
            return;
        int position = expected.CommonPrefixLength(actual);
        throw new BenchmarkException(
            $"{name} writes other bytes: at byte {position} of {expected.Length} {Excerpt(expected, position)} is expected, "
            + $"{Excerpt(actual, position)} was written");
    }

    private static string Excerpt(ReadOnlySpan<byte> text, int position)
    {
        const int before = 20, after = 20;
        int end = Math.Min(text.Length, position + after);
        return JsonSerializer.Serialize(Encoding.UTF8.GetString(text[Math.Max(0, position - before)..end]));
    }
}
