namespace RowJson;

/// <summary>Makes the exception that says which row and column, and what to do.</summary>
internal static class RowFailure
{
    public static JsonRowException Create(Exception exception, long row, string? column, bool inSink)
    {
        if (exception is JsonRowException same) return same;
        string where = inSink
            ? $"The sink failed after {row} complete rows"
            : column is null ? $"Row {row} could not be written" : $"Column '{column}' of row {row} could not be written";
        string remedy = Remedy(exception, inSink);
        return new JsonRowException(
            $"{where}: {exception.Message} {remedy} The output ends after the last complete row and is not closed.",
            row,
            inSink ? null : column,
            exception);
    }

    private static string Remedy(Exception exception, bool inSink) => exception switch
    {
        _ when inSink => "Check the stream or writer that receives the rows.",
        NotSupportedException => "Register a converter for the type in JsonRowOptions.Serializer, or convert the value in the source.",
        InsufficientExecutionStackException => "Lower JsonSerializerOptions.MaxDepth, or flatten the value.",
        ObjectDisposedException => "Keep the source undisposed until the write has ended.",
        InvalidOperationException => "Check that the source can still be read and that its text is well-formed.",
        _ => "Correct the value in the source, or catch this exception and discard the output.",
    };
}
