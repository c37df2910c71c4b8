using System.Threading.Tasks.Sources;

namespace RowJson;

// Hands each batch to a reader, and makes the write wait until it is read. The write goes on where the reader asks for more: on its thread,
// as long as the source need not be awaited.
internal sealed class ReadSink(object receiver, JsonRowOptions options) : RowSink, IValueTaskSource<bool>
{
    private readonly PooledBufferWriter _batch = PooledBufferWriter.ForBatches(options);

    // Completes when the batch is read: true, or false if the reader has left.
    private ManualResetValueTaskSourceCore<bool> _isRead;

    public override object Receiver => receiver;

    public override IBufferWriter<byte> Buffer => _batch;

    // Called when a batch is there.
    public required Action BatchIsThere { get; init; }

    // The batch that is to be read.
    public ReadOnlySpan<byte> Batch => _batch.WrittenSpan;

    // The write waits for its batch to be read.
    public bool IsWaiting { get; private set; }

    // The batch has been read, or is not wanted any more: the write goes on, or ends.
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

    // The write is asynchronous.
    public override void Send() => throw new NotSupportedException();

    public override void Dispose() => _batch.Dispose();

    bool IValueTaskSource<bool>.GetResult(short token) => _isRead.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _isRead.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _isRead.OnCompleted(continuation, state, token, flags);
}
