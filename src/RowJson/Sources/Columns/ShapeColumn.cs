namespace RowJson;

// A column of a JsonRowShape<T>.
// ordinal: the column of the reader that is read; null if there is none.
internal abstract class ShapeColumn<T>(string name, int? ordinal)
{
    public string Name { get; } = name;

    // Where the rows are a reader: the column that is read, and nothing else.
    public int? Ordinal { get; } = ordinal;

    public abstract Type Type { get; }

    // Writes the row's cell, name and value; returns the position after it.
    public abstract int Write(ValueEncoder encoder, int position, EncodedName name, T row);

    // The same column, whose values the serializer writes.
    public abstract ShapeColumn<T> AsSerialized();
}

// A column of one type: the code is compiled for it, and one call per cell reaches it.
internal class ShapeColumn<T, TValue>(string name, Func<T, TValue> getter, int? ordinal) : ShapeColumn<T>(name, ordinal)
{
    protected Func<T, TValue> Getter => getter;

    public override Type Type => typeof(TValue);

    public override int Write(ValueEncoder encoder, int position, EncodedName name, T row)
    {
        TValue value = getter(row);
        if (value is null or DBNull && encoder.OmitsNulls) return position;
        return encoder.WriteCell(position, name, value);
    }

    public sealed override ShapeColumn<T> AsSerialized() => new SerializedShapeColumn<T, TValue>(Name, getter, Ordinal);
}

internal sealed class SerializedShapeColumn<T, TValue>(string name, Func<T, TValue> getter, int? ordinal)
    : ShapeColumn<T, TValue>(name, getter, ordinal)
{
    public override int Write(ValueEncoder encoder, int position, EncodedName name, T row)
    {
        TValue value = Getter(row);
        if (value is null or DBNull && encoder.OmitsNulls) return position;
        return encoder.WriteSerialized(encoder.BeginCell(position, name), value);
    }
}

internal sealed class NullableShapeColumn<T, TValue>(string name, Func<T, TValue?> getter, int? ordinal)
    : ShapeColumn<T, TValue?>(name, getter, ordinal)
    where TValue : struct
{
    public override int Write(ValueEncoder encoder, int position, EncodedName name, T row)
    {
        TValue? value = Getter(row);
        if (value.HasValue) return encoder.WriteCell(position, name, value.GetValueOrDefault());
        return encoder.WriteNullCell(position, name);
    }
}
