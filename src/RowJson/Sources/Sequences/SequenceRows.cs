namespace RowJson;

/// <summary>Rows of one type in whatever sequence they come: lists and arrays without an enumerator.</summary>
internal abstract class SequenceRows<T>(IEnumerable<T> rows) : JsonRows
{
    internal sealed override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor) =>
        RowSpan.TryGet(rows, out ReadOnlySpan<T> span) ? EncodeSpan(encoder, span, ref cursor) : EncodeSequence(encoder, ref cursor);

    internal sealed override int ListLength => RowSpan.Count<T>(rows);

    internal sealed override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        RowSpan.TryGet(rows, out ReadOnlySpan<T> span);
        EncodeRows(encoder, span[..end], ref start);
        return start;
    }

    /// <summary>Writes rows from <paramref name="index"/> on until a piece is full; moves the index behind them.</summary>
    private protected abstract void EncodeRows(RowEncoder encoder, ReadOnlySpan<T> rows, ref int index);

    private bool EncodeSpan(RowEncoder encoder, ReadOnlySpan<T> span, ref RowCursor cursor)
    {
        EncodeRows(encoder, span, ref cursor.Index);
        return cursor.Index < span.Length;
    }

    private bool EncodeSequence(RowEncoder encoder, ref RowCursor cursor)
    {
        var enumerator = (IEnumerator<T>)(cursor.Enumerator ??= rows.GetEnumerator());
        while (enumerator.MoveNext())
        {
            T row = enumerator.Current;
            int index = 0;
            EncodeRows(encoder, new ReadOnlySpan<T>(in row), ref index);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }
}

/// <summary>Rows whose columns a shape names.</summary>
internal sealed class ShapedRows<T>(IEnumerable<T> rows, JsonRowShape<T> shape) : SequenceRows<T>(rows)
{
    private protected override void EncodeRows(RowEncoder encoder, ReadOnlySpan<T> rows, ref int index)
    {
        ShapePlan<T> plan = shape.PlanFor(encoder);
        while (index < rows.Length)
        {
            plan.Encode(encoder, rows[index++]);
            if (encoder.PieceIsFull) return;
        }
    }
}

/// <summary>Rows that their serialization metadata write.</summary>
internal sealed class ObjectRows<T>(IEnumerable<T> rows, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> typeInfo)
    : SequenceRows<T>(rows)
{
    private protected override void EncodeRows(RowEncoder encoder, ReadOnlySpan<T> rows, ref int index)
    {
        while (index < rows.Length)
        {
            encoder.WriteRow(rows[index++], typeInfo);
            if (encoder.PieceIsFull) return;
        }
    }
}
