namespace RowJson;

// A column of one of the types in ScalarTypes.
internal sealed class ScalarColumn<TRow, TValue>(EncodedName name, int ordinal) : SourceColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
    where TValue : struct
{
    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out TValue value)
            ? encoder.WriteScalarCell(position, Name, Name.Length, value)
            : encoder.WriteNullCell(position, Name);
}

internal sealed class TextColumn<TRow>(EncodedName name, int ordinal) : SourceColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    // Some readers return null although DbDataReader.IsDBNull is false.
    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out string? text) && text is not null
            ? encoder.WriteCell(position, Name, text)
            : encoder.WriteNullCell(position, Name);
}

internal sealed class BytesColumn<TRow>(EncodedName name, int ordinal) : SourceColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override ReaderValueKinds TakenFrom(DbDataReader reader) => ReaderValueKinds.All & ~ReaderValueKinds.Text;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out byte[]? bytes) && bytes is not null
            ? encoder.WriteCell(position, Name, bytes)
            : encoder.WriteNullCell(position, Name);
}

// A column of objects, each written by its own type.
// isTyped: its values have one type, so null is asked first. Otherwise the value shows it: asking SQLite would take a quarter of the time.
internal sealed class ObjectsColumn<TRow>(EncodedName name, int ordinal, bool isTyped, bool holdsJson, ReaderValueKinds taken)
    : SourceColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override ReaderValueKinds TakenFrom(DbDataReader reader) => taken;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) => holdsJson
        ? encoder.WriteJsonCell(position, Name, Read(in row))
        : encoder.WriteDatabaseCell(position, Name, Read(in row));

    private object? Read(ref readonly TRow row) => !isTyped ? row.GetValue(Ordinal) : row.TryGet(Ordinal, out object? value) ? value : null;
}

// A column whose values a function of the user's converts.
internal sealed class ConverterColumn<TRow>(EncodedName name, int ordinal, Func<JsonCell, object?> converter)
    : SourceColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override ReaderValueKinds TakenFrom(DbDataReader reader) => ReaderValueKinds.None;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        encoder.WriteDatabaseCell(position, Name, row.CellOf(Ordinal) is { } cell ? converter(cell) : null);
}

// The one choice of how a column's cells are read and written.
internal sealed class DatabaseColumnFactory<TRow>(EncodedName name, int ordinal) : IScalarVisitor<SourceColumn<TRow>>
    where TRow : struct, ICells
{
    public static SourceColumn<TRow> Create(EncodedName name, ColumnDescription column, RowEncoder encoder)
    {
        JsonRowOptions options = encoder.Context.Options;
        int ordinal = column.Ordinal;
        if (options.ColumnConverter?.Invoke(column.ToColumn()) is { } converter) return new ConverterColumn<TRow>(name, ordinal, converter);
        // The serializer writes types that a user's converter is for, and types that the resolver fails for.
        Type? type = column.HasType && column.Type is { } known && !encoder.ConvertsColumn(known) ? known : null;
        if (type == typeof(byte[])) return new BytesColumn<TRow>(name, ordinal);
        if (type is not null && ScalarTypes.Of(type) is { IsText: false } scalar)
            return scalar.Accept(new DatabaseColumnFactory<TRow>(name, ordinal));
        bool holdsJson = column.HoldsJson(options);
        return type == typeof(string) && !holdsJson
            ? new TextColumn<TRow>(name, ordinal)
            : new ObjectsColumn<TRow>(name, ordinal, column.HasType, holdsJson, TakenByObjects(column, holdsJson, encoder));
    }

    private static ReaderValueKinds TakenByObjects(ColumnDescription column, bool holdsJson, RowEncoder encoder)
    {
        // Array: arrays of any number of dimensions.
        if (column.HasType && (column.Type == typeof(string[]) || column.Type == typeof(Array)))
            return holdsJson || !encoder.TakesReadArrays ? ReaderValueKinds.None : ReaderValueKinds.Null | ReaderValueKinds.TextArray;
        return holdsJson ? ReaderValueKinds.Null | ReaderValueKinds.Json : column.HasType ? ReaderValueKinds.None : ReaderValueKinds.All;
    }

    public SourceColumn<TRow> Visit<TValue>()
        where TValue : struct => new ScalarColumn<TRow, TValue>(name, ordinal);
}
