namespace RowJson.Benchmarks;

/// <summary>Says where two outputs differ.</summary>
internal static class Differences
{
    public static string Describe(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        int position = expected.CommonPrefixLength(actual);
        return $"at byte {position} of {expected.Length} {Excerpt(expected, position)} is expected, {Excerpt(actual, position)} was written, "
            + $"{actual.Length} bytes in all";
    }

    private static string Excerpt(ReadOnlySpan<byte> text, int position)
    {
        const int before = 20, after = 20;
        return JsonSerializer.Serialize(Encoding.UTF8.GetString(text[Math.Max(0, position - before)..Math.Min(text.Length, position + after)]));
    }
}
