namespace RowJson;

// Messages for calls that would mix two writes. Each message says what to do.
internal static class WriteConflict
{
    // Rows are written to a receiver from inside a row that is being written to it.
    public const string NestedWrite =
        "Rows are being written to this buffer, stream or writer, and something inside that write uses it or its JsonRowWriter as "
        + "well: a getter, a converter, a naming function, the sequence, or the stream itself. Do so before or after; inside a row, "
        + "write to another buffer, whose text can be the row's value (RawJson).";

    // A call while another one is under way, on another thread or waiting for the sink.
    public const string OverlappingCall =
        "Another call on this JsonRowWriter is still under way. It takes one call at a time: await each before the next, and use it "
        + "from one thread, or under a lock.";

    public const string ForeignWrite =
        "The Utf8JsonWriter was written to while rows were being written into its array. Leave it alone until they are, or close "
        + "what is begun in between.";

    // A reader has no more rows after the first write.
    public static InvalidOperationException ReaderIsRead() => new(
        "The rows of a reader can be written once, and have been. Execute the query again, write JsonRows.From(command), which does so for "
        + "each write, or call JsonRows.From(reader) anew for the reader's next result.");

    // The failure of a row is such a call, whose message says everything.
    public static bool Is(Exception exception) =>
        exception is InvalidOperationException && ExceptionText.MessageOf(exception) is NestedWrite or OverlappingCall or ForeignWrite;
}

// Rows, or settings for them, that RowJson itself refuses. The message says what to do.
internal class RowRefusedException(string message) : InvalidOperationException(message)
{
    // The rows can be written in another format.
    public bool IsOfFormat { get; init; }
}

// A column was asked for that the rows do not have.
internal sealed class UnknownColumnException(string column, string message) : RowRefusedException(message)
{
    public string Column => column;
}
