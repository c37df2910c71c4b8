namespace RowJson;

/// <content>Disposal, which may come while another call is under way: its buffers are not given back before it has ended.</content>
public sealed partial class JsonRowWriter
{
    /// <summary>
    /// Hands the complete rows to the sink and releases it. Does not close the array. While another call is still under way, such
    /// as one that was not waited for, no rows are handed over: the buffers are released when that call ends, and a stream that is
    /// not left open is disposed at once.
    /// </summary>
    /// <exception cref="JsonRowException">The sink failed; it is released all the same.</exception>
    /// <exception cref="InvalidOperationException">Called from inside a row that is being written.</exception>
    public void Dispose()
    {
        if (!TryClose(out bool isUnderWay)) return;
        try
        {
            if (isUnderWay) _gate.WhenLeft(Release);
            else if (HasRest) SendAndExit(_encoder!, isFlush: true);
        }
        finally
        {
            // Closed as it is, nobody enters the gate any more.
            if (!isUnderWay) Release();
            (_ownedSink as IDisposable)?.Dispose();
        }
    }

    /// <summary>
    /// Waits for a call that is still under way, hands the complete rows to the sink without ever blocking on it, and releases
    /// it. Does not close the array.
    /// </summary>
    /// <returns>A task that ends when the sink has the rows.</returns>
    /// <exception cref="JsonRowException">The sink failed; it is released all the same.</exception>
    /// <exception cref="InvalidOperationException">Called from inside a row that is being written.</exception>
    public ValueTask DisposeAsync() => TryClose(out bool isUnderWay) ? DisposeAsync(isUnderWay) : default;

    private async ValueTask DisposeAsync(bool isUnderWay)
    {
        try
        {
            if (isUnderWay) await _gate.WhenLeftAsync().ConfigureAwait(false);
            if (HasRest) await SendAndExitAsync(_encoder!, isFlush: true, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Release();
            if (_ownedSink is not null) await _ownedSink.DisposeAsync().ConfigureAwait(false);
        }
    }

    private bool TryClose(out bool isUnderWay)
    {
        isUnderWay = false;
        if (_gate.IsClosed) return false;
        EncodingScope.RefuseNested(_receiver);
        return _gate.TryClose(out isUnderWay);
    }

    /// <summary>There may be rows that the sink does not have, and should have.</summary>
    private bool HasRest => !_sinkFailed && !_isCompleted && (_failure is null || _encoder!.KeepsCompleteRows);

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
