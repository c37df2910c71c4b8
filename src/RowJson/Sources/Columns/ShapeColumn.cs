namespace RowJson;

// A column of a JsonRowShape<T>, before the options say what it is called.
// Bind: makes the column of this name, whose values the serializer writes if they are not written directly.
internal readonly record struct ShapeColumn<T>(JsonColumn Column, Func<EncodedName, bool, SourceColumn<T>> Bind);

// A column of one type: the code is compiled for it, and one call per cell reaches it.
// ordinal: if the rows are a reader, the one column that the getter reads; null if none is given.
// isDirect: false if the serializer writes its values.
internal class TypedShapeColumn<T, TValue>(EncodedName name, Func<T, TValue> getter, int? ordinal, bool isDirect)
    : SourceColumn<T>(name, ordinal ?? 0)
{
    protected Func<T, TValue> Getter => getter;

    // Values that are of the column's type as they are. Null is not among them, since a getter may refuse it; other integers are converted.
    public override ReaderValueKinds TakenFrom(DbDataReader reader)
    {
        if (ordinal is null || !isDirect) return ReaderValueKinds.None;
        Type type = Nullable.GetUnderlyingType(typeof(TValue)) ?? typeof(TValue);
        // If a reader has types of columns, the getter is what converts from another type: the cell can be read only once.
        if (ColumnDescription.HasColumnTypes(reader) && ColumnDescription.TypeOf(reader, Ordinal) != type) return ReaderValueKinds.None;
        return type == typeof(string) ? ReaderValueKinds.Text
            : type == typeof(int) ? ReaderValueKinds.Int32
            : type == typeof(long) ? ReaderValueKinds.Int64
            : type == typeof(short) ? ReaderValueKinds.Int16
            : type == typeof(double) ? ReaderValueKinds.Double
            : type == typeof(byte[]) ? ReaderValueKinds.Bytes
            : ReaderValueKinds.None;
    }

    public override int Write(ValueEncoder encoder, int position, ref readonly T row)
    {
        TValue value = getter(row);
        if (value is null or DBNull && encoder.OmitsNulls) return position;
        return isDirect
            ? encoder.WriteCell(position, Name, value)
            : encoder.WriteSerialized(encoder.BeginCell(position, Name), value);
    }
}

internal sealed class NullableShapeColumn<T, TValue>(EncodedName name, Func<T, TValue?> getter, int? ordinal)
    : TypedShapeColumn<T, TValue?>(name, getter, ordinal, isDirect: true)
    where TValue : struct
{
    public override int Write(ValueEncoder encoder, int position, ref readonly T row) =>
        Getter(row) is { } value ? encoder.WriteCell(position, Name, value) : encoder.WriteNullCell(position, Name);
}

// A shape's columns under one set of options. A shape may live as long as the process, so its plan does not keep options alive.
internal sealed class ShapePlan<T>(ShapeColumn<T>[] columns, RowEncoder encoder) : SourceColumns<T>(
    Array.ConvertAll(columns, column => column.Column),
    encoder,
    (i, name) => columns[i].Bind(name, encoder.WritesColumnDirectly(columns[i].Column.Type)))
{
    private readonly object _contextId = encoder.Context.Id;

    public bool IsOf(RowContext context) => ReferenceEquals(context.Id, _contextId);
}
