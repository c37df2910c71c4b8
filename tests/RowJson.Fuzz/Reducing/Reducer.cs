using System.Diagnostics;

namespace RowJson.Fuzz;

/// <summary>A case that can be tried, and made smaller.</summary>
internal interface IReducible<TCase>
{
    /// <summary>Tries the case, and returns what is wrong; null if nothing is.</summary>
    string? Check(int times = 1);

    /// <summary>Cases with something less, or simpler.</summary>
    IEnumerable<TCase> Smaller();
}

/// <summary>Makes a case that fails smaller for as long as it still fails: rows, types, characters, options, source and sink.</summary>
internal static class Reducer
{
    /// <summary>A case that fails only sometimes, by the seed of a hash, is tried so often.</summary>
    private const int TriesOfRareCase = 40;

    private const int SureTries = 3;

    private static readonly TimeSpan LongestTime = TimeSpan.FromSeconds(60);

    /// <summary>The smallest case found, and how often it must be tried; null if the case alone does not fail.</summary>
    public static (T Case, int Times)? Reduce<T>(T failing)
        where T : IReducible<T> => Reduce(failing, static _ => true);

    /// <inheritdoc cref="Reduce{T}(T)"/>
    /// <param name="failing">The case to begin with.</param>
    /// <param name="isSame">Whether a smaller case fails for the same reason, by what is wrong with it.</param>
    public static (T Case, int Times)? Reduce<T>(T failing, Func<string, bool> isSame)
        where T : IReducible<T> => Reduce(failing, (candidate, times) => Fails(candidate, times, isSame));

    /// <inheritdoc cref="Reduce{T}(T)"/>
    /// <param name="failing">The case to begin with.</param>
    /// <param name="fails">Whether a case fails in one of so many tries.</param>
    public static (T Case, int Times)? Reduce<T>(T failing, Func<T, int, bool> fails)
        where T : IReducible<T>
    {
        int times = TriesOf(failing, fails);
        if (times > 1 && !fails(failing, times)) return null;
        long began = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(began) < LongestTime && TryMakeSmaller(ref failing, times, began, fails))
        {
        }
        // A case that always failed may have become one that does so only sometimes.
        return (failing, Math.Max(times, TriesOf(failing, fails)));
    }

    private static int TriesOf<T>(T failing, Func<T, int, bool> fails) =>
        Enumerable.Range(0, SureTries).All(_ => fails(failing, 1)) ? 1 : TriesOfRareCase;

    private static bool TryMakeSmaller<T>(ref T failing, int times, long began, Func<T, int, bool> fails)
        where T : IReducible<T>
    {
        foreach (T candidate in failing.Smaller())
        {
            if (Stopwatch.GetElapsedTime(began) > LongestTime) return false;
            if (!fails(candidate, times)) continue;
            failing = candidate;
            return true;
        }
        return false;
    }

    private static bool Fails<T>(T candidate, int times, Func<string, bool> isSame)
        where T : IReducible<T>
    {
        try
        {
            return candidate.Check(times) is { } fault && isSame(fault);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A smaller case that is none: a type without a default, a name twice.
            return false;
        }
    }
}
