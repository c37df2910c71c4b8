using System.Runtime.ExceptionServices;

namespace RowJson;

/// <content>One method per kind of row, each with an asynchronous twin that waits for the sink when a batch is full.</content>
public sealed partial class JsonRowWriter
{
    /// <summary>Writes a row that is a dictionary or another sequence of names and values.</summary>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <exception cref="JsonRowException">A value, the row or the sink failed; nothing of the failed row is written.</exception>
    /// <exception cref="InvalidOperationException">The writer is completed, or a row or the sink has failed before.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [OverloadResolutionPriority(1)] // a literal null is one of these
    public void WriteRow(IEnumerable<KeyValuePair<string, object?>>? row) =>
        Write(row, static (encoder, pairs) => encoder.WritePairsRow(pairs, declaredType: null));

    /// <summary>Writes a row that is an element of a document.</summary>
    /// <param name="row">The row.</param>
    /// <exception cref="JsonRowException">The row or the sink failed; nothing of the failed row is written.</exception>
    /// <exception cref="InvalidOperationException">The writer is completed, or a row or the sink has failed before.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void WriteRow(JsonElement row) => Write(row, static (encoder, element) => encoder.WriteElementRow(element));

    /// <inheritdoc cref="WriteRow(IEnumerable{KeyValuePair{string, object}})"/>
    /// <param name="row">The row; null is written as <c>null</c>.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or a pipe's pending flush was.
    /// </exception>
    [OverloadResolutionPriority(1)] // a literal null is one of these
    public ValueTask<bool> WriteRowAsync(IEnumerable<KeyValuePair<string, object?>>? row, CancellationToken cancellationToken = default) =>
        WriteAsync(row, static (encoder, pairs) => encoder.WritePairsRow(pairs, declaredType: null), cancellationToken);

    /// <inheritdoc cref="WriteRow(JsonElement)"/>
    /// <param name="row">The row.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or a pipe's pending flush was.
    /// </exception>
    public ValueTask<bool> WriteRowAsync(JsonElement row, CancellationToken cancellationToken = default) =>
        WriteAsync(row, static (encoder, element) => encoder.WriteElementRow(element), cancellationToken);

    private void Write<TRow>(TRow row, Action<RowEncoder, TRow> encode)
    {
        RowEncoder encoder = Enter();
        if (Encode(encoder, row, encode, CancellationToken.None) is { } failure) ExceptionDispatchInfo.Throw(failure);
        if (encoder.BatchIsFull) SendAndExit(encoder, isFlush: false);
        else _gate.Exit();
    }

    private ValueTask<bool> WriteAsync<TRow>(TRow row, Action<RowEncoder, TRow> encode, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<bool>(cancellationToken);
        RowEncoder encoder = Enter();
        if (Encode(encoder, row, encode, cancellationToken) is { } failure) return ValueTask.FromException<bool>(failure);
        if (encoder.BatchIsFull) return SendAndExitAsync(encoder, isFlush: false, cancellationToken);
        _gate.Exit();
        return new ValueTask<bool>(true);
    }

    // Has a row or the end of the array encoded. Returns null, or a failure, with which the operation has ended.
    private Exception? Encode<TRow>(RowEncoder encoder, TRow row, Action<RowEncoder, TRow> encode, CancellationToken cancellationToken)
    {
        var scope = new EncodingScope(encoder);
        try
        {
            encode(encoder, row);
        }
        catch (Exception exception)
        {
            scope.Dispose();
            try
            {
                return Fail(exception, cancellationToken) ?? exception;
            }
            finally
            {
                _gate.Exit();
            }
        }
        scope.Dispose();
        Count(encoder);
        return null;
    }
}
