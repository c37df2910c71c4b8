namespace RowJson;

// How many bytes of rows are handed on at once, and how far.
// Interval: the longest that complete rows wait for more; null if only their size counts; zero if they leave whenever the source makes the
// write wait.
// WatchesReader: the sink's reader may leave, which a flush shows even if there are no rows to send.
internal readonly record struct FlushPolicy(TimeSpan? Interval, bool WatchesReader)
{
    public static FlushPolicy For(JsonRowOptions options, IRowSink sink) => new(options.FlushInterval, sink.HasReader);

    // Rows leave while the source is silent: the write may end while a move to the next row is pending.
    public bool SendsBetweenRows => Interval is not null;

    // Rows leave when the source has no next one at once, and no clock is looked at.
    public bool SendsBeforeEachWait => Interval == TimeSpan.Zero;

    public TimeSpan? Clock => SendsBeforeEachWait ? null : Interval;

    // Hands a batch on. Within an interval rows may not wait in the receiver either; otherwise the sink may keep a batch on its way while
    // the next one is encoded, but not the last one.
    public ValueTask<bool> SendAsync(IRowSink sink, bool isLast, CancellationToken cancellationToken) =>
        SendsBetweenRows ? sink.FlushAsync(cancellationToken)
        : isLast ? sink.DrainAsync(cancellationToken)
        : sink.SendAsync(cancellationToken);
}
