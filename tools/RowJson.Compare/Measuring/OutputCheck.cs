using System.Text;

namespace RowJson.Compare;

/// <summary>
/// Makes sure, before anything is timed, that both builds write the same bytes. Each case also runs for a moment in each build:
/// so the compiler's profiles, which are taken once, are of all cases and not of the first one only.
/// </summary>
internal sealed class OutputCheck(ReusedBuffer output)
{
    private static readonly TimeSpan ProfileTime = TimeSpan.FromMilliseconds(30);

    private readonly List<string> _differences = [];

    /// <summary>A line for each case that differs.</summary>
    public IReadOnlyList<string> Differences => _differences;

    public void Compare(Contest contest)
    {
        var before = new Calls(contest.Before, output);
        var after = new Calls(contest.After, output);
        if (Write(contest, "before", before) is not { } expected || Write(contest, "after", after) is not { } actual) return;
        if (!actual.AsSpan().SequenceEqual(expected))
            _differences.Add($"{contest.Name}: {Describe(expected, actual)}");
        before.RunFor(ProfileTime);
        after.RunFor(ProfileTime);
    }

    // A failure is a difference too.
    private byte[]? Write(Contest contest, string build, Calls calls)
    {
        try
        {
            calls.Run(1);
            return output.Written.ToArray();
        }
        catch (Exception exception)
        {
            _differences.Add($"{contest.Name}: {build} failed: {exception.GetType().Name}: {exception.Message}");
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
