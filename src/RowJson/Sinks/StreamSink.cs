using System.IO.Compression;

namespace RowJson;

// Sends each batch to a stream, which stays open. While an asynchronous write is pending, rows are encoded into a second buffer. It is made
// only then: a stream whose writes complete at once never needs it.
internal sealed class StreamSink : IRowSink
{
    private readonly Stream _stream;

    // What rows are encoded into. It belongs to the encoder, which returns its array.
    private PooledBufferWriter _buffer = null!;

    // What the pending write sends; empty if no write is pending, null before the first pending one.
    private PooledBufferWriter? _sending;

    private ValueTask _write;

    public StreamSink(Stream utf8Json, JsonRowCompression compression = JsonRowCompression.None)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        if (!utf8Json.CanWrite)
            throw new ArgumentException("The stream cannot be written to. Pass one whose CanWrite is true.", nameof(utf8Json));
        Receiver = utf8Json;
        _stream = compression == JsonRowCompression.None ? utf8Json : Compress(utf8Json, compression);
    }

    public object Receiver { get; }

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

    // The end of compressed data is written when the compressing stream is disposed of, which never happens after a failure.
    public ValueTask<bool> EndAsync(ValueTask<bool> last) => _stream == Receiver ? last : EndCompressedAsync(last);

    public void Complete()
    {
        if (_stream != Receiver) _stream.Dispose();
    }

    // Returns the second buffer, unless a pending write still reads it: then it is left to the garbage collector.
    public void Dispose()
    {
        if (!IsSending) _sending?.Dispose();
    }

    // Waits for the pending write, because it reads memory that is to be returned. How it ends no longer matters.
    public async ValueTask DisposeAsync()
    {
        if (IsSending)
        {
            await _write.AsTask().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _sending!.Clear();
        }
        Dispose();
    }

    private async ValueTask<bool> EndCompressedAsync(ValueTask<bool> last)
    {
        await last.ConfigureAwait(false);
        await _stream.DisposeAsync().ConfigureAwait(false);
        return true;
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

    // The state machine is pooled: waiting for a write allocates nothing per batch. The result is awaited once, as pooling requires.
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
            // After a short output the encoder gets its first array back, for the next one.
            if (_buffer.WrittenCount == 0) _buffer.Exchange(_sending);
        }
        return true;
    }

    // A method of its own: compiling it loads the assemblies that compress.
    private static Stream Compress(Stream utf8Json, JsonRowCompression compression) => compression switch
    {
        JsonRowCompression.Gzip => new GZipStream(utf8Json, CompressionLevel.Fastest, leaveOpen: true),
        JsonRowCompression.Brotli => new BrotliStream(utf8Json, CompressionLevel.Fastest, leaveOpen: true),
        _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
    };
}
