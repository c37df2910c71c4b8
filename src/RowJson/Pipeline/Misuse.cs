namespace RowJson;

/// <summary>Calls at a moment when they would mix two writes. Each message says what to do.</summary>
internal static class Misuse
{
    private const string Nested =
        "Rows are being written to this buffer, stream or writer, and something inside one of them writes to it as well: a getter, a "
        + "converter, a naming function or the sequence. Write to it before or after these rows; inside a row, write to another "
        + "buffer, whose text can be the row's value (RawJson).";

    private const string InsideOwnCall =
        "The JsonRowWriter is called from inside a call of its own. Call it before or after, not from what that call uses: "
        + "neither from the row nor from the stream or buffer that receives the rows.";

    private const string UnderWay =
        "Another call on this JsonRowWriter is still under way. It takes one call at a time: await each before the next, and use it "
        + "from one thread, or under a lock.";

    /// <summary>Rows are written to a receiver from inside a row that is being written to it.</summary>
    public static InvalidOperationException NestedWrite() => new(Nested);

    /// <summary>A call from inside another one on the same thread.</summary>
    public static InvalidOperationException NestedCall() => new(InsideOwnCall);

    /// <summary>A call while another one is under way, on another thread or waiting for the sink.</summary>
    public static InvalidOperationException OverlappingCall() => new(UnderWay);

    /// <summary>The failure of a row is a misuse, of which the message says everything.</summary>
    public static bool Is(Exception exception) =>
        exception is InvalidOperationException && exception.Message is Nested or InsideOwnCall or UnderWay;
}
