namespace RowJson.Tests;

/// <summary>Ends a test whose write never ends. No result depends on how long anything takes.</summary>
internal static class Hang
{
    public static readonly TimeSpan Guard = TimeSpan.FromMinutes(2);

    /// <summary>Waits for something that happens on another thread.</summary>
    public static async Task UntilAsync(Func<bool> condition)
    {
        using var guard = new CancellationTokenSource(Guard);
        while (!condition()) await Task.Delay(1, guard.Token);
    }
}
