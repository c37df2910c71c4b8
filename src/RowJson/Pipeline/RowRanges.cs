namespace RowJson;

// Ranges of a list's rows, one encoded by the thread that takes them and the others under way on other threads, as many in all as the
// options allow, each in a buffer of its own. They are taken in order; of a range that failed, the complete rows are taken before it
// throws.
internal sealed class RowRanges : IRowPass
{
    private readonly IRowList _rows;
    private readonly RowContext _context;
    private readonly object _receiver;
    private readonly int _rowDepth;
    private readonly CompactColumns? _columns;
    private readonly int _degree;
    private readonly Queue<Task<EncodedRange>> _running = [];

    // The average of the rows written last.
    private long _rowLength = 1;

    // The first row of which no range has been made.
    private int _next;

    // What is left of the range taken last, whose rows were longer than those before.
    private int _restNext, _restEnd;

    // The number of rows when ranges were made last.
    private int _length;

    // The list has become shorter, and all that is left of it is written. What is under way is no longer wanted.
    private bool _hasEnded;

    // rows: the source.
    // encoder: has written the rows before: their average length makes a range about as long as a batch.
    // next: the first row that is not written.
    public RowRanges(IRowList rows, RowEncoder encoder, int next)
    {
        _rows = rows;
        _context = encoder.Context;
        _receiver = encoder.Receiver!;
        _rowDepth = encoder.RowDepth;
        _columns = encoder.Columns;
        _next = next;
        // Some more than processors, for ranges do not end all at once; many more would be memory for nothing.
        _degree = Math.Min(_context.Options.Threads, 2 * Environment.ProcessorCount);
        Measure(encoder.BytesWritten, encoder.RowsWritten);
    }

    // The pass itself, or the ranges of its list, where the options ask for several threads and the output allows them.
    public static IRowPass Over(IRowPass pass, RowEncoder encoder) =>
        encoder.Context.Options.Threads > 1 && encoder.TakesRanges && pass is IRowList rows ? new FirstBatch(rows) : pass;

    // Writes the next range.
    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        if (_restNext < _restEnd) EncodeRest(encoder);
        else if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, task.GetAwaiter().GetResult());
        else EncodeNext(encoder);
        return HasMore ? this : null;
    }

    public async ValueTask<IAsyncRowPass?> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        if (_restNext < _restEnd) EncodeRest(encoder);
        else if (_running.TryDequeue(out Task<EncodedRange>? task)) Write(encoder, await task.ConfigureAwait(false));
        else EncodeNext(encoder);
        return HasMore ? this : null;
    }

    // Waits for what is under way: the rows are the caller's again afterwards.
    public void Dispose()
    {
        while (_running.TryDequeue(out Task<EncodedRange>? task)) task.GetAwaiter().GetResult().Dispose();
    }

    public async ValueTask DisposeAsync()
    {
        while (_running.TryDequeue(out Task<EncodedRange>? task)) (await task.ConfigureAwait(false)).Dispose();
    }

    // A list that had length rows has become shorter, and next is not among its rows any more. Those after it, of which there may be
    // ranges, are not there either.
    public static bool HasEnded(IRowList rows, int next, int length)
    {
        int now = rows.Count;
        return now <= next && now < length;
    }

    private bool HasMore => !_hasEnded && (_restNext < _restEnd || _running.Count > 0 || _next < _rows.Count);

    // Encodes a range on this thread, straight into its place, while others encode those after it: to wait for all of them would take
    // longer than to encode, for threads wake up slowly.
    private void EncodeNext(RowEncoder encoder)
    {
        int length = _length = _rows.Count;
        long rows = RowsOfRange(length - _next);
        (_restNext, _restEnd) = NextRange(rows, length);
        while (_running.Count < _degree - 1 && _next < length)
        {
            (int from, int to) = NextRange(rows, length);
            _running.Enqueue(Task.Run(() => EncodedRange.Encode(_rows, _context, _receiver, _rowDepth, _columns, from, to, length)));
        }
        EncodeRest(encoder);
    }

    private void EncodeRest(RowEncoder encoder)
    {
        using var scope = new EncodingScope(encoder);
        _restNext = _rows.EncodeRange(encoder, _restNext, _restEnd);
        _hasEnded = HasEnded(_rows, _restNext, _length);
    }

    // How many of the rows left make a range.
    private long RowsOfRange(int rowsLeft)
    {
        // Three quarters of a batch: rows differ, and what goes beyond a batch is left to the thread that takes the range.
        long batch = Math.Max(1, (long)_context.Options.FlushThreshold * 3 / 4 / _rowLength);
        // Of a short list every thread gets a share.
        return Math.Max(batch, Math.Min(BufferSizes.LeastRange * 3 / 4 / _rowLength, ((long)rowsLeft + _degree - 1) / _degree));
    }

    private (int Start, int End) NextRange(long rows, int length)
    {
        int start = _next;
        // The list may have become shorter since: the rows that are made ranges of never come again.
        _next = (int)Math.Max(start, Math.Min(start + rows, length));
        return (start, _next);
    }

    private void Write(RowEncoder encoder, EncodedRange range)
    {
        using (range)
        {
            encoder.WriteEncodedRows(range.Text, range.Rows);
            encoder.AddReplacedCells(range.ReplacedCells);
            range.Failure?.Throw(encoder);
            Measure(range.Text.Length, range.Rows);
            (_restNext, _restEnd) = (range.Next, range.End);
            _hasEnded = range.EndsList;
        }
    }

    private void Measure(long bytes, long rows)
    {
        // A list that has become shorter may leave a range without rows.
        if (rows > 0) _rowLength = Math.Max(1, bytes / rows);
    }

    // The first batch is written on the spot, and says how many rows make one.
    private sealed class FirstBatch(IRowList rows) : IRowPass
    {
        public IRowPass? EncodeBatch(RowEncoder encoder) =>
            rows.EncodeBatch(encoder) is null ? null : new RowRanges(rows, encoder, (int)encoder.RowsWritten);

        public void DescribeColumns(RowEncoder encoder) => rows.DescribeColumns(encoder);
    }
}
