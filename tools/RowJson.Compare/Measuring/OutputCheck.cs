using System.Buffers;
using System.Text;

namespace RowJson.Compare;

/// <summary>Makes sure, before anything is timed, that both builds write the same bytes.</summary>
internal sealed class OutputCheck(ReusedBuffer output)
{
    private readonly List<string> _differences = [];

    /// <summary>A line for each case that differs.</summary>
    public IReadOnlyList<string> Differences => _differences;

    public void Compare(Contest contest)
    {
        if (Write(contest.Pairs[0].Before, $"{contest.Name}: before") is not { } expected) return;
        if (Write(contest.Pairs[0].After, $"{contest.Name}: after") is not { } actual) return;
        if (!actual.AsSpan().SequenceEqual(expected))
            _differences.Add($"{contest.Name}: {Describe(expected, actual)}");
    }

    // A failure is a difference too.
    private byte[]? Write(Action<IBufferWriter<byte>> write, string name)
    {
        try
        {
            output.Reset();
            write(output);
            return output.Written.ToArray();
        }
        catch (Exception exception)
        {
            _differences.Add($"{name} failed: {exception.GetType().Name}: {exception.Message}");
            return null;
        }
    }

    private static string Describe(ReadOnlySpan<byte> before, ReadOnlySpan<byte> after)
    {
        int position = before.CommonPrefixLength(after);
        return $"at byte {position}: before {Excerpt(before, position)} of {before.Length} bytes, "
            + $"after {Excerpt(after, position)} of {after.Length} bytes";
    }

    private static string Excerpt(ReadOnlySpan<byte> text, int position)
    {
        int start = Math.Max(0, position - 20);
        return $"'{Encoding.UTF8.GetString(text[start..Math.Min(text.Length, position + 20)])}'";
    }
}
