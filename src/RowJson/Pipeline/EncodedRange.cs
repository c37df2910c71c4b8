using System.Runtime.ExceptionServices;

namespace RowJson;

// Rows of a range, encoded, up to the one that failed.
internal sealed class EncodedRange : IDisposable
{
    private readonly PooledBufferWriter _buffer;

    private EncodedRange(JsonRowOptions options, int end)
    {
        _buffer = PooledBufferWriter.ForBatches(options);
        End = end;
    }

    // The rows with what comes between them.
    public ReadOnlySpan<byte> Text => _buffer.WrittenSpan;

    public long Rows { get; private set; }

    public long ReplacedCells { get; private set; }

    // The first row that is not written, and the one after the last of the range: the same unless rows were long.
    public int Next { get; private set; }

    public int End { get; }

    // The list has become shorter: there are no rows after those written.
    public bool EndsList { get; private set; }

    // Why the row after them could not be written; null if they are all there.
    public RangeFailure? Failure { get; private set; }

    // Encodes rows on the thread that calls, until they make a batch. Does not throw: the failure comes with the rows before it.
    // rows: the source.
    // context: has the encoder.
    // receiver: what the write writes to.
    // rowDepth: the nesting of rows.
    // columns: the columns of compact rows.
    // start: the first row of the range.
    // end: the row after its last.
    // length: the number of rows when the range was made.
    public static EncodedRange Encode(
        IRowList rows, RowContext context, object receiver, int rowDepth, CompactColumns? columns, int start, int end, int length)
    {
        var range = new EncodedRange(context.Options, end);
        RowEncoder encoder = context.Rent();
        try
        {
            encoder.OpenRange(range._buffer, receiver, rowDepth, columns, BufferSizes.LeastRange);
            using var scope = new EncodingScope(encoder);
            range.Next = rows.EncodeRange(encoder, start, end);
            range.EndsList = RowRanges.HasEnded(rows, range.Next, length);
        }
        catch (Exception exception)
        {
            range.Failure = new RangeFailure(ExceptionDispatchInfo.Capture(exception), encoder.Column);
        }
        try
        {
            encoder.Commit();
            range.Rows = encoder.RowsWritten;
            range.ReplacedCells = encoder.ReplacedCells;
        }
        catch (Exception exception)
        {
            // No memory for rows that are there: none of them counts.
            range._buffer.Clear();
            range.Failure = new RangeFailure(ExceptionDispatchInfo.Capture(exception), Column: null);
        }
        context.Return(encoder);
        return range;
    }

    public void Dispose() => _buffer.Dispose();
}

// A failure on another thread.
internal sealed record RangeFailure(ExceptionDispatchInfo Exception, string? Column)
{
    // Throws it as if it were encoder's own.
    public void Throw(RowEncoder encoder)
    {
        encoder.NoteFailedColumn(Column);
        Exception.Throw();
    }
}
