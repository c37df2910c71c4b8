namespace RowJson.Benchmarks;

/// <summary>What calls cost.</summary>
internal static class Calls
{
    /// <summary>Calls so often; returns the nanoseconds of one call.</summary>
    /// <param name="call">What is called.</param>
    /// <param name="count">How often.</param>
    /// <param name="clock">What time is.</param>
    /// <param name="collects">
    /// Whether the garbage of these calls is collected at their end, within their time: left to itself the runtime collects once in some
    /// hundred megabytes, for 100 ms, and one contender would pay for all.
    /// </param>
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

    /// <summary>The bytes that a call allocates on all threads: the least of some, since a collection may just have emptied a pool.</summary>
    public static long Allocated(Action call)
    {
        long allocated = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            call();
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(precise: true) - before);
        }
        return allocated;
    }
}
