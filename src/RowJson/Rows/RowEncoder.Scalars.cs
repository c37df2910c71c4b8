namespace RowJson;

// Rows that are single values, lists or dictionaries of a known type.
internal sealed partial class RowEncoder
{
    // A row that is null and whose type no converter is for.
    public void WriteNullRow()
    {
        CheckRowDepth();
        EndRow(WriteNull(_output.Reserve(BeginRow(), sizeof(uint))));
    }

    // Writes a value without parts. writer: null for scalars.
    public void WriteSingleRow<TValue>(TValue row, ValueWriter<TValue>? writer = null) =>
        EndRow(WriteSingle(_output.Reserve(BeginRow(), ScalarRoom), row, writer));

    // Writes rows of a list until the batch is full; returns the first that is not written.
    public int WriteSingleRows<TValue>(LiveList<TValue> items, int index, ValueWriter<TValue>? writer = null)
    {
        ReadOnlySpan<TValue> rows = items.Span;
        if (index >= rows.Length) return index;
        if (HasPlainFrame || Indents) return index + WriteSingleBatch(rows[index..], writer);
        while (index < rows.Length)
        {
            WriteSingleRow(rows[index++], writer);
            if (BatchIsFull) break;
        }
        return index;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteSingleBatch<TValue>(ReadOnlySpan<TValue> rows, ValueWriter<TValue>? writer)
    {
        int count = 0;
        int position = BeginRow();
        int length = position - _output.RowStart;
        int full = length + BytesLeft;
        IndentFormat? indent = _format as IndentFormat;
        if (writer is null && HasShortText<TValue>() && indent is null) return WriteBlocks(position, rows, full);
        try
        {
            while (true)
            {
                position = _output.Reserve(position, 1 + ScalarRoom);
                if (count > 0) _output.At(position++) = (byte)',';
                if (indent is not null) position = indent.WriteLine(position, RowDepth, ScalarRoom);
                position = WriteSingle(position, rows[count], writer);
                length = position - _output.RowStart;
                if (++count == rows.Length || length >= full) break;
            }
        }
        catch
        {
            // A number that JSON has not: the rows before it are complete.
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

    // The tests are constants of the code made for the type.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteSingle<TValue>(int position, TValue value, ValueWriter<TValue>? writer)
    {
        if (value is null) return WriteNull(position);
        if (writer is not null) return writer.Write(this, position, value);
        if (typeof(TValue) == typeof(string)) return StringEncoder.WriteQuoted(_output, position, (string)(object)value, _escapes);
        if (typeof(TValue) == typeof(int)) return Format<int, IntegerFormatter>(position, (int)(object)value);
        if (typeof(TValue) == typeof(long)) return Format<long, IntegerFormatter>(position, (long)(object)value);
        if (typeof(TValue) == typeof(Guid)) return Format<Guid, GuidFormatter>(position, (Guid)(object)value);
        // A row is not a cell: what the options say about numbers in cells does not apply to it.
        return ScalarWriter<TValue>.Instance!.Write(this, position, value, key: null, RowDepth);
    }

    public void WriteValueRow<T>(T row, ValueWriter<T> writer)
    {
        CheckRowDepth();
        if (_traits.IgnoresCycles) Ancestors.BeginRow();
        int position = _output.Reserve(BeginRow(), ScalarRoom);
        // The row itself lies where its cells would be one level deeper. (WriteNested would be a call: lists take 1.1 of the time.)
        _cellDepth = RowDepth;
        position = writer.Write(this, position, row);
        _cellDepth = RowDepth + 1;
        EndRow(position);
    }
}
