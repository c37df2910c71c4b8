namespace RowJson.Benchmarks;

/// <summary>RowJson over objects whose columns the user names.</summary>
internal sealed class RowJsonShapeContender : IContender
{
    public string Name => "RowJsonShape";

    public string Description => "JsonRows.From(rows, JsonRowShape<T>).WriteTo(IBufferWriter<byte>) (orders only)";

    public bool KnowsFormats => true;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        JsonRowOptions options = settings.ToRowOptions();
        return rows is ObjectRows { Items: IReadOnlyList<Order> orders } and not AsyncObjectRows<Order>
            ? output => JsonRows.From(orders, Order.Shape).WriteTo(output, options)
            : null;
    }
}
