using System.Text.Unicode;

namespace RowJson;

// Takes the cells of one row of a reader from a DbRowReader, and refuses all but one value for each.
// byGetters: writes the cell of the column at an index, which the row reader does not read, or has read as a value of another kind.
// taken: the values of each column that are written as they are read; none if the row reader is not asked.
internal sealed class ReaderCellWriter(
    DbRowReader rowReader, Func<ValueEncoder, int, DbDataReader, int, int> byGetters, SourceColumn[] columns, ReaderValueKinds[] taken)
    : DbCellWriter
{
    private ValueEncoder _encoder = null!;
    private DbDataReader _reader = null!;
    private EncodedName _name = null!;
    private ReaderValueKinds _taken;
    private int _position;
    private int _index;

    // The cell under way has its value; also true before the first cell.
    private bool _isWritten;

    // The thread that may write; 0 between rows, after a failure, and while a value is being written.
    private int _thread;

    // The thread of the row under way: asking for it takes as long as writing a short text.
    private int _threadOfRow;

    // For the first of the options' row readers that reads this reader's rows; null if it reads no cell, or the options affect values.
    public static ReaderCellWriter? Find(
        DbDataReader reader, Func<ValueEncoder, int, DbDataReader, int, int> byGetters, SourceColumn[] columns, RowEncoder encoder)
    {
        if (encoder.ReplacesCells || !encoder.TakesReadCells) return null;
        if (encoder.Context.Options.RowReaders.FirstOrDefault(it => it.CanRead(reader)) is not { } rowReader) return null;
        ReaderValueKinds[] taken = Array.ConvertAll(columns, column => column.TakenFrom(reader));
        for (int i = 0; i < taken.Length; i++)
            if (taken[i] != ReaderValueKinds.None && !rowReader.CanRead(reader, columns[i].Ordinal)) taken[i] = ReaderValueKinds.None;
        return taken.AsSpan().ContainsAnyExcept(ReaderValueKinds.None) ? new ReaderCellWriter(rowReader, byGetters, columns, taken) : null;
    }

    public bool Reads(DbDataReader reader) => rowReader.CanRead(reader);

    // A getter throws if the reader is not at a row; a row reader may not.
    // Asks about the first column: with sequential access it cannot be read after a later one.
    public void RequireRow(DbDataReader reader) => reader.IsDBNull(columns[0].Ordinal);

    public override bool MoveNext(out int ordinal)
    {
        if (!_isWritten || _thread != Environment.CurrentManagedThreadId) ThrowMisuse();
        while (_index < columns.Length && ++_index < columns.Length)
        {
            _taken = taken[_index];
            if (_taken != ReaderValueKinds.None)
            {
                SourceColumn column = columns[_index];
                _name = column.Name;
                _isWritten = false;
                ordinal = column.Ordinal;
                return true;
            }
            WriteByGetters();
        }
        ordinal = -1;
        return false;
    }

    public override void WriteNull()
    {
        if (Takes(ReaderValueKinds.Null)) EndValue(BeginValue().WriteNullCell(_position, _name));
        else WriteFromReader();
    }

    public override void WriteNumber(long value)
    {
        if (Takes(ReaderValueKinds.Int64)
            || (Takes(ReaderValueKinds.Int32) && value == (int)value)
            || (Takes(ReaderValueKinds.Int16) && value == (short)value))
            EndValue(BeginValue().WriteCell(_position, _name, value));
        else WriteFromReader();
    }

    public override void WriteNumber(double value)
    {
        if (Takes(ReaderValueKinds.Double)) EndValue(BeginValue().WriteCell(_position, _name, value));
        else WriteFromReader();
    }

    public override bool TryWriteText(ReadOnlySpan<byte> utf8)
    {
        if (Takes(ReaderValueKinds.Text))
        {
            int position = BeginValue().WriteUtf8Cell(_position, _name, utf8);
            _isWritten = position != CellEncoder.NoUtf8;
            EndValue(_isWritten ? position : _position);
            return _isWritten;
        }
        RequireCell();
        if (!Takes(ReaderValueKinds.Json) || !Utf8.IsValid(utf8)) return false;
        // From a copy: the memory is the reader's, and the copier reads it until the value ends.
        using var json = RentedArray<byte>.CopyOf(utf8);
        EndValue(BeginValue().WriteJsonCell(_position, _name, json.Memory));
        return true;
    }

    public override bool TryWriteTextArray(ReadOnlySpan<byte> utf8, ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions)
    {
        RequireCell();
        if (!Takes(ReaderValueKinds.TextArray) || !AreTexts(utf8, lengths, dimensions)) return false;
        // From copies: the memory is the reader's, and is read until the value ends.
        using var texts = RentedArray<byte>.CopyOf(utf8);
        using var counts = RentedArray<int>.CopyOf(lengths);
        EndValue(BeginValue().WriteUtf8ArrayCell(_position, _name, texts.Span, counts.Span, dimensions));
        return true;
    }

    public override void WriteBase64(ReadOnlySpan<byte> bytes)
    {
        if (Takes(ReaderValueKinds.Bytes)) EndValue(BeginValue().WriteBase64Cell(_position, _name, bytes));
        else WriteFromReader();
    }

    public override void WriteFromReader()
    {
        BeginValue();
        WriteByGetters();
    }

    // Has the row reader write the cells of a row; current is the index of the column that a failure belongs to.
    public int WriteRow(ValueEncoder encoder, int position, DbDataReader reader, ref int current)
    {
        Debug.Assert(_encoder is null);
        _encoder = encoder;
        _reader = reader;
        _position = position;
        _index = -1;
        _isWritten = true;
        _thread = _threadOfRow = Environment.CurrentManagedThreadId;
        try
        {
            rowReader.WriteCells(reader, this);
            if (_thread != Environment.CurrentManagedThreadId) ThrowMisuse();
            if (_index < columns.Length) ThrowIncomplete();
            Close();
            return _position;
        }
        // A filter runs before those of the callers, which read the column's index.
        catch (Exception) when (Fail(out current))
        {
            throw;
        }
    }

    private bool Fail(out int current)
    {
        current = Math.Clamp(_index, 0, columns.Length - 1);
        Close();
        return false;
    }

    private void Close()
    {
        _thread = 0;
        _encoder = null!;
        _reader = null!;
    }

    // The column takes values of this kind: others are converted by the getters.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Takes(ReaderValueKinds kind) => (_taken & kind) != 0;

    // Begins a value. Until it ends no other is accepted, even from user code that runs while the output grows.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ValueEncoder BeginValue()
    {
        RequireCell();
        _isWritten = true;
        _thread = 0;
        return _encoder;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RequireCell()
    {
        if (_isWritten || _thread != Environment.CurrentManagedThreadId) ThrowMisuse();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndValue(int position)
    {
        _position = position;
        _thread = _threadOfRow;
    }

    private static bool AreTexts(ReadOnlySpan<byte> utf8, ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions)
    {
        long count = dimensions.IsEmpty ? -1 : 1;
        foreach (int dimension in dimensions) count = count < 0 || dimension < 0 ? -1 : Math.Min(count * dimension, 1L + int.MaxValue);
        if (count != lengths.Length)
            throw new ArgumentException($"The dimensions are not those of {lengths.Length} elements.", nameof(dimensions));
        bool areValid = true;
        foreach (int length in lengths)
        {
            if (length < 0) continue;
            if (length > utf8.Length) throw new ArgumentException("The lengths add up to more than the text has.", nameof(lengths));
            areValid &= Utf8.IsValid(utf8[..length]);
            utf8 = utf8[length..];
        }
        return areValid;
    }

    private void WriteByGetters()
    {
        _thread = 0;
        EndValue(byGetters(_encoder, _position, _reader, _index));
    }

    // What a row reader has done wrong: the state tells which call this is.
    [DoesNotReturn]
    private void ThrowMisuse()
    {
        if (_thread != Environment.CurrentManagedThreadId)
            throw new InvalidOperationException(
                $"A {nameof(DbCellWriter)} is for one call of {nameof(DbRowReader)}.{nameof(DbRowReader.WriteCells)}, on its thread, "
                + "and takes no more after a failure. Do not keep it, and let exceptions pass.");
        throw new InvalidOperationException(_isWritten
            ? $"No cell waits for a value. Call {nameof(MoveNext)} before each, and write as long as it returns true."
            : $"The cell of column '{_name.Key}' has no value. Write one, or call {nameof(WriteFromReader)}, before {nameof(MoveNext)}.");
    }

    [DoesNotReturn]
    private void ThrowIncomplete() => throw new InvalidOperationException(
        $"{rowReader.GetType()} has returned before all {columns.Length} cells of a row were written. "
        + $"Call {nameof(MoveNext)} until it returns false.");
}
