namespace RowJson;

// A stream, which receives a batch at a time and stays open.
// One write is under way at a time; rows are encoded into a second buffer meanwhile. A stream whose writes end at once never needs it.
internal sealed class StreamSink : IRowSink
{
    private readonly Stream _stream;

    // The encoder's own, which gives it back.
    private PooledBufferWriter _buffer = null!;

    // What the write under way sends; empty where there is none, null before the first one that is waited for.
    private PooledBufferWriter? _sending;

    private ValueTask _write;

    public StreamSink(Stream utf8Json)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        if (!utf8Json.CanWrite)
            throw new ArgumentException("The stream cannot be written to. Pass one whose CanWrite is true.", nameof(utf8Json));
        _stream = utf8Json;
    }

    public object Receiver => _stream;

    public string? Remains { get; init; }

    private bool IsSending => _sending is { WrittenCount: > 0 };

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => encoder.Open(_buffer = encoder.OwnBuffer, Receiver, sourceInfo);

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

    public ValueTask<bool> SendAsync(CancellationToken cancellationToken)
    {
        if (IsSending) return EndAndSendAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (_buffer.WrittenCount > 0) BeginWrite(cancellationToken);
        return new ValueTask<bool>(true);
    }

    public ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        ValueTask<bool> sent = SendAsync(cancellationToken);
        return sent.IsCompleted && !IsSending ? sent : EndWriteAsync(sent);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> FlushAsync(CancellationToken cancellationToken)
    {
        await DrainAsync(cancellationToken).ConfigureAwait(false);
        await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    // Returns the buffer, except one that a write under way still reads: that is left to the garbage collector.
    public void Dispose()
    {
        if (!IsSending) _sending?.Dispose();
    }

    // Waits for the write under way, which reads memory that is to be given back; how it ends does not matter any more.
    public async ValueTask DisposeAsync()
    {
        if (IsSending)
        {
            await _write.AsTask().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _sending!.Clear();
        }
        Dispose();
    }

    [SuppressMessage("Reliability", "CA2012", Justification = "Awaited once, by the code that ends the write.")]
    private void BeginWrite(CancellationToken cancellationToken)
    {
        _write = _stream.WriteAsync(_buffer.WrittenMemory, cancellationToken);
        if (!_write.IsCompleted) _buffer.Exchange(_sending ??= _buffer.Another());
        else
        {
            _write.GetAwaiter().GetResult();
            _buffer.Clear();
        }
    }

    // Pooled: a write that has to wait costs no memory for each batch. The result is awaited once, as the builder demands.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> EndAndSendAsync(CancellationToken cancellationToken)
    {
        await EndWriteAsync(new ValueTask<bool>(true)).ConfigureAwait(false);
        return await SendAsync(cancellationToken).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> EndWriteAsync(ValueTask<bool> sent)
    {
        await sent.ConfigureAwait(false);
        if (!IsSending) return true;
        try
        {
            await _write.ConfigureAwait(false);
        }
        finally
        {
            _sending!.Clear();
            // The encoder's first array comes back from a short output.
            if (_buffer.WrittenCount == 0) _buffer.Exchange(_sending);
        }
        return true;
    }
}
