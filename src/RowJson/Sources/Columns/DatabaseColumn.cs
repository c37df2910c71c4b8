namespace RowJson;

// A column of a database's rows. Its class says how its cells are read and written: one virtual call, one typed getter and one write each.
// The value is read before its name is written, so that nothing of the writer's has to outlive the source's call.
internal abstract class DatabaseColumn<TRow>(EncodedName name, int ordinal)
    where TRow : struct, ICells
{
    public EncodedName Name => name;

    // The column's number in the source.
    public int Ordinal => ordinal;

    // Its strings are JSON.
    public virtual bool HoldsJson => false;

    // The values that a DbRowReader may give; none if a converter is for them.
    public virtual ReadValues Taken => ReadValues.All;

    // Writes a row's cell; returns the position after it.
    public abstract int Write(ValueEncoder encoder, int position, ref readonly TRow row);

    // Reads what the serializer is to write.
    public virtual object? Read(ref readonly TRow row) => row.GetValue(Ordinal);
}

// A column of one of ScalarTypes.
internal sealed class ScalarColumn<TRow, TValue>(EncodedName name, int ordinal) : DatabaseColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
    where TValue : struct
{
    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out TValue value)
            ? encoder.WriteScalarCell(position, Name, Name.Length, value)
            : encoder.WriteNullCell(position, Name);
}

internal sealed class TextColumn<TRow>(EncodedName name, int ordinal) : DatabaseColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    // Some readers return null although DbDataReader.IsDBNull is false.
    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out string? text) && text is not null
            ? encoder.WriteCell(position, Name, text)
            : encoder.WriteNullCell(position, Name);
}

internal sealed class BytesColumn<TRow>(EncodedName name, int ordinal) : DatabaseColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override ReadValues Taken => ReadValues.All & ~ReadValues.Text;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        row.TryGet(Ordinal, out byte[]? bytes) && bytes is not null
            ? encoder.WriteCell(position, Name, bytes)
            : encoder.WriteNullCell(position, Name);
}

// A column of objects, each written by its own type.
// isTyped: its values have one type, so null is asked for first. Others show it themselves: asking SQLite would take a quarter of the time.
internal sealed class ObjectsColumn<TRow>(EncodedName name, int ordinal, bool isTyped, bool holdsJson, ReadValues taken)
    : DatabaseColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override bool HoldsJson => holdsJson;

    public override ReadValues Taken => taken;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) => holdsJson
        ? encoder.WriteJsonCell(position, Name, Read(in row))
        : encoder.WriteDatabaseCell(position, Name, Read(in row));

    public override object? Read(ref readonly TRow row) =>
        !isTyped ? row.GetValue(Ordinal) : row.TryGet(Ordinal, out object? value) ? value : null;
}

// A column whose values a function of the user's converts.
internal sealed class ConverterColumn<TRow>(EncodedName name, int ordinal, Func<JsonCell, object?> converter)
    : DatabaseColumn<TRow>(name, ordinal)
    where TRow : struct, ICells
{
    public override ReadValues Taken => ReadValues.None;

    public override int Write(ValueEncoder encoder, int position, ref readonly TRow row) =>
        encoder.WriteDatabaseCell(position, Name, Read(in row));

    public override object? Read(ref readonly TRow row) => row.TryGetCell(Ordinal, out JsonCell cell) ? converter(cell) : null;
}

// The one choice of how a column's cells are read and written.
internal sealed class DatabaseColumnFactory<TRow>(EncodedName name, int ordinal) : IScalarVisitor<DatabaseColumn<TRow>>
    where TRow : struct, ICells
{
    public static DatabaseColumn<TRow> Create(EncodedName name, ColumnDescription column, RowEncoder encoder)
    {
        JsonRowOptions options = encoder.Context.Options;
        int ordinal = column.Ordinal;
        if (column.FindConverter(options) is { } converter) return new ConverterColumn<TRow>(name, ordinal, converter);
        Type? type = column.HasType ? column.Type : null;
        // The serializer writes what a user's converter is for, and what cannot be asked about.
        if (type is null || encoder.ConvertsColumn(type)) type = null;
        if (type == typeof(byte[])) return new BytesColumn<TRow>(name, ordinal);
        if (type is not null && ScalarTypes.Of(type) is { IsText: false } scalar)
            return scalar.Accept(new DatabaseColumnFactory<TRow>(name, ordinal));
        bool holdsJson = column.HoldsJson(options);
        return type == typeof(string) && !holdsJson
            ? new TextColumn<TRow>(name, ordinal)
            : new ObjectsColumn<TRow>(name, ordinal, column.HasType, holdsJson, TakenByObjects(column, holdsJson, encoder));
    }

    private static ReadValues TakenByObjects(ColumnDescription column, bool holdsJson, RowEncoder encoder)
    {
        // Array: of any number of dimensions.
        if (column.HasType && (column.Type == typeof(string[]) || column.Type == typeof(Array)))
            return holdsJson || !encoder.TakesReadArrays ? ReadValues.None : ReadValues.Null | ReadValues.TextArray;
        return holdsJson ? ReadValues.Null | ReadValues.Json : column.HasType ? ReadValues.None : ReadValues.All;
    }

    public DatabaseColumn<TRow> Visit<TValue>()
        where TValue : struct => new ScalarColumn<TRow, TValue>(name, ordinal);
}
