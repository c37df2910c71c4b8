using System.Buffers;

namespace RowJson.Compare;

/// <summary>The calls of one build in one case.</summary>
internal sealed class Calls(Action<IBufferWriter<byte>> write, ReusedBuffer output)
{
    /// <summary>Calls until the time is over, at least once; returns the nanoseconds of one call.</summary>
    public double RunFor(TimeSpan time)
    {
        // In batches, because reading the clock takes time too.
        TimeSpan start = CpuClock.Now;
        long calls = 0;
        int batch = 1;
        TimeSpan elapsed;
        do
        {
            Run(batch);
            calls += batch;
            elapsed = CpuClock.Now - start;
            if (elapsed * 16 < time) batch *= 2;
        }
        while (elapsed < time);
        return elapsed.TotalNanoseconds / calls;
    }

    /// <summary>Returns the nanoseconds of all calls.</summary>
    public double Run(long count)
    {
        TimeSpan start = CpuClock.Now;
        for (long i = 0; i < count; i++)
        {
            output.Reset();
            write(output);
        }
        return (CpuClock.Now - start).TotalNanoseconds;
    }

    /// <summary>
    /// The bytes that a call allocates: the least of some, because one may find a pool that a collection has just emptied.
    /// </summary>
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
