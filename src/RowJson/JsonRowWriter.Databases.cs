namespace RowJson;

/// <content>Rows of readers.</content>
public sealed partial class JsonRowWriter
{
    // Two, so that the columns of readers that take turns, as in a merge, are examined once each.
    private ReaderResult<ReaderColumns>? _result;
    private ReaderResult<ReaderColumns>? _resultBefore;

    // The last reader that was given, and where its cells come from.
    private DbDataReader? _reader;
    private DbDataReader? _innermost;

    /// <summary>Writes the current row of a reader, as <see cref="JsonRows.From(DbDataReader)"/> writes it.</summary>
    /// <remarks>
    /// The reader is neither moved nor disposed; each cell is read once and in order. Several readers may take turns, and a reader may
    /// move to its next result. The columns are compared with those of the row before, so for a whole result <see cref="JsonRows"/> is
    /// faster.
    /// </remarks>
    /// <param name="reader">The reader; its <see cref="DbDataReader.Read"/> has returned true.</param>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    /// <exception cref="JsonRowException">A cell, the reader or the sink failed; nothing of the failed row is written.</exception>
    /// <exception cref="InvalidOperationException">The writer is completed, or a row or the sink has failed before.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void WriteRow(DbDataReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        Write((Writer: this, Reader: reader), static (encoder, row) => row.Writer.EncodeRow(encoder, row.Reader));
    }

    /// <inheritdoc cref="WriteRow(DbDataReader)"/>
    /// <param name="reader">The reader; its <see cref="DbDataReader.Read"/> has returned true.</param>
    /// <param name="cancellationToken">Checked before the row is written, and passed to the sink.</param>
    /// <returns><see langword="false"/> if the reader of the pipe has completed; else <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or a pipe's pending flush was.
    /// </exception>
    public ValueTask<bool> WriteRowAsync(DbDataReader reader, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return WriteAsync(
            (Writer: this, Reader: reader), static (encoder, row) => row.Writer.EncodeRow(encoder, row.Reader), cancellationToken);
    }

    private void EncodeRow(RowEncoder encoder, DbDataReader reader)
    {
        if (!ReferenceEquals(reader, _reader)) (_reader, _innermost) = (reader, WrappedReader.InnermostOf(reader));
        var row = new ReaderCells(_innermost!);
        ResultOf(_innermost!, encoder).Columns.Write(encoder, in row);
    }

    private ReaderResult<ReaderColumns> ResultOf(DbDataReader reader, RowEncoder encoder)
    {
        if (_result is { } last && last.IsOf(reader)) return last;
        ReaderResult<ReaderColumns>? before = _resultBefore;
        _resultBefore = _result;
        _result = before is not null && before.IsOf(reader)
            ? before
            : new ReaderResult<ReaderColumns>(reader, encoder.Context.Options, new ReaderColumns(reader, encoder, isMovedByUser: true));
        return _result;
    }
}
