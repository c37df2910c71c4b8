namespace RowJson;

// Rows that are single values, lists or dictionaries of a known type.
internal sealed partial class RowEncoder
{
    public void WriteScalarRow<TValue>(TValue row) => EndRow(WriteScalarElement(_output.Reserve(BeginRow(), ScalarRoom), row));

    // Writes rows of a list until the batch is full; returns the first that is not written.
    public int WriteScalarRows<TValue>(LiveList<TValue> items, int index)
    {
        ReadOnlySpan<TValue> rows = items.Span;
        if (index >= rows.Length) return index;
        if (HasPlainFrame || Indents) return index + WriteScalarBatch(rows[index..]);
        while (index < rows.Length)
        {
            WriteScalarRow(rows[index++]);
            if (BatchIsFull) break;
        }
        return index;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteScalarBatch<TValue>(ReadOnlySpan<TValue> rows)
    {
        int count = 0;
        int position = BeginRow();
        int length = position - _output.RowStart;
        int full = (int)Math.Min((long)length + BytesLeft, int.MaxValue);
        IndentFormat? indent = _format as IndentFormat;
        if (HasShortText<TValue>() && indent is null) return WriteBlocks(position, rows, full);
        try
        {
            while (true)
            {
                position = _output.Reserve(position, 1 + ScalarRoom);
                if (count > 0) _output.At(position++) = (byte)',';
                if (indent is not null) position = indent.WriteLine(position, RowDepth, ScalarRoom);
                position = WriteScalarElement(position, rows[count]);
                length = position - _output.RowStart;
                if (++count == rows.Length || length >= full) break;
            }
        }
        catch
        {
            // A number that JSON does not have: the rows before it are complete.
            if (count > 0) EndRows(_output.RowStart + length, count);
            throw;
        }
        EndRows(position, count);
        return count;
    }

    // None of the values can fail.
    private int WriteBlocks<TValue>(int position, ReadOnlySpan<TValue> rows, int full)
    {
        int count = 0;
        do
        {
            int left = full - (position - _output.RowStart);
            int length = Math.Min(rows.Length - count, Math.Clamp(left / ScalarRoom, 1, BlockLength));
            count += WriteBlock(ref position, rows.Slice(count, length));
        }
        while (count < rows.Length && position - 1 - _output.RowStart < full);
        // Without the comma after the last one.
        EndRows(position - 1, count);
        return count;
    }

    // The tests are constants of the code made for the type: only strings are references.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteScalarElement<TValue>(int position, TValue value)
    {
        if (!typeof(TValue).IsValueType) return WriteStringItem(position, Unsafe.As<TValue, string?>(ref value));
        if (value is null) return WriteNull(position);
        if (typeof(TValue) == typeof(int)) return Format<int, IntegerFormatter>(position, (int)(object)value);
        if (typeof(TValue) == typeof(long)) return Format<long, IntegerFormatter>(position, (long)(object)value);
        if (typeof(TValue) == typeof(Guid)) return Format<Guid, GuidFormatter>(position, (Guid)(object)value);
        // A row is not a cell: options about numbers in cells do not apply to it.
        return ScalarWriter<TValue>.Instance!.Write(this, position, value, key: null, RowDepth);
    }

    // A row that is null and whose type has no converter. Not inlined: few rows are null, and loops over rows would grow.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void WriteNullRow()
    {
        CheckRowDepth();
        EndRow(WriteNull(_output.Reserve(BeginRow(), sizeof(uint))));
    }

    public void WriteValueRow<T>(T row, ValueWriter<T> writer)
    {
        CheckRowDepth();
        if (_traits.IgnoresCycles) Ancestors.BeginRow();
        int position = _output.Reserve(BeginRow(), ScalarRoom);
        // The row itself lies where its cells would be one level deeper. (WriteNested would be a call: lists take 1.1 of the time.)
        _cellDepth = RowDepth;
        position = row is null ? WriteNull(position) : writer.Write(this, position, row);
        _cellDepth = RowDepth + 1;
        EndRow(position);
    }

    // Writes rows of a list in a plain frame until the batch is full; returns the first that is not written. They are written as elements
    // of a list: beginning and ending each row would take as long as writing an empty one.
    public int WriteValueRows<T>(LiveList<T> items, int index, ValueWriter<T> writer)
    {
        if (!items.TryGetItem(index, out T row)) return index;
        CheckRowDepth();
        int count = 0;
        int position = BeginRow();
        int length = position - _output.RowStart;
        int full = (int)Math.Min((long)length + BytesLeft, int.MaxValue);
        _cellDepth = RowDepth;
        try
        {
            do
            {
                position = _output.Reserve(position, 1 + ScalarRoom);
                if (count > 0) _output.At(position++) = (byte)',';
                position = row is null ? WriteNull(position) : writer.Write(this, position, row);
                length = position - _output.RowStart;
                count++;
            }
            while (length < full && items.TryGetItem(index + count, out row));
        }
        catch
        {
            if (count > 0) EndRows(_output.RowStart + length, count);
            throw;
        }
        _cellDepth = RowDepth + 1;
        EndRows(position, count);
        return index + count;
    }
}
