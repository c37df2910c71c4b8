namespace RowJson;

// Creates the exception that names row and column, and says what to do.
internal static class RowFailure
{
    // What to throw if an exception is a cancellation by the caller's token or by the sink; null for a failure, such as a timeout of the
    // source's own. It carries the caller's own token, by which callers tell cancellations apart, and not a token that is linked to it.
    public static OperationCanceledException? CancellationOf(Exception exception, IRowSink sink, CancellationToken cancellationToken)
    {
        bool isCancelled = cancellationToken.IsCancellationRequested;
        if (exception is EnvelopeFailedException) exception = exception.InnerException!;
        if (exception is not OperationCanceledException cancelled || !(isCancelled || sink.IsCancelled)) return null;
        return isCancelled && cancelled.CancellationToken != cancellationToken
            ? new OperationCanceledException(ExceptionText.MessageOf(cancelled), cancelled, cancellationToken)
            : cancelled;
    }

    public static JsonRowException Create(EnvelopeFailedException exception, bool hasOutput, string? remains = null)
    {
        Exception cause = exception.InnerException!;
        string output = remains ?? (hasOutput ? "The output ends before it and is not closed." : "Nothing was handed to the sink.");
        string message = $"Property '{exception.PropertyName}' of the envelope could not be written: {ExceptionText.Sentence(cause)} "
            + $"Correct the value, or catch this exception and discard the output. {output}";
        return new JsonRowException(message, -1, exception.PropertyName, cause) { Stage = JsonRowStage.Value };
    }

    public static JsonRowException Create(Exception exception, IAsyncRowPass pass, RowEncoder encoder, string? remains = null)
    {
        if (exception is EnvelopeFailedException ofEnvelope) return Create(ofEnvelope, encoder.KeepsCompleteRows, remains);
        // -1 if the source can no longer count its rows: a document that is disposed.
        long row = Quietly.Ask((pass, encoder), static it => it.pass.CountRows(it.encoder), otherwise: -1);
        return Create(exception, row, encoder, remains);
    }

    // row: the index of the row, or -1 if it is not known; for a failure of the sink, the number of rows encoded.
    // encoder: knows the stage, the failed column, and what the sink has been given.
    // remains: what is left of the output, if it is not what the sink has been given.
    public static JsonRowException Create(Exception exception, long row, RowEncoder encoder, string? remains = null) => Create(
        exception, row, encoder.Stage, encoder.Stage == JsonRowStage.Value ? encoder.Column : null, remains ?? OutputOf(encoder));

    public static JsonRowException OfSink(Exception exception, long rows, bool isComplete) =>
        Create(exception, rows, JsonRowStage.Sink, column: null, OutputOfSink(isComplete));

    private static JsonRowException Create(Exception exception, long row, JsonRowStage stage, string? column, string output)
    {
        string what = stage switch
        {
            JsonRowStage.Sink => row < 0 ? "The sink failed" : $"The sink failed after {Rows(row)} encoded",
            JsonRowStage.Source => row < 0 ? "The source failed" : $"The source failed after {Rows(row)} read",
            _ when row < 0 => "The rows could not be written",
            _ when column is null => $"Row {row} could not be written",
            _ => $"Column '{column}' of row {row} could not be written",
        };
        string message = $"{what}: {ExceptionText.Sentence(exception)} {Remedy(exception, stage, column)}{output}";
        return new JsonRowException(message, row, column, exception) { Stage = stage };
    }

    private static string OutputOf(RowEncoder encoder) =>
        encoder.Stage == JsonRowStage.Sink ? OutputOfSink(encoder.IsComplete)
        : !encoder.KeepsCompleteRows ? "Nothing was handed to the sink."
        : !encoder.Fallback.RowsAreDocuments ? "The output ends after the last complete row and is not closed."
        : "The output ends after the last complete row.";

    private static string OutputOfSink(bool isComplete) => isComplete
        ? "The sink had been given the end of the output, which may look whole: discard it."
        : "The output is not closed, and how many of the rows the sink has taken is not known: discard it.";

    private static string Rows(long count) => count == 1 ? "1 row was" : $"{count} rows were";

    private static string Remedy(Exception exception, JsonRowStage stage, string? column) => exception switch
    {
        UnknownColumnException => "Correct the names given to JsonRowOptions.WithColumns. ",
        // RowJson's own exceptions already say what to do.
        RowRefusedException or InsufficientMemoryException => "",
        _ when WriteConflict.Is(exception) || NonFiniteFailure.IsOwn(exception) => "",
        OperationCanceledException =>
            "Nobody cancelled the write: raise the timeout of what was cancelled, or look for who cancels the token that it was given. ",
        _ when stage == JsonRowStage.Sink => "Check the stream or writer that receives the rows. ",
        // What is nested in a column is not affected.
        _ when column is not null && NonFiniteFailure.Is(exception) =>
            "If it is the column's own value, JsonRowOptions.NonFiniteHandling can write null or a string instead. ",
        ObjectDisposedException => "Keep the source undisposed until the write has ended. ",
        InvalidOperationException when stage == JsonRowStage.Source =>
            "Check what the rows are read from: it has to stay open and unchanged until the write has ended. ",
        _ when stage == JsonRowStage.Source => "Check what the rows are read from, or catch this exception and discard the output. ",
        NotSupportedException =>
            "Register a converter for the type, or a context that has it, in JsonRowOptions.SerializerOptions, or convert the value in "
            + "the source. ",
        InsufficientExecutionStackException => "Lower JsonSerializerOptions.MaxDepth, or flatten the value. ",
        _ => "Correct the value or what it is read from, or catch this exception and discard the output. ",
    };
}
