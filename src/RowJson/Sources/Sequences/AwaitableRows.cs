using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>A sequence that can also be read asynchronously, such as a database's query: an asynchronous write does so.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class AwaitableRows<T>(JsonRows rows, IAsyncEnumerable<T> asyncRows, Func<Action<RowEncoder, T>> open) : JsonRows
{
    internal override object? Identity => rows.Identity;

    internal override JsonRows For(JsonRowOptions options) =>
        rows.For(options) is var source && ReferenceEquals(source, rows) ? this : source;

    internal override IRowPass Open() => rows.Open();

    internal override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        new AsyncSequencePass<T>(asyncRows, open(), policy);
}
