namespace RowJson.Tests;

/// <summary>
/// A stream that follows a script. Used asynchronously it completes each call later, takes its bytes one at a time in between,
/// and refuses every synchronous call. A pool that it knows is notified of what it reads.
/// </summary>
internal sealed class ScriptedStream(SinkScript script, bool isAsynchronous, CountingPool? pool = null) : WriteOnlyStream
{
    public int WritesUnderWay { get; private set; }

    public bool IsDisposed { get; private set; }

    public int Flushes { get; private set; }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        RefuseSynchronous();
        byte[]? held = pool?.Hold(buffer);
        try
        {
            script.Call();
            script.Take(buffer);
        }
        finally
        {
            pool?.Release(held);
        }
    }

    public override void Flush()
    {
        RefuseSynchronous();
        Flushes++;
    }

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flushes++;
        return Task.CompletedTask;
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (++WritesUnderWay > 1) throw new InvalidOperationException("A write began before the one before it had ended.");
        byte[]? held = pool?.Hold(buffer);
        try
        {
            await Task.Yield();
            await script.CallAsync(cancellationToken);
            for (int i = 0; i < buffer.Length; i++) script.Take(buffer.Span.Slice(i, 1));
            await Task.Yield();
        }
        finally
        {
            pool?.Release(held);
            WritesUnderWay--;
        }
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }

    private void RefuseSynchronous()
    {
        if (isAsynchronous) throw new InvalidOperationException("Synchronous operations are disallowed.");
    }
}
