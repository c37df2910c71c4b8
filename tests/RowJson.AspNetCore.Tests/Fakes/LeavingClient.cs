using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace RowJson.AspNetCore.Tests;

/// <summary>A body whose client leaves at a flush. As Kestrel's, it then takes bytes and shows none as unflushed.</summary>
/// <param name="flushes">At the last of them the client has left.</param>
/// <param name="aborted">Is cancelled then, and the flush reports nothing; if null, the flush reports that nobody reads.</param>
internal sealed class LeavingClient(int flushes, CancellationTokenSource? aborted = null) : PipeWriter, IHttpResponseBodyFeature
{
    private readonly byte[] _buffer = new byte[1024 * 1024];
    private long _unflushed;
    private int _flushes;

    public override bool CanGetUnflushedBytes => true;

    public override long UnflushedBytes => _unflushed;

    public PipeWriter Writer => this;

    public Stream Stream => AsStream();

    private bool HasLeft => _flushes >= flushes;

    public override void Advance(int bytes) => _unflushed += HasLeft ? 0 : bytes;

    public override Memory<byte> GetMemory(int sizeHint = 0) => _buffer;

    public override Span<byte> GetSpan(int sizeHint = 0) => _buffer;

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        _unflushed = 0;
        _flushes++;
        if (HasLeft) aborted?.Cancel();
        return new ValueTask<FlushResult>(new FlushResult(isCanceled: false, isCompleted: HasLeft && aborted is null));
    }

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }

    public void DisableBuffering()
    {
    }

    public Task StartAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;

    public Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default) =>
        throw new NotSupportedException();

    public Task CompleteAsync() => Task.CompletedTask;
}
