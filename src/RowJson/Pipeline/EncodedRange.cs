using System.Runtime.ExceptionServices;

namespace RowJson;

/// <summary>Rows of a range, encoded, up to the one that failed.</summary>
internal sealed class EncodedRange : IDisposable
{
    private readonly PooledBufferWriter _buffer;

    private EncodedRange(JsonRowOptions options, int end)
    {
        _buffer = PooledBufferWriter.ForBatches(options);
        End = end;
    }

    /// <summary>The rows with what comes between them.</summary>
    public ReadOnlySpan<byte> Text => _buffer.WrittenSpan;

    public long Rows { get; private set; }

    /// <inheritdoc cref="ValueEncoder.ReplacedCells"/>
    public long ReplacedCells { get; private set; }

    /// <summary>The first row that is not written, and the one after the last of the range: the same unless rows were long.</summary>
    public int Next { get; private set; }

    /// <inheritdoc cref="Next"/>
    public int End { get; }

    /// <summary>The list has become shorter: there are no rows after those written.</summary>
    public bool EndsList { get; private set; }

    /// <summary>Why the row after them could not be written; null if they are all there.</summary>
    public RangeFailure? Failure { get; private set; }

    /// <summary>
    /// Encodes rows on the thread that calls, until they make a batch. Does not throw: the failure comes with the rows before it.
    /// </summary>
    /// <param name="rows">The source.</param>
    /// <param name="context">Has the encoder.</param>
    /// <param name="receiver">What the write writes to.</param>
    /// <param name="rowDepth">The nesting of rows.</param>
    /// <param name="columns">The columns of compact rows.</param>
    /// <param name="start">The first row of the range.</param>
    /// <param name="end">The row after its last.</param>
    /// <param name="length">The number of rows when the range was made.</param>
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

/// <summary>A failure on another thread.</summary>
internal sealed record RangeFailure(ExceptionDispatchInfo Exception, string? Column)
{
    /// <summary>Throws it as if it were <paramref name="encoder"/>'s own.</summary>
    public void Throw(RowEncoder encoder)
    {
        encoder.NoteFailedColumn(Column);
        Exception.Throw();
    }
}
