using System.IO.Pipelines;

namespace RowJson;

/// <summary>Writes rows one at a time, for sources that push their rows.</summary>
/// <remarks>
/// <para>Rows reach the sink in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes, and never in part.</para>
/// <para>
/// Not thread-safe: one call at a time. A call before the previous one has ended, on another thread or from inside the row, throws an
/// <see cref="InvalidOperationException"/> and changes nothing.
/// </para>
/// <para>
/// Without <see cref="Complete"/> or <see cref="CompleteAsync"/> the array is not closed. Nothing of a row that fails is written, and the
/// writer takes no further rows. A call whose token is already cancelled changes nothing; a call that is cancelled later is the last.
/// </para>
/// </remarks>
[DebuggerDisplay("{RowsWritten} rows, {BytesWritten} bytes written")]
public sealed partial class JsonRowWriter : IDisposable, IAsyncDisposable
{
    private readonly OperationGate _gate = new(typeof(JsonRowWriter));
    private readonly IRowSink _sink;
    private readonly object _receiver;
    private readonly RowContext _context;
    private readonly IAsyncDisposable? _ownedSink;
    private RowEncoder? _encoder;
    private Exception? _failure;
    private bool _isCompleted;

    /// <summary>Writes into a buffer.</summary>
    /// <param name="bufferWriter">Receives complete rows.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="bufferWriter"/> is null.</exception>
    public JsonRowWriter(IBufferWriter<byte> bufferWriter, JsonRowOptions? options = null)
        : this(new BufferWriterSink(bufferWriter), options, owned: null)
    {
    }

    /// <summary>Writes to a stream.</summary>
    /// <param name="utf8Json">Receives complete rows.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the writer is disposed. Default: <see langword="true"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    public JsonRowWriter(Stream utf8Json, JsonRowOptions? options = null, bool leaveOpen = true)
        : this(new StreamSink(utf8Json), options, leaveOpen ? null : utf8Json)
    {
    }

    /// <summary>Writes into a pipe's own memory.</summary>
    /// <param name="utf8Json">Receives complete rows; is not completed. Its reader sees them after an asynchronous flush.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    public JsonRowWriter(PipeWriter utf8Json, JsonRowOptions? options = null)
        : this(new PipeSink(utf8Json), options, owned: null)
    {
    }

    /// <summary>Writes one array into a larger document, wherever a value may appear; the array is opened at once.</summary>
    /// <param name="writer">The writer; its own encoder, indentation and depth apply. It is not flushed.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="ArgumentException"><see cref="JsonRowOptions.Format"/> makes each row a document, as <c>Lines</c> does.</exception>
    /// <exception cref="InvalidOperationException">A value may not appear where the writer is.</exception>
    /// <exception cref="JsonException">The writer is nested as deep as <see cref="JsonSerializerOptions.MaxDepth"/> allows.</exception>
    public JsonRowWriter(Utf8JsonWriter writer, JsonRowOptions? options = null)
        : this(Utf8JsonWriterSink.Of(writer, options ?? JsonRowOptions.Default), options, owned: null)
    {
    }

    private JsonRowWriter(IRowSink sink, JsonRowOptions? options, IAsyncDisposable? owned)
    {
        options ??= JsonRowOptions.Default;
        (_sink, _receiver, _ownedSink) = (sink, sink.Receiver, owned);
        EncodingScope.RefuseNested(_receiver);
        var sourceInfo = new SourceInfo(IsValue: false, Envelope: null);
        sourceInfo.Require(options);
        _context = sink.ContextFor(options);
        _encoder = _context.Rent();
        try
        {
            sink.Open(_encoder, sourceInfo);
        }
        catch
        {
            _context.Return(_encoder);
            throw;
        }
    }

    /// <summary>Complete rows written, whether or not the sink has them yet.</summary>
    public long RowsWritten { get; private set; }

    /// <summary>Bytes written, whether or not the sink has them yet.</summary>
    public long BytesWritten { get; private set; }

    /// <summary>Bytes of complete rows that wait for a flush.</summary>
    public int BytesPending => _encoder?.BytesPending ?? 0;

    /// <summary>Hands complete rows to the sink, and flushes a stream. A pipe's reader sees them after <see cref="FlushAsync"/>.</summary>
    /// <exception cref="JsonRowException">The sink failed.</exception>
    /// <exception cref="InvalidOperationException">The writer is completed, or a row or the sink has failed before.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Flush() => SendAndExit(Enter(), isFlush: true);

