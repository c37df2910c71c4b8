using System.Runtime;

namespace RowJson.Benchmarks;

/// <summary>What calls cost.</summary>
internal static class Calls
{
    /// <summary>Calls so often; returns the nanoseconds of one call. Where <paramref name="collects"/>, the garbage of these calls is collected at
    /// their end, within their time: left to itself the runtime collects once in some hundred megabytes, for 100 ms, and one contender would
    /// pay for all.</summary>
    public static double Time(Action call, int count, Clock clock, bool collects = false)
    {
        TimeSpan start = clock.Now;
        for (int i = 0; i < count; i++) call();
        if (collects) GC.Collect(generation: 0);
        return (clock.Now - start).TotalNanoseconds / count;
    }

    /// <summary>At least one call; returns the time of one.</summary>
    public static TimeSpan RunFor(Action call, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        int calls = 0;
        TimeSpan elapsed;
        do
        {
            call();
            calls++;
            elapsed = Stopwatch.GetElapsedTime(start);
        }
        while (elapsed < time);
        return elapsed / calls;
    }

    /// <summary>The bytes that a call allocates on all threads: the least of some, since a collection may just have emptied a pool. A call
    /// of a second allocates much more than that.</summary>
    public static long Allocated(Action call)
    {
        long allocated = long.MaxValue, start = Stopwatch.GetTimestamp();
        for (int i = 0; i < 3 && Stopwatch.GetElapsedTime(start).TotalSeconds < 1; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            call();
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(precise: true) - before);
        }
        return allocated;
    }
}

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

/// <summary>Waits until the compiler has nothing more to do, so that no contender is measured with code that is replaced soon.</summary>
internal static class CompilerPause
{
    // On a machine so busy that the compiler's thread hardly runs, waiting longer helps nobody.
    private const int MostPauses = 8;

    /// <summary>Pauses, and again for as long as methods were compiled in a pause.</summary>
    public static void Wait(TimeSpan pause)
    {
        for (int i = 0; i < MostPauses; i++)
        {
            long before = JitInfo.GetCompiledMethodCount();
            Thread.Sleep(pause);
            if (JitInfo.GetCompiledMethodCount() == before) return;
        }
    }
}
