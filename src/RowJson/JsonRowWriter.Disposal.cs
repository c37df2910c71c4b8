namespace RowJson;

/// <content>Disposal, even during another call: the buffers of that call are returned when it has ended.</content>
public sealed partial class JsonRowWriter
{
    /// <summary>Hands the complete rows to the sink and releases it. Does not close the array.</summary>
    /// <remarks>
    /// During another call, such as one that is not awaited, no rows are handed over: the buffers are released when that call ends, and
    /// a stream that is not left open is disposed at once.
    /// </remarks>
    /// <exception cref="JsonRowException">The sink failed; it is released all the same.</exception>
    /// <exception cref="InvalidOperationException">Called from inside a row that is being written.</exception>
    public void Dispose()
    {
        if (!TryClose(out bool isUnderWay)) return;
        Exception? failure = null;
        try
        {
            if (isUnderWay) _gate.WhenLeft(Release);
            else if (HasRest) SendAndExit(_encoder!, isFlush: true);
        }
        finally
        {
            // The gate is closed: no call can enter it any more.
            if (!isUnderWay) Release();
            // Thrown unless there is an earlier failure, to which it adds nothing.
            failure = _ownedSink is IDisposable owned ? Quietly.FailureOf(owned.Dispose) : null;
        }
        if (failure is not null && _failure is null) throw RowFailure.OfSink(failure, RowsWritten, _isCompleted);
    }

    /// <summary>Hands the complete rows to the sink without ever blocking on it, and releases it. Does not close the array.</summary>
    /// <remarks>A call that has not ended is awaited first.</remarks>
    /// <returns>A task that ends when the sink has the rows.</returns>
    /// <exception cref="JsonRowException">The sink failed; it is released all the same.</exception>
    /// <exception cref="InvalidOperationException">Called from inside a row that is being written.</exception>
    public ValueTask DisposeAsync() => TryClose(out bool isUnderWay) ? DisposeAsync(isUnderWay) : default;

    private async ValueTask DisposeAsync(bool isUnderWay)
    {
        Exception? failure = null;
        try
        {
            if (isUnderWay) await _gate.WhenLeftAsync().ConfigureAwait(false);
            if (HasRest) await SendAndExitAsync(_encoder!, isFlush: true, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Release();
            failure = _ownedSink is null ? null : await Quietly.RunAsync(_ownedSink.DisposeAsync).ConfigureAwait(false);
        }
        if (failure is not null && _failure is null) throw RowFailure.OfSink(failure, RowsWritten, _isCompleted);
    }

    private bool TryClose(out bool isUnderWay)
    {
        isUnderWay = false;
        if (_gate.IsClosed) return false;
        EncodingScope.RefuseNested(_receiver);
        return _gate.TryClose(out isUnderWay);
    }

    // Whether there may be rows that the sink should have, but does not have yet.
    private bool HasRest => !_isCompleted && (_failure is null || _encoder is { KeepsCompleteRows: true, Stage: not JsonRowStage.Sink });

    private void Release()
    {
        try
        {
            _context.Return(_encoder!);
        }
        finally
        {
            _encoder = null;
            _sink.Dispose();
        }
    }
}
