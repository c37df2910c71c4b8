namespace RowJson;

// A sequence that can also be read asynchronously, such as a database's query: an asynchronous write does so.
internal sealed class AwaitableRows<T>(RowSource rows, IAsyncEnumerable<T> asyncRows, Func<Action<RowEncoder, T>> open) : RowSource
{
    public override RowRoot Root => rows.Root;

    public override object? Identity => rows.Identity;

    public override RowSource For(JsonRowOptions options) =>
        rows.For(options) is var source && ReferenceEquals(source, rows) ? this : source;

    public override IRowPass Open() => rows.Open();

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        new AsyncSequencePass<T>(asyncRows, open(), encoder => rows.Open().DescribeColumns(encoder), policy);
}
