namespace RowJson;

/// <summary>
/// Ranges of a list's rows, one encoded by the thread that takes them and the others under way on other threads, as many in all as
/// the options allow, each in a buffer of its own. Taken in order; a range that failed is taken as far as it came, and then throws.
/// </summary>
internal sealed class RowRanges : IDisposable, IAsyncDisposable
{
    private readonly JsonRows _rows;
    private readonly EncodingContext _context;
    private readonly int _end;
    private readonly int _rowsOfRange;
    private readonly int _degree;
    private readonly Queue<Task<EncodedRange>> _running = [];
    private int _next;

    /// <param name="rows">The source.</param>
    /// <param name="encoder">Has written the rows before: their average length makes a range about as long as a piece.</param>
    /// <param name="next">The first row that is not written.</param>
    public RowRanges(JsonRows rows, RowEncoder encoder, int next)
    {
        _rows = rows;
        _context = encoder.Context;
        _end = rows.ListLength;
        _next = next;
        // Some more than processors, for ranges do not end all at once; many more would be memory for nothing.
        _degree = Math.Min(_context.Options.MaxDegreeOfParallelism, 2 * Environment.ProcessorCount);
        long rowLength = Math.Max(1, encoder.BytesWritten / encoder.RowsWritten);
        _rowsOfRange = (int)Math.Clamp(_context.Options.FlushThreshold / rowLength, 1, int.MaxValue);
    }

    /// <summary>Writes the next range; true where there is another.</summary>
    public bool Take(RowEncoder encoder)
    {
        if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, task.GetAwaiter().GetResult());
        else EncodeNext(encoder);
        return HasMore;
    }

    /// <inheritdoc cref="Take"/>
    public async ValueTask<bool> TakeAsync(RowEncoder encoder)
    {
        if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, await task.ConfigureAwait(false));
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

    private bool HasMore => _running.Count > 0 || _next < _end;

    /// <summary>
    /// Encodes a range on this thread, straight into its place, while others encode those behind it: to wait for all of them
    /// would take longer than to encode, for threads wake up slowly.
    /// </summary>
    private void EncodeNext(RowEncoder encoder)
    {
        (int start, int end) = NextRange();
        while (_running.Count < _degree - 1 && _next < _end)
        {
            (int from, int to) = NextRange();
            _running.Enqueue(Task.Run(() => EncodedRange.Encode(_rows, _context, from, to)));
        }
        _rows.EncodeRange(encoder, start, end);
    }

    private (int Start, int End) NextRange()
    {
        int start = _next;
        _next = (int)Math.Min(start + (long)_rowsOfRange, _end);
        return (start, _next);
    }

    private static void Write(RowEncoder encoder, EncodedRange range)
    {
        using (range)
        {
            encoder.WriteEncodedRows(range.Text, range.Rows);
            range.Failure?.Throw(encoder);
        }
    }
}
