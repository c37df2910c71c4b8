namespace RowJson;

// Writes the cells of a row; current is the index of the column that is being written.
internal delegate int CellsWriter<T>(ValueEncoder encoder, int position, ref T row, ref int current);

// The columns of a type for one set of options: their encoded names, and the writers of their cells.
internal sealed class ObjectColumns<T>(ObjectColumn<T>[] columns, EncodedName[] names, CellsWriter<T>? compiled, ObjectChoice choice)
    : RowColumns<T>
{
    private readonly CellsWriter<T> _write = Around(compiled ?? Each(columns, names), choice);

    // Writes a value in a cell or a list. It is not null, and the caller has reserved room for a scalar.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNested(ValueEncoder encoder, int position, ref readonly T value)
    {
        int start = encoder.BeginNestedObject(position);
        int current = 0;
        position = _write(encoder, position, ref Unsafe.AsRef(in value), ref current);
        return encoder.EndNestedObject(position, start);
    }

    // Writes a value after its discriminator, which begins with a comma as a cell does.
    public int WriteNested(ValueEncoder encoder, int position, T value, EncodedText discriminator)
    {
        int start = encoder.BeginNestedObject(position);
        // Such a value may be a row. If it is a cell, the row notes that cell afterwards.
        position = Write(encoder, encoder.WriteText(position, discriminator), in value);
        return encoder.EndNestedObject(position, start, discriminator.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public override int WriteCells(ValueEncoder encoder, int position, ref readonly T row, ref int current) =>
        _write(encoder, position, ref Unsafe.AsRef(in row), ref current);

    public override int Count => names.Length;

    public override EncodedName NameOf(int column) => names[column];

    // Calls of the serializer or of converters write so few cells that columns gain with indentation, too.
    public bool PaysOffIndented { get; } = ColumnGain.PaysOff(choice.Properties, isIndented: true);

    // The cells are written without their names: for compact rows.
    public bool WritesValuesOnly { get; init; }

    private static CellsWriter<T> Each(ObjectColumn<T>[] columns, EncodedName[] names) => (encoder, position, ref row, ref current) =>
    {
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            position = columns[i].Write(encoder, position, names[i], ref row);
        }
        return position;
    };

    // Adds what comes before and after the cells of a row: callbacks.
    private static CellsWriter<T> Around(CellsWriter<T> write, ObjectChoice choice)
    {
        JsonTypeInfo info = choice.Info;
        if ((info.OnSerializing ?? info.OnSerialized) is null) return write;
        // Only classes have callbacks. If one fails, no column is named.
        return (encoder, position, ref row, ref current) =>
        {
            current = NoColumn;
            info.OnSerializing?.Invoke(row!);
            position = write(encoder, position, ref row, ref current);
            current = NoColumn;
            info.OnSerialized?.Invoke(row!);
            return position;
        };
    }
}
