using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>
/// What sources with typed columns write by: names found once per result, values of a known type, nothing boxed.
/// </content>
internal sealed partial class RowEncoder
{
    /// <summary>Cells that are null are left out.</summary>
    public bool OmitsNulls => _omitNulls;

    /// <summary>What the encoder's names and tables belong to.</summary>
    public EncodingContext Context => _context;

    /// <summary>The encoded name of a column; one that no cache holds any more is the caller's own.</summary>
    public EncodedName NameColumn(string? key)
    {
        key ??= "";
        return ColumnPlan.Find(key) ?? new EncodedName(key, _context.Columns.Rename(key), NamePredictor.Root, _escapes.Encoder);
    }

    /// <summary>How a column of this type is written: a user's converter gets its cells as objects.</summary>
    public CellKind KindOf(Type? type) => type is null || IsConvertedColumn(type) ? CellKind.Any : CellKinds.Of(type);

    private bool IsConvertedColumn(Type type)
    {
        try
        {
            // The bytes are those of a dictionary of objects.
            return _traits.ConvertsObjects || _traits.IsConverted(type) || IsQuotedNumber(type);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A resolver that refuses the type is asked again with the first value that is not null, and is that cell's failure.
            return true;
        }
    }

    /// <summary>Begins a row that is an object; <paramref name="start"/> is for <see cref="EndObjectRow"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginObjectRow(out int start)
    {
        int position = BeginRow();
        // From the row's beginning, which moves when the output grows.
        start = position - _output.RowStart;
        return position;
    }

    /// <summary>Ends a row that is an object.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObjectRow(int position, int start) => EndRow(EndObject(position, start));

    /// <summary>Ends an object whose first cell, where there is one, begins at an offset from the row's beginning.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int EndObject(int position, int start)
    {
        position = _output.Reserve(position, "{}"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'{'; // no cells
        else _output.InRow(start, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    /// <summary>Writes a cell's name and leaves room for a scalar after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name) => WriteName(position, name);

    /// <summary>A cell that is null is left out. Nested objects keep theirs.</summary>
    private bool OmitsNullCell
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _omitNulls && _cellDepth == RowDepth + 1;
    }

    /// <summary>Writes a cell that is null; nothing where the options leave such cells out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNullCell(int position, EncodedName name)
    {
        if (OmitsNullCell) return position;
        Unsafe.WriteUnaligned(ref WriteName(ref position, name), NullText);
        return position + "null"u8.Length;
    }

    /// <summary>Writes a cell: its name and a value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell(int position, EncodedName name, int value)
    {
        ref byte text = ref WriteName(ref position, name);
        return position + IntegerFormatter.Format(ref text, value);
    }

    /// <inheritdoc cref="WriteCell(int, EncodedName, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell(int position, EncodedName name, long value)
    {
        ref byte text = ref WriteName(ref position, name);
        return position + IntegerFormatter.Format(ref text, value);
    }

    /// <inheritdoc cref="WriteCell(int, EncodedName, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell(int position, EncodedName name, double value)
    {
        ref byte text = ref WriteName(ref position, name);
        return double.IsFinite(value)
            ? position + DoubleFormatter.Format(ref text, value)
            : WriteNonFinite(position, value, name.Key, RowDepth + 1);
    }

    /// <inheritdoc cref="WriteCell(int, EncodedName, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell(int position, EncodedName name, bool value) => WriteBoolean(WriteName(position, name), value);

    /// <inheritdoc cref="WriteCell(int, EncodedName, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell(int position, EncodedName name, string value) =>
        StringEncoder.WriteQuoted(_output, WriteName(position, name), value, _escapes);

    /// <summary>Writes a cell whose value is bytes, as Base64.</summary>
    public int WriteCell(int position, EncodedName name, byte[] value) => WriteBase64(WriteName(position, name), value);

    /// <summary>Writes a cell whose value is of a type known at compile time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell<TValue>(int position, EncodedName name, TValue value) =>
        WriteTypedValue(WriteName(position, name), value, name.Key);

    /// <summary>Writes a cell whose value is a database's, of unknown type.</summary>
    public int WriteDatabaseCell(int position, EncodedName name, object? value)
    {
        // What databases return mostly is nothing that a database alone knows.
        if (!_asksAboutBasics)
        {
            if (value is string text) return WriteCell(position, name, text);
            if (value is long int64) return WriteCell(position, name, int64);
            if (value is double number) return WriteCell(position, name, number);
            if (value is DBNull) return WriteNullCell(position, name);
        }
        if (value is null || SimplifyDatabaseValue(value) is not { } simple) return WriteNullCell(position, name);
        int depth = RowDepth + 1;
        position = WriteName(position, name);
        return simple is Array list ? WriteArray(position, list, name, depth) : WriteAny(position, simple, name, depth);
    }

    private int WriteAny(int position, object value, EncodedName name, int depth) =>
        IsConvertedBasic(value, name.Key, depth)
            ? WriteConvertedBasic(position, value, name.Key, depth)
            : WriteValue(position, value, name.Key, name.Id, depth);

    /// <summary>Remembers whose cell failed. As an exception filter: false, so that the stack is the failure's own.</summary>
    public bool NoteFailedColumn(EncodedName name)
    {
        Column = name.Key;
        return false;
    }

    /// <summary>Remembers whose cell failed in another encoder.</summary>
    public void NoteFailedColumn(string? column) => Column = column;

    /// <summary>A value that needs no knowledge of databases any more, unless a user's converter knows it; null for SQL's.</summary>
    public object? SimplifyDatabaseValue(object value)
    {
        if (value is DBNull) return null;
        return DatabaseValue.IsSpecial(value) && _traits.IsBuiltIn(value.GetType()) ? DatabaseValue.Simplify(value) : value;
    }

    private int WriteArray(int position, Array values, EncodedName name, int depth)
    {
        Type type = values.GetType();
        Type element = type.GetElementType()!;
        if (!_traits.IsBuiltIn(type) || _traits.IsConverted(element) || IsQuotedNumber(element))
            return WriteValue(position, values, name.Key, name.Id, depth);
        switch (values)
        {
            case int[] numbers when numbers.GetType() == typeof(int[]): return WriteArray<int>(position, numbers, depth);
            case long[] numbers when numbers.GetType() == typeof(long[]): return WriteArray<long>(position, numbers, depth);
            case string?[] texts: return WriteArray<string?>(position, texts, depth);
            case bool[] flags: return WriteArray<bool>(position, flags, depth);
            default: return WriteValue(position, values, name.Key, name.Id, depth);
        }
    }

    private int WriteArray<TValue>(int position, ReadOnlySpan<TValue> values, int depth)
    {
        // The serializer looks at the depth of numbers and strings only where it handles numbers in a way of its own.
        CheckNesting(_traits.HandsNumberHandlingDown ? values.Length : 0, depth);
        return WriteElements(position, values);
    }

    private int WriteElements<TValue>(int position, ReadOnlySpan<TValue> values)
    {
        position = _output.Reserve(position, 1);
        _output.At(position++) = (byte)'[';
        for (int i = 0; i < values.Length; i++)
        {
            position = _output.Reserve(position, 1 + ScalarRoom);
            if (i > 0) _output.At(position++) = (byte)',';
            position = WriteTypedValue(position, values[i], key: null);
        }
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)']';
        return position + 1;
    }
}
