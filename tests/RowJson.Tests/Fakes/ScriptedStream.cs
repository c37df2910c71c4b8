namespace RowJson.Tests;

/// <summary>
/// A stream that follows a script. Used asynchronously it completes each call later, takes its bytes one at a time in between,
/// and refuses every synchronous call.
/// </summary>
internal sealed class ScriptedStream(SinkScript script, bool isAsynchronous) : WriteOnlyStream
{
    public int WritesUnderWay { get; private set; }

    public bool IsDisposed { get; private set; }

    public int Flushes { get; private set; }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        RefuseSynchronous();
        script.Call();
        script.Take(buffer);
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
        try
        {
            await Task.Yield();
            script.Call(cancellationToken);
            for (int i = 0; i < buffer.Length; i++) script.Take(buffer.Span.Slice(i, 1));
            await Task.Yield();
        }
        finally
        {
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
