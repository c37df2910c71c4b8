namespace RowJson;

// A stream, which receives a batch at a time and stays open.
// One write is under way at a time; rows are encoded into a second buffer meanwhile. A stream whose writes end at once never needs it.
internal sealed class StreamSink : IRowSink
{
    private readonly Stream _stream;
    private readonly PooledBufferWriter _buffer;

    // What the write under way sends; empty where there is none.
    private readonly PooledBufferWriter _sending;

    private ValueTask _write;

    public StreamSink(Stream utf8Json, JsonRowOptions? options)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        if (!utf8Json.CanWrite)
            throw new ArgumentException("The stream cannot be written to. Pass one whose CanWrite is true.", nameof(utf8Json));
        _stream = utf8Json;
        _buffer = PooledBufferWriter.ForBatches(options ?? JsonRowOptions.Default);
        _sending = PooledBufferWriter.ForBatches(options ?? JsonRowOptions.Default);
    }

    public object Receiver => _stream;

    public IBufferWriter<byte> Buffer => _buffer;

    public string? Remains { get; init; }

    private bool IsSending => _sending.WrittenCount > 0;

    public void Send()
    {
        Debug.Assert(!IsSending, "After SendAsync only FlushAsync may be called.");
        if (_buffer.WrittenCount == 0) return;
        _stream.Write(_buffer.WrittenSpan);
        _buffer.Clear();
    }

    public void Flush()
    {
        Send();
        _stream.Flush();
    }

    // Pooled: a write that has to wait costs no memory for each batch. The result is awaited once, as the builder demands.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> SendAsync(CancellationToken cancellationToken)
    {
        await EndWriteAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (_buffer.WrittenCount > 0) BeginWrite(cancellationToken);
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        await SendAsync(cancellationToken).ConfigureAwait(false);
        await EndWriteAsync().ConfigureAwait(false);
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> FlushAsync(CancellationToken cancellationToken)
    {
        await DrainAsync(cancellationToken).ConfigureAwait(false);
        await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    // Returns the buffers, except one that a write under way still reads: that is left to the garbage collector.
    public void Dispose()
    {
        _buffer.Dispose();
        if (!IsSending) _sending.Dispose();
    }

    // Waits for the write under way, which reads memory that is to be given back; how it ends does not matter any more.
    public async ValueTask DisposeAsync()
    {
        if (IsSending)
        {
            await _write.AsTask().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _sending.Clear();
        }
        Dispose();
    }

    [SuppressMessage("Reliability", "CA2012", Justification = "Awaited once, by the code that ends the write.")]
    private void BeginWrite(CancellationToken cancellationToken)
    {
        _write = _stream.WriteAsync(_buffer.WrittenMemory, cancellationToken);
        if (_write.IsCompleted)
        {
            _write.GetAwaiter().GetResult();
            _buffer.Clear();
        }
        else
        {
            _buffer.Exchange(_sending);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask EndWriteAsync()
    {
        if (!IsSending) return;
        try
        {
            await _write.ConfigureAwait(false);
        }
        finally
        {
            _sending.Clear();
        }
    }
}
