using System.Buffers;
using System.Diagnostics;

namespace RowJson.Benchmarks;

/// <summary>Calls encoders, all into one buffer: it has grown before the first call is timed.</summary>
internal sealed class CallTimer
{
    public ArrayBufferWriter<byte> Output { get; } = new();

    /// <summary>Returns the time of all calls.</summary>
    /// <param name="encode">What is called.</param>
    /// <param name="calls">How often.</param>
    /// <param name="clock">What time is.</param>
    /// <param name="collects">
    /// Whether the garbage of these calls is collected at their end, within their time: left to itself the runtime collects once in some
    /// hundred megabytes, for 100 ms, and one contender would pay for all.
    /// </param>
    public TimeSpan Time(EncodeRows encode, int calls, Clock clock, bool collects)
    {
        TimeSpan start = clock.Now;
        Call(encode, calls);
        if (collects) GC.Collect(generation: 0);
        return clock.Now - start;
    }

    /// <summary>At least one call; returns the time of one.</summary>
    public TimeSpan RunFor(EncodeRows encode, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        int calls = 0;
        TimeSpan elapsed;
        do
        {
            Call(encode, calls: 1);
            calls++;
            elapsed = Stopwatch.GetElapsedTime(start);
        }
        while (elapsed < time);
        return elapsed / calls;
    }

    /// <summary>The bytes that a call allocates: the least of some, since a collection may just have emptied a pool.</summary>
    public long CountAllocated(EncodeRows encode)
    {
        long allocated = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Call(encode, calls: 1);
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return allocated;
    }

    private void Call(EncodeRows encode, int calls)
    {
        ArrayBufferWriter<byte> output = Output;
        for (int i = 0; i < calls; i++)
        {
            output.ResetWrittenCount();
            encode(output);
        }
    }
}
