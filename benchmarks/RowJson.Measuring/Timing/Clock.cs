namespace RowJson.Benchmarks;

/// <summary>What time is.</summary>
internal sealed class Clock
{
    private readonly Func<TimeSpan> _now;

    private Clock(Func<TimeSpan> now) => _now = now;

    /// <summary>The processors' time for all threads of this process: that of other programs does not count.</summary>
    public static Clock Processor { get; } = new(() => Environment.CpuUsage.TotalTime);

    /// <summary>Elapsed time, which counts where something is waited for: another process, other threads.</summary>
    public static Clock Elapsed { get; } = new(() => Stopwatch.GetElapsedTime(0));

    public TimeSpan Now => _now();
}
