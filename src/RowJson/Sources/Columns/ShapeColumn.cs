using System.Text.Json;

namespace RowJson;

/// <summary>A column of a <see cref="JsonRowShape{T}"/>.</summary>
/// <param name="name">The column's name.</param>
/// <param name="ordinal">The column of the reader that is read; null if there is none.</param>
internal abstract class ShapeColumn<T>(string name, int? ordinal)
{
    public string Name { get; } = name;

    /// <summary>Where the rows are a reader: the column that is read, and nothing else.</summary>
    public int? Ordinal { get; } = ordinal;

    /// <summary>The declared type of the values.</summary>
    public abstract Type Type { get; }

    /// <summary>Writes the row's cell, name and value; returns the position after it.</summary>
    public abstract int Write(ValueEncoder encoder, int position, EncodedName name, T row);

    /// <summary>Has the serializer write the cell.</summary>
    public abstract void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row);
}

/// <summary>A column of one type: the code is compiled for it, and one call per cell reaches it.</summary>
internal sealed class ShapeColumn<T, TValue>(string name, Func<T, TValue> getter, int? ordinal) : ShapeColumn<T>(name, ordinal)
{
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

/// <summary>A column of a nullable value type.</summary>
internal sealed class NullableShapeColumn<T, TValue>(string name, Func<T, TValue?> getter, int? ordinal)
    : ShapeColumn<T>(name, ordinal)
    where TValue : struct
{
    public override Type Type => typeof(TValue?);

    public override int Write(ValueEncoder encoder, int position, EncodedName name, T row)
    {
        TValue? value = getter(row);
        if (value.HasValue) return encoder.WriteCell(position, name, value.GetValueOrDefault());
        return encoder.WriteNullCell(position, name);
    }

    public override void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row) =>
        encoder.Fallback.WriteCell(writer, name, getter(row));
}
