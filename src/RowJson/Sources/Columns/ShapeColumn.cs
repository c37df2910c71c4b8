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

    public abstract void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row);
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

    public override void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row) =>
        encoder.Fallback.WriteCell(writer, name, getter(row));
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
