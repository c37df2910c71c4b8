using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Rows that are objects: by the columns of their contract, or as the serializer writes them.</summary>
internal sealed class ObjectRows<T>(IEnumerable<T> rows, JsonTypeInfo<T> typeInfo) : SequenceRows<T, T>(rows)
{
    private readonly ObjectPlans<T> _plans = new(typeInfo);

    internal override object? Identity => null;

    private protected override int EncodeItems(RowEncoder encoder, LiveList<T> items, int index, int end)
    {
        int start = index;
        ObjectPlan<T> plan = _plans.For(encoder);
        ObjectColumns<T>? columns = plan.ColumnsFor(encoder);
        while (index < end && items.TryGetItem(index, out T row))
        {
            index++;
            if (columns is null || row is null) encoder.Fallback.WriteRow(row, typeInfo);
            else columns.WriteDirectly(encoder, in row);
            if (encoder.BatchIsFull) break;
        }
        if (columns is null) plan.CountRows(index - start);
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, T row) => _plans.For(encoder).Write(encoder, row);
}
