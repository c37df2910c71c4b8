namespace RowJson;

// Rows whose columns a shape names.
internal sealed class ShapedRows<T>(IEnumerable<T> rows, JsonRowShape<T> shape) : SequenceRows<T, T>(rows)
{
    public override RowRoot Root
    {
        get
        {
            shape.RequireColumns();
            return RowRoot.Rows;
        }
    }

    public override object? Identity => null;

    public override void DescribeColumns(RowEncoder encoder) => shape.DescribeColumns(encoder);

    private protected override int EncodeItems(RowEncoder encoder, LiveList<T> items, int index, int end)
    {
        ShapePlan<T> plan = shape.PlanFor(encoder);
        while (index < end && items.TryGetItem(index, out T row))
        {
            index++;
            plan.Encode(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, T row) => shape.PlanFor(encoder).Encode(encoder, row);
}
