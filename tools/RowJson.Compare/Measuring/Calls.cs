using System.Buffers;
using System.Diagnostics;

namespace RowJson.Compare;

/// <summary>The calls of one build in one case.</summary>
internal sealed class Calls(Action<IBufferWriter<byte>> write, ReusedBuffer output)
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    /// <summary>Calls until the time is over, at least once; returns the nanoseconds of one call.</summary>
    public double RunFor(TimeSpan time)
    {
        // In batches, for the clock takes its time too.
        long start = Stopwatch.GetTimestamp();
        long calls = 0;
        int batch = 1;
        TimeSpan elapsed;
        do
        {
            Run(batch);
            calls += batch;
            elapsed = Stopwatch.GetElapsedTime(start);
            if (elapsed * 16 < time) batch *= 2;
        }
        while (elapsed < time);
        return elapsed.Ticks * 100.0 / calls;
    }

    /// <summary>Returns the nanoseconds of all calls.</summary>
    public double Run(long count)
    {
        long start = Stopwatch.GetTimestamp();
        for (long i = 0; i < count; i++)
        {
            output.Reset();
            write(output);
        }
        return (Stopwatch.GetTimestamp() - start) * NanosecondsPerTick;
    }

    /// <summary>The bytes that a call allocates: the least of some, for one may meet a pool that a collection has just emptied.</summary>
    public long CountAllocated()
    {
        long allocated = long.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Run(1);
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return allocated;
    }
}
