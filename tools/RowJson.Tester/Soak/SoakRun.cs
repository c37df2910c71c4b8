using System.Diagnostics;
using System.Globalization;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>
/// Many tasks that write mixed sources to mixed sinks in mixed formats, some of which fail or are cancelled: no byte may be wrong,
/// and no buffer be lost.
/// </summary>
internal static class SoakRun
{
    /// <summary>Returns the exit code: 1 on any fault.</summary>
    public static async Task<int> RunAsync(TimeSpan time, int tasks, int seed, TextWriter output)
    {
        long began = Stopwatch.GetTimestamp();
        var pool = new CountingPool();
        SoakReport report = await RunAsync(time, tasks, seed, pool);
        report.Print(output);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{Stopwatch.GetElapsedTime(began).TotalSeconds:N0} s; {pool.Rented:N0} buffers rented, {pool.Outstanding} not returned, at most {pool.MostBytesOutstanding / 1e6:N1} MB out; "
            + $"{GC.GetTotalMemory(forceFullCollection: true) / 1e6:N1} MB managed memory at the end, peak working set {Process.GetCurrentProcess().PeakWorkingSet64 / 1e6:N0} MB"));
        return report.Faults.Count == 0 ? 0 : 1;
    }

    public static async Task<SoakReport> RunAsync(TimeSpan time, int tasks, int seed, CountingPool pool)
    {
        var report = new SoakReport();
        JsonRowOptions[] options = SoakTask.CreateOptions(pool);
        using var end = new CancellationTokenSource(time);
        await Task.WhenAll(Enumerable.Range(0, tasks).Select(i => Task.Run(() => new SoakTask(seed + i, options, report).RunAsync(end.Token))));
        report.AddFaults(pool);
        if (pool.Outstanding > 0) report.AddFault($"{pool.Outstanding} buffers were not returned.");
        return report;
    }
}
