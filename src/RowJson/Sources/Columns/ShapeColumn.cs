using System.Text.Json;

namespace RowJson;

/// <summary>A column of a <see cref="JsonRowShape{T}"/>.</summary>
internal abstract class ShapeColumn<T>(string name)
{
    public string Name { get; } = name;

    /// <summary>A user's converter for the value with its null, if there is one, is asked by the serializer alone.</summary>
    public abstract bool WritesDirectly(RowEncoder encoder);

    /// <summary>Writes the row's cell, name and value; returns the position behind it.</summary>
    public abstract int Write(RowEncoder encoder, int position, EncodedName name, T row);

    /// <summary>The same through the serializer.</summary>
    public abstract void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row);
}

/// <summary>A column of one type: the code is compiled for it, and one call per cell reaches it.</summary>
internal sealed class ShapeColumn<T, TValue>(string name, Func<T, TValue> getter) : ShapeColumn<T>(name)
{
    public override bool WritesDirectly(RowEncoder encoder) =>
        default(TValue) is null ? encoder.WritesDirectlyValue(typeof(TValue)) : encoder.WritesDirectlyRowsWith(typeof(TValue));

    public override int Write(RowEncoder encoder, int position, EncodedName name, T row)
    {
        TValue value = getter(row);
        if (value is null or DBNull && encoder.OmitsNulls) return position;
        return encoder.WriteCell(position, name, value);
    }

    public override void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row) =>
        encoder.WriteCellViaSerializer(writer, name, getter(row));
}

/// <summary>The same for a value type that may be missing.</summary>
internal sealed class NullableShapeColumn<T, TValue>(string name, Func<T, TValue?> getter) : ShapeColumn<T>(name)
    where TValue : struct
{
    public override bool WritesDirectly(RowEncoder encoder) => encoder.WritesDirectlyValue(typeof(TValue?));

    public override int Write(RowEncoder encoder, int position, EncodedName name, T row)
    {
        TValue? value = getter(row);
        if (value.HasValue) return encoder.WriteCell(position, name, value.GetValueOrDefault());
        return encoder.WriteNullCell(position, name);
    }

    public override void WriteViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, EncodedName name, T row) =>
        encoder.WriteCellViaSerializer(writer, name, getter(row));
}

/// <summary>A shape's columns under one set of options: those that are written, with their encoded names.</summary>
internal sealed class ShapePlan<T>
{
    private readonly ShapeColumn<T>[] _columns;
    private readonly EncodedName[] _names;
    private readonly bool _writesDirectly;

    public ShapePlan(ShapeColumn<T>[] columns, RowEncoder encoder)
    {
        Context = encoder.Context;
        EncodedName[] names = Array.ConvertAll(columns, column => encoder.NameColumn(column.Name));
        if (Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(names);
        _columns = columns.Where((_, i) => !names[i].IsExcluded).ToArray();
        _names = names.Where(name => !name.IsExcluded).ToArray();
        _writesDirectly = Array.TrueForAll(_columns, column => column.WritesDirectly(encoder));
    }

    public EncodingContext Context { get; }

    public void Encode(RowEncoder encoder, T row)
    {
        if (row is null) encoder.WriteNullRow();
        else if (_writesDirectly && encoder.WritesDirectly) EncodeDirectly(encoder, row);
        else EncodeViaSerializer(encoder, row);
    }

    private void EncodeDirectly(RowEncoder encoder, T row)
    {
        ShapeColumn<T>[] columns = _columns;
        EncodedName[] names = _names;
        int position = encoder.BeginObjectRow(out int start);
        int i = 0;
        try
        {
            for (; i < columns.Length; i++) position = columns[i].Write(encoder, position, names[i], row);
        }
        catch (Exception) when (encoder.NoteFailedColumn(names[i]))
        {
            throw;
        }
        encoder.EndObjectRow(position, start);
    }

    private void EncodeViaSerializer(RowEncoder encoder, T row)
    {
        Utf8JsonWriter writer = encoder.BeginObjectRowViaSerializer();
        int i = 0;
        try
        {
            for (; i < _columns.Length; i++) _columns[i].WriteViaSerializer(encoder, writer, _names[i], row);
        }
        catch (Exception) when (encoder.NoteFailedColumn(_names[i]))
        {
            throw;
        }
        encoder.EndObjectRowViaSerializer(writer);
    }
}
