using System.Buffers;
using System.Threading.Tasks.Sources;

namespace RowJson;

/// <summary>
/// Hands each batch to a reader, and makes the write wait until it is read. The write goes on where the reader asks for more: on its
/// thread, as long as the source need not be awaited.
/// </summary>
internal sealed class ReadSink(object receiver, JsonRowOptions options) : RowSink, IValueTaskSource<bool>
{
    private readonly PooledBufferWriter _batch = PooledBufferWriter.ForBatches(options);

    /// <summary>Completes when the batch is read: true, or false if the reader has left.</summary>
    private ManualResetValueTaskSourceCore<bool> _isRead;

    public override object Receiver => receiver;

    public override IBufferWriter<byte> Buffer => _batch;

    /// <summary>Called when a batch is there.</summary>
    public required Action BatchIsThere { get; init; }

    /// <summary>The batch that is to be read.</summary>
    public ReadOnlySpan<byte> Batch => _batch.WrittenSpan;

    /// <summary>The write waits for its batch to be read.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>The batch has been read, or is not wanted any more: the write goes on, or ends.</summary>
    public void Resume(bool isRead)
    {
        _batch.Clear();
        IsWaiting = false;
        _isRead.SetResult(isRead);
    }

    public override ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        if (_batch.WrittenCount == 0) return new ValueTask<bool>(true);
        _isRead.Reset();
        IsWaiting = true;
        var read = new ValueTask<bool>(this, _isRead.Version);
        BatchIsThere();
        return read;
    }

    /// <summary>The write is asynchronous.</summary>
    public override void Send() => throw new NotSupportedException();

    public override void Dispose() => _batch.Dispose();

    bool IValueTaskSource<bool>.GetResult(short token) => _isRead.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _isRead.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _isRead.OnCompleted(continuation, state, token, flags);
}
