namespace RowJson;

// Rows that are known when the options of a write are.
internal sealed class DeferredRows(Func<JsonRowOptions, RowSource> choose) : RowSource
{
    public override RowSource For(JsonRowOptions options) => choose(options).For(options);
}
