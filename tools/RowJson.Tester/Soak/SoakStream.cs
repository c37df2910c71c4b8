using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>
/// A stream that is slow now and then, and fails after a number of bytes. It notifies the pool of the memory that it reads.
/// </summary>
internal sealed class SoakStream(Random random, long failAfter, CountingPool pool) : MemoryStream
{
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Length >= failAfter) throw new IOException("The stream was to fail here.");
        byte[]? held = pool.Hold(buffer);
        base.Write(buffer);
        pool.Release(held);
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        byte[]? held = pool.Hold(buffer);
        try
        {
            int turns = random.Next(4) == 0 ? random.Next(1, 10) : 0;
            for (int i = 0; i < turns; i++) await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            if (Length >= failAfter) throw new IOException("The stream was to fail here.");
            base.Write(buffer.Span);
        }
        finally
        {
            pool.Release(held);
        }
    }
}
