namespace RowJson;

/// <summary>
/// The exception that is thrown if the source, a value or the sink fails while rows are written. If the source or a value fails, the output
/// ends after a complete row, and an array is not closed.
/// </summary>
/// <remarks>
/// If the source or a value fails before anything has been handed to the sink, nothing is handed to it: a web service can still answer with
/// an error. Complete rows of JSON Lines and text sequences are handed over: each is a document of its own. A file is left as it was.
/// <para/>
/// An <see cref="OperationCanceledException"/> that the source, a value or the sink throws by itself, such as the timeout of an
/// <c>HttpClient</c>, is a failure like any other, and is the inner exception. A write is cancelled only by its own token or by
/// <see cref="System.IO.Pipelines.PipeWriter.CancelPendingFlush"/>, and then ends with an <see cref="OperationCanceledException"/>.
/// </remarks>
public class JsonRowException : Exception
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public JsonRowException()
    {
    }

    /// <summary>Initializes a new instance.</summary>
    /// <param name="message">What failed, and what to do.</param>
    public JsonRowException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance.</summary>
    /// <param name="message">What failed, and what to do.</param>
    /// <param name="innerException">The failure itself.</param>
    public JsonRowException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes a new instance.</summary>
    /// <param name="message">What failed, and what to do.</param>
    /// <param name="rowIndex">The zero-based index of the row that failed.</param>
    /// <param name="columnName">The name of the column that failed, as the source gives it, or <see langword="null"/>.</param>
    /// <param name="innerException">The failure itself.</param>
    public JsonRowException(string? message, long rowIndex, string? columnName, Exception? innerException)
        : base(message, innerException) => (RowIndex, ColumnName) = (rowIndex, columnName);

    /// <summary>The zero-based index of the row that failed, or that the source failed to give; -1 if it is not known.</summary>
    /// <remarks>
    /// All rows before it are complete. After a failure of the sink, this is the number of rows encoded so far; the sink may have fewer.
    /// </remarks>
    public long RowIndex { get; } = -1;

    /// <summary>Which part of the write failed. Default: <see cref="JsonRowStage.Unknown"/>.</summary>
    public JsonRowStage Stage { get; init; }

    /// <summary>
    /// The name of the column that failed, as the source gives it, or of the property of an envelope; <see langword="null"/> if the failure
    /// does not concern a single column.
    /// </summary>
    public string? ColumnName { get; }
}
