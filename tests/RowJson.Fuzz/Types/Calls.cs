namespace RowJson.Fuzz;

/// <summary>What values of emitted types tell of themselves. Everything that is compared happens on one thread.</summary>
public static class Calls
{
    private const int Failing = 7;

    [ThreadStatic]
    private static List<string>? _calls;

    /// <summary>A callback, or something else that a caller notices.</summary>
    public static void Add(string call) => (_calls ??= []).Add(call);

    /// <summary>The value of a property whose getter throws now and then.</summary>
    public static int Check(int value) => value % Failing == 3 ? throw new TimeoutException($"The getter fails at {value}.") : value;

    /// <summary>The calls since the last time.</summary>
    internal static string[] Take()
    {
        string[] calls = [.. _calls ?? []];
        _calls?.Clear();
        return calls;
    }
}
