namespace RowJson;

// Rows in a list or an array, which are read by index, or in any other sequence.
// TRow: what the sequence declares its rows as.
// TItem: the items of lists and arrays that are read by index.
internal abstract class SequenceRows<TRow, TItem>(IEnumerable<TRow> rows) : SequenceSource, IRowList
{
    public int Count => LiveList<TItem>.TryGet(rows, out LiveList<TItem> list) ? list.Count : 0;

    // The sequence itself: where references are kept, it has an id of its own.
    public override object? Identity => rows;

    public override bool CanBeReadAgain => IsCollection(rows);

    public sealed override IRowPass Open() => LiveList<TItem>.TryGet(rows, out _) ? this : OpenPass();

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        LiveList<TItem>.TryGet(rows, out LiveList<TItem> list);
        // The rows written are the rows read: the index needs no memory of its own.
        return EncodeItems(encoder, list, (int)encoder.RowsWritten, int.MaxValue) < list.Count ? this : null;
    }

    public int EncodeRange(RowEncoder encoder, int start, int end)
    {
        LiveList<TItem>.TryGet(rows, out LiveList<TItem> list);
        return EncodeItems(encoder, list, start, end);
    }

    public virtual void DescribeColumns(RowEncoder encoder)
    {
    }

    // The metadata by which the serializer writes several rows at once; null where each is written on its own.
    private protected virtual JsonTypeInfo<TRow>? BatchInfo(RowEncoder encoder) => null;

    // Writes all rows at once, if none has been written; false, with nothing written, if they go in batches.
    private protected virtual bool TryEncodeAll(RowEncoder encoder, JsonTypeInfo<TRow> info) => false;

    // The serializer has written so many bytes of them.
    private protected virtual void CountBatch(RowEncoder encoder, long bytes)
    {
    }

    // Writes one row of a sequence.
    private protected abstract void EncodeRow(RowEncoder encoder, TRow row);

    private protected abstract int EncodeItems(RowEncoder encoder, LiveList<TItem> items, int index, int end);

    private Pass OpenPass() => new(this, rows);

    private sealed class Pass(SequenceRows<TRow, TItem> source, IEnumerable<TRow> rows) : SequencePass<TRow>(rows)
    {
        public override void DescribeColumns(RowEncoder encoder) => source.DescribeColumns(encoder);

        protected override void EncodeRow(RowEncoder encoder, TRow row) => source.EncodeRow(encoder, row);

        protected override bool TryEncodeBatch(RowEncoder encoder, out bool hasEnded)
        {
            hasEnded = false;
            if (source.BatchInfo(encoder) is not { } info) return false;
            if (encoder.RowsWritten == 0 && source.TryEncodeAll(encoder, info)) return hasEnded = true;
            long start = encoder.BytesWritten;
            encoder.Fallback.WriteBatch(OpenRows(encoder), info, out hasEnded);
            source.CountBatch(encoder, encoder.BytesWritten - start);
            return true;
        }
    }
}

// A sequence whose rows are all written in one way.
internal abstract class SequenceRows<TRow>(IEnumerable<TRow> rows) : SequenceRows<TRow, TRow>(rows)
{
    private protected sealed override int EncodeItems(RowEncoder encoder, LiveList<TRow> items, int index, int end)
    {
        while (index < end && items.TryGetItem(index, out TRow row))
        {
            index++;
            EncodeRow(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }
}
