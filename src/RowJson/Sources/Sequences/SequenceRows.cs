using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Rows of one type in whatever sequence they come: lists and arrays without an enumerator.</summary>
internal abstract class SequenceRows<T>(IEnumerable<T> rows) : JsonRows
{
    internal sealed override int ListLength => LiveList<T>.CountOf(rows);

    internal sealed override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        if (!LiveList<T>.TryGet(rows, out LiveList<T> list)) return EncodeSequence(encoder, ref cursor);
        cursor.Index = EncodeRows(encoder, list, cursor.Index, int.MaxValue);
        return cursor.Index < list.Count;
    }

    internal sealed override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        LiveList<T>.TryGet(rows, out LiveList<T> list);
        return EncodeRows(encoder, list, start, end);
    }

    /// <summary>
    /// Writes the rows of a list from <paramref name="index"/> on, until the batch is full or the list ends, or to before
    /// <paramref name="end"/>; returns the first row that is not written.
    /// </summary>
    private protected abstract int EncodeRows(RowEncoder encoder, LiveList<T> rows, int index, int end);

    private protected abstract void EncodeRow(RowEncoder encoder, T row);

    private bool EncodeSequence(RowEncoder encoder, ref RowCursor cursor)
    {
        var enumerator = (IEnumerator<T>)(cursor.Enumerator ??= RowEnumerator.Open(rows));
        while (enumerator.MoveNext())
        {
            EncodeRow(encoder, enumerator.Current);
            if (encoder.BatchIsFull) return true;
        }
        return false;
    }
}

/// <summary>Rows whose columns a shape names.</summary>
internal sealed class ShapedRows<T>(IEnumerable<T> rows, JsonRowShape<T> shape) : SequenceRows<T>(rows)
{
    private protected override int EncodeRows(RowEncoder encoder, LiveList<T> rows, int index, int end)
    {
        ShapePlan<T> plan = shape.PlanFor(encoder);
        while (index < end && rows.TryGetItem(index, out T row))
        {
            index++;
            plan.Encode(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, T row) => shape.PlanFor(encoder).Encode(encoder, row);
}

/// <summary>Rows that are objects: by the columns of their contract, or as the serializer writes them.</summary>
internal sealed class ObjectRows<T>(IEnumerable<T> rows, JsonTypeInfo<T> typeInfo) : SequenceRows<T>(rows)
{
    private readonly ObjectPlans<T> _plans = new(typeInfo);

    private protected override int EncodeRows(RowEncoder encoder, LiveList<T> rows, int index, int end)
    {
        int start = index;
        ObjectPlan<T> plan = _plans.For(encoder);
        ObjectColumns<T>? columns = plan.ColumnsFor(encoder);
        while (index < end && rows.TryGetItem(index, out T row))
        {
            index++;
            if (columns is null || row is null) encoder.WriteRow(row, typeInfo);
            else columns.WriteRow(encoder, in row);
            if (encoder.BatchIsFull) break;
        }
        if (columns is null) plan.CountRows(index - start);
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, T row) => _plans.For(encoder).Write(encoder, row);
}
