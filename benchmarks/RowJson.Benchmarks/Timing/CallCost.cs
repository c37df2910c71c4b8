namespace RowJson.Benchmarks;

/// <summary>What one call of an action costs, as the mean of several calls.</summary>
internal static class CallCost
{
    /// <summary>Processor time, in nanoseconds.</summary>
    public static double Time(Action call, int calls)
    {
        TimeSpan start = Clock.Processor.Now;
        for (int i = 0; i < calls; i++) call();
        return (Clock.Processor.Now - start).TotalNanoseconds / calls;
    }

    /// <summary>Memory that the current thread allocates, in bytes.</summary>
    public static long Allocated(Action call, int calls)
    {
        long start = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < calls; i++) call();
        return (GC.GetAllocatedBytesForCurrentThread() - start) / calls;
    }
}