    /// <summary>Hands all complete rows to the sink, and flushes it, without ever blocking on it.</summary>
    /// <inheritdoc cref="Flush"/>
    /// <param name="cancellationToken">Checked before rows are handed over, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled, or a pipe's flush was.</exception>
    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<bool>(cancellationToken)
        : SendAndExitAsync(Enter(), isFlush: true, cancellationToken);

    /// <summary>Closes the array and hands everything to the sink. No row can follow.</summary>
    /// <inheritdoc cref="Flush"/>
    public void Complete() => Write(0, static (encoder, _) => CloseArray(encoder));

    /// <summary>Closes the array and hands everything to the sink without ever blocking on it. No row can follow.</summary>
    /// <inheritdoc cref="FlushAsync"/>
    /// <returns>A task that ends when the sink has everything.</returns>
    public ValueTask CompleteAsync(CancellationToken cancellationToken = default)
    {
        // WriteAsync checks the token before it closes the array: a pipe keeps what it has been given.
        return EndAsync(WriteAsync(0, static (encoder, _) => CloseArray(encoder), cancellationToken));

        static async ValueTask EndAsync(ValueTask<bool> flush) => await flush.ConfigureAwait(false);
    }

    // Hands over the rows, flushes the receiver if asked to, and ends the operation.
    private void SendAndExit(RowEncoder encoder, bool isFlush)
    {
        try
        {
            using var scope = new EncodingScope(encoder);
            encoder.Stage = JsonRowStage.Sink;
            encoder.Commit();
            if (isFlush) _sink.Flush();
            else _sink.Send();
            EndSend(encoder);
        }
        catch (Exception exception) when (Fail(exception) is var failure && failure != exception)
        {
            throw failure;
        }
        finally
        {
            _gate.Exit();
        }
    }

    private async ValueTask<bool> SendAndExitAsync(RowEncoder encoder, bool isFlush, CancellationToken cancellationToken)
    {
        try
        {
            bool isRead = await BeginSend(encoder, isFlush, cancellationToken).ConfigureAwait(false);
            EndSend(encoder);
            return isRead;
        }
        catch (Exception exception) when (Fail(exception, cancellationToken) is var failure && failure != exception)
        {
            throw failure;
        }
        finally
        {
            _gate.Exit();
        }
    }

    private ValueTask<bool> BeginSend(RowEncoder encoder, bool isFlush, CancellationToken cancellationToken)
    {
        using var scope = new EncodingScope(encoder);
        encoder.Stage = JsonRowStage.Sink;
        encoder.Commit();
        return isFlush ? _sink.FlushAsync(cancellationToken) : _sink.DrainAsync(cancellationToken);
    }

    private void EndSend(RowEncoder encoder)
    {
        if (encoder.IsComplete) _sink.Complete();
        _isCompleted = encoder.IsComplete;
        encoder.Stage = JsonRowStage.Value;
    }

    private static void CloseArray(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Sink;
        encoder.Complete();
    }

    // Begins an operation, which OperationGate.Exit ends. Throws, and changes nothing, if no row may be written now.
    private RowEncoder Enter()
    {
        EncodingScope.RefuseNested(_receiver);
        _gate.Enter();
        if (_isCompleted || _failure is not null)
        {
            _gate.Exit();
            ThrowEnded();
        }
        return _encoder!;
    }

    [DoesNotReturn]
    private void ThrowEnded()
    {
        if (_isCompleted)
            throw new InvalidOperationException("The rows are completed: the array is closed. Use a new JsonRowWriter for other rows.");
        throw new InvalidOperationException(
            $"An earlier write failed after {RowsWritten} complete rows, and no rows can follow. Discard the output and begin anew. "
            + $"The failure was: {ExceptionText.MessageOf(_failure!)}",
            _failure);
    }

    // No row can follow: it is not known which bytes a failed sink has taken. Returns the exception to throw.
    private Exception Fail(Exception exception, CancellationToken cancellationToken = default)
    {
        _failure = exception;
        return _failure = (Exception?)RowFailure.CancellationOf(exception, _sink, cancellationToken)
            ?? RowFailure.Create(exception, RowsWritten, _encoder!);
    }
}
