namespace RowJson;

/// <summary>
/// Ranges of a list's rows, one encoded by the thread that takes them and the others under way on other threads, as many in all as
/// the options allow, each in a buffer of its own. Taken in order; a range that failed is taken as far as it came, and then throws.
/// </summary>
internal sealed class RowRanges : IDisposable, IAsyncDisposable
{
    private readonly JsonRows _rows;
    private readonly EncodingContext _context;
    private readonly object _receiver;
    private readonly int _end;
    private readonly int _degree;
    private readonly Queue<Task<EncodedRange>> _running = [];

    /// <summary>The average of the rows written last.</summary>
    private long _rowLength;

    /// <summary>The first row of which no range has been made.</summary>
    private int _next;

    /// <summary>What is left of the range taken last, whose rows were longer than those before.</summary>
    private int _restNext, _restEnd;

    /// <param name="rows">The source.</param>
    /// <param name="encoder">Has written the rows before: their average length makes a range about as long as a piece.</param>
    /// <param name="next">The first row that is not written.</param>
    public RowRanges(JsonRows rows, RowEncoder encoder, int next)
    {
        _rows = rows;
        _context = encoder.Context;
        _receiver = encoder.Receiver!;
        _end = rows.ListLength;
        _next = next;
        // Some more than processors, for ranges do not end all at once; many more would be memory for nothing.
        _degree = Math.Min(_context.Options.MaxDegreeOfParallelism, 2 * Environment.ProcessorCount);
        Measure(encoder.BytesWritten, encoder.RowsWritten);
    }

    /// <summary>Writes the next range; true where there is another.</summary>
    public bool Take(RowEncoder encoder)
    {
        if (_restNext < _restEnd) EncodeRest(encoder);
        else if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, task.GetAwaiter().GetResult());
        else EncodeNext(encoder);
        return HasMore;
    }

    /// <inheritdoc cref="Take"/>
    public async ValueTask<bool> TakeAsync(RowEncoder encoder)
    {
        if (_restNext < _restEnd) EncodeRest(encoder);
        else if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, await task.ConfigureAwait(false));
        else EncodeNext(encoder);
        return HasMore;
    }

    /// <summary>Waits for what is under way: the rows are the caller's again afterwards.</summary>
    public void Dispose()
    {
        while (_running.TryDequeue(out Task<EncodedRange>? task)) task.GetAwaiter().GetResult().Dispose();
    }

    /// <inheritdoc cref="Dispose"/>
    public async ValueTask DisposeAsync()
    {
        while (_running.TryDequeue(out Task<EncodedRange>? task)) (await task.ConfigureAwait(false)).Dispose();
    }

    private bool HasMore => _restNext < _restEnd || _running.Count > 0 || _next < _end;

    /// <summary>
    /// Encodes a range on this thread, straight into its place, while others encode those behind it: to wait for all of them
    /// would take longer than to encode, for threads wake up slowly.
    /// </summary>
    private void EncodeNext(RowEncoder encoder)
    {
        (_restNext, _restEnd) = NextRange();
        while (_running.Count < _degree - 1 && _next < _end)
        {
            (int from, int to) = NextRange();
            _running.Enqueue(Task.Run(() => EncodedRange.Encode(_rows, _context, _receiver, from, to)));
        }
        EncodeRest(encoder);
    }

    private void EncodeRest(RowEncoder encoder)
    {
        using var scope = new EncodingScope(encoder);
        _restNext = _rows.EncodeRange(encoder, _restNext, _restEnd);
    }

    private (int Start, int End) NextRange()
    {
        // Three quarters of a piece: rows differ, and what goes beyond a piece is left to the thread that takes the range.
        long rows = Math.Max(1, (long)_context.Options.FlushThreshold * 3 / 4 / _rowLength);
        int start = _next;
        _next = (int)Math.Min(start + rows, _end);
        return (start, _next);
    }

    private void Write(RowEncoder encoder, EncodedRange range)
    {
        using (range)
        {
            encoder.WriteEncodedRows(range.Text, range.Rows);
            range.Failure?.Throw(encoder);
            Measure(range.Text.Length, range.Rows);
            (_restNext, _restEnd) = (range.Next, range.End);
        }
    }

    private void Measure(long bytes, long rows) => _rowLength = Math.Max(1, bytes / rows);
}
