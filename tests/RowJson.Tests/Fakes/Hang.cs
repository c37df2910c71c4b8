namespace RowJson.Tests;

/// <summary>Keeps a test whose write never ends from hanging. How long anything takes is never a result.</summary>
internal static class Hang
{
    public static readonly TimeSpan Guard = TimeSpan.FromSeconds(30);

    /// <summary>Waits for something that happens on another thread.</summary>
    public static async Task UntilAsync(Func<bool> condition)
    {
        using var guard = new CancellationTokenSource(Guard);
        while (!condition()) await Task.Delay(1, guard.Token);
    }
}
