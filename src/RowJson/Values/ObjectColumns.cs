namespace RowJson;

// Writes the cells of a row; current is the index of the column under way.
internal delegate int CellsWriter<T>(ValueEncoder encoder, int position, ref T row, ref int current);

// The columns of a type for one set of options: their encoded names, and what writes their cells.
internal sealed class ObjectColumns<T> : RowColumns<T>
{
    private readonly ObjectColumn<T>[] _columns;
    private readonly EncodedName[] _names;
    private readonly CellsWriter<T>? _compiled;

    // _compiled where nothing else is to be done for a value: called without a method between.
    private readonly CellsWriter<T>? _direct;

    private readonly bool _copiesRow;
    private readonly bool _hasCallbacks;
    private readonly JsonTypeInfo _info;

    public ObjectColumns(ObjectColumn<T>[] columns, EncodedName[] names, CellsWriter<T>? compiled, ObjectChoice choice)
    {
        _columns = columns;
        _names = names;
        _compiled = compiled;
        // A member of the structure may change it: it is read from a copy, as the serializer does.
        _copiesRow = choice.ReadsCopy;
        _info = choice.Info;
        _hasCallbacks = (_info.OnSerializing ?? _info.OnSerialized) is not null;
        _direct = _copiesRow || _hasCallbacks ? null : compiled;
    }

    // Writes a value that is nested in a cell or a list, and is not null, where the encoder has left room for a scalar. The stack's limit
    // has been checked.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNested(ValueEncoder encoder, int position, ref readonly T value)
    {
        int start = encoder.BeginNestedObject(position);
        int current = 0;
        position = _direct is { } direct
            ? direct(encoder, position, ref Unsafe.AsRef(in value), ref current)
            : WriteCells(encoder, position, in value, ref current);
        return encoder.EndNestedObject(position, start);
    }

    // Writes a value after its discriminator, which begins with a comma as a cell does.
    public int WriteNested(ValueEncoder encoder, int position, ref readonly T value, byte[] discriminator)
    {
        int start = encoder.BeginNestedObject(position);
        int current = 0;
        position = encoder.WriteText(position, discriminator);
        try
        {
            position = WriteCells(encoder, position, in value, ref current);
        }
        catch (Exception) when (current >= 0 && encoder.NoteFailedColumn(NameOf(current)))
        {
            // Such a value may be a row. Where it is a cell, the row notes that cell after this.
            throw;
        }
        return encoder.EndNestedObject(position, start, discriminator.Length);
    }

    public override int Write(ValueEncoder encoder, int position, ref readonly T row)
    {
        if (_direct is not { } direct) return base.Write(encoder, position, in row);
        int current = 0;
        try
        {
            return direct(encoder, position, ref Unsafe.AsRef(in row), ref current);
        }
        catch (Exception) when (encoder.NoteFailedColumn(NameOf(current)))
        {
            throw;
        }
    }

    public override int Count => _names.Length;

    public override EncodedName NameOf(int column) => _names[column];

    // The cells are written without their names: for compact rows.
    public bool WritesValuesOnly { get; init; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly T row, ref int current)
    {
        if (_copiesRow)
        {
            T copy = row;
            return WriteCellsOf(encoder, position, ref copy, ref current);
        }
        if (_hasCallbacks) return WriteCellsBetweenCallbacks(encoder, position, ref Unsafe.AsRef(in row), ref current);
        return WriteCellsOf(encoder, position, ref Unsafe.AsRef(in row), ref current);
    }

    // Only classes have callbacks. One that fails is the failure of no column.
    private int WriteCellsBetweenCallbacks(ValueEncoder encoder, int position, ref T row, ref int current)
    {
        current = NoColumn;
        _info.OnSerializing?.Invoke(row!);
        position = WriteCellsOf(encoder, position, ref row, ref current);
        current = NoColumn;
        _info.OnSerialized?.Invoke(row!);
        return position;
    }

    private int WriteCellsOf(ValueEncoder encoder, int position, ref T row, ref int current)
    {
        if (_compiled is { } compiled) return compiled(encoder, position, ref row, ref current);
        for (int i = 0; i < _columns.Length; i++)
        {
            current = i;
            position = _columns[i].Write(encoder, position, _names[i], ref row);
        }
        return position;
    }
}
