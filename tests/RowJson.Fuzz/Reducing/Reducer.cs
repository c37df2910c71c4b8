using System.Diagnostics;

namespace RowJson.Fuzz;

/// <summary>Makes a case that fails smaller for as long as it still fails: rows, columns, characters, options, source and sink.</summary>
internal static class Reducer
{
    /// <summary>A case that fails only sometimes, by the seed of a hash, is tried so often.</summary>
    private const int TriesOfRareCase = 40;

    private const int SureTries = 3;

    private static readonly TimeSpan LongestTime = TimeSpan.FromSeconds(60);

    /// <summary>The smallest case found, and how often it must be tried; null if the case alone does not fail.</summary>
    public static (FuzzCase Case, int Times)? Reduce(FuzzCase failing) => Reduce(failing, Fails);

    /// <inheritdoc cref="Reduce(FuzzCase)"/>
    /// <param name="failing">The case to begin with.</param>
    /// <param name="fails">Whether a case fails in one of so many tries.</param>
    public static (FuzzCase Case, int Times)? Reduce(FuzzCase failing, Func<FuzzCase, int, bool> fails)
    {
        int times = TriesOf(failing, fails);
        if (times > 1 && !fails(failing, times)) return null;
        long began = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < LongestTime && Smaller(failing, times, began, fails) is { } smaller) failing = smaller;
        // A case that always failed may have become one that does so only sometimes.
        return (failing, Math.Max(times, TriesOf(failing, fails)));
    }

    private static int TriesOf(FuzzCase failing, Func<FuzzCase, int, bool> fails) =>
        Enumerable.Range(0, SureTries).All(_ => fails(failing, 1)) ? 1 : TriesOfRareCase;

    private static FuzzCase? Smaller(FuzzCase failing, int times, long began, Func<FuzzCase, int, bool> fails)
    {
        foreach (FuzzCase candidate in Candidates(failing))
        {
            if (Stopwatch.GetElapsedTime(began) > LongestTime) return null;
            if (fails(candidate, times)) return candidate;
        }
        return null;
    }

    private static IEnumerable<FuzzCase> Candidates(FuzzCase failing)
    {
        foreach (RowSettings rows in failing.Rows.Simpler()) yield return failing with { Rows = rows };
        foreach (SerializerSettings serializer in failing.Serializer.Simpler()) yield return failing with { Serializer = serializer };
        if (failing.Sink != FuzzSink.Simplest.Name) yield return failing with { Sink = FuzzSink.Simplest.Name };
        FuzzSource first = RowSources.For(failing.Data)[0];
        if (failing.Source != first.Name && failing.Data is not ObjectSet) yield return failing with { Source = first.Name };
        foreach (FuzzData data in failing.Data.Smaller()) yield return failing with { Data = data };
    }

    private static bool Fails(FuzzCase candidate, int times)
    {
        try
        {
            return candidate.Check(times) is not null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A smaller case that is none: a type without a default, a name twice.
            return false;
        }
    }
}
