using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>A number that is written as a string, or its nullable form.</summary>
internal sealed class QuotedNumberWriter<TValue>(OmitCondition omit) : CellWriter<TValue>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue value)
    {
        if (value is null) return omit == OmitCondition.Never ? encoder.WriteNullCell(position, name) : position;
        bool omitsDefault = default(TValue) is not null && omit == OmitCondition.WhenDefault;
        if (omitsDefault && EqualityComparer<TValue>.Default.Equals(value, default)) return position;
        return encoder.WriteQuotedCell(position, name, value);
    }
}

/// <summary>An array of scalars or strings as a cell; null is left out or written.</summary>
internal sealed class ScalarArrayWriter<TValue>(bool omitsNull, ListFormat format) : CellWriter<TValue[]?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue[]? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteListCell<TValue>(position, name, value, format);
}

/// <summary>A list of scalars or strings as a cell.</summary>
internal sealed class ScalarListWriter<TValue>(bool omitsNull, ListFormat format) : CellWriter<List<TValue>?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, List<TValue>? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteListCell<TValue>(position, name, CollectionsMarshal.AsSpan(value), format);
}

/// <summary>A sequence of scalars or strings as a cell.</summary>
internal sealed class ScalarSequenceWriter<TSequence, TValue>(bool omitsNull, ListFormat format) : CellWriter<TSequence?>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TSequence? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteSequenceCell(position, name, value, format);
}

/// <summary>A dictionary of scalars or strings as a cell.</summary>
internal sealed class ScalarDictionaryWriter<TValue>(bool omitsNull, ListFormat format) : CellWriter<Dictionary<string, TValue>?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, Dictionary<string, TValue>? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteDictionaryCell(position, name, value, format);
}

/// <summary>A nested object as a cell.</summary>
internal sealed class NestedObjectWriter<TValue>(NestedObject<TValue> nested, OmitCondition omit) : CellWriter<TValue>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue value)
    {
        if (value is null) return omit == OmitCondition.Never ? encoder.WriteNullCell(position, name) : position;
        bool omitsDefault = default(TValue) is not null && omit == OmitCondition.WhenDefault;
        if (omitsDefault && EqualityComparer<TValue>.Default.Equals(value, default)) return position;
        return nested.Columns.WriteNested(encoder, encoder.BeginCell(position, name), in value);
    }
}

/// <summary>An array of nested objects as a cell.</summary>
internal sealed class NestedArrayWriter<TValue>(NestedObject<TValue> nested, bool omitsNull) : CellWriter<TValue[]?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue[]? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteListCell(position, name, value, nested.Columns);
}

/// <summary>A list of nested objects as a cell.</summary>
internal sealed class NestedListWriter<TValue>(NestedObject<TValue> nested, bool omitsNull) : CellWriter<List<TValue>?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, List<TValue>? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteListCell(position, name, value, nested.Columns);
}

/// <summary>A sequence of nested objects as a cell.</summary>
internal sealed class NestedSequenceWriter<TSequence, TValue>(NestedObject<TValue> nested, bool omitsNull) : CellWriter<TSequence?>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TSequence? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteSequenceCell(position, name, value, nested.Columns);
}

/// <summary>The columns of a type whose values are nested in rows; found before they are made, for a type may hold its own kind.</summary>
internal sealed class NestedObject<TValue>
{
    private ObjectColumns<TValue>? _columns;

    /// <summary>The columns are there.</summary>
    public bool IsMade => _columns is not null;

    /// <summary>A column refers to them that was made while they were.</summary>
    public bool IsPromised { get; set; }

    public ObjectColumns<TValue> Columns
    {
        get => _columns!;
        set => _columns = value;
    }
}

/// <summary>Bytes as Base64.</summary>
internal sealed class BytesWriter(bool omitsNull) : CellWriter<byte[]?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, byte[]? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name) : encoder.WriteCell(position, name, value);
}

/// <summary>A dictionary of values of any type as a cell.</summary>
internal sealed class DictionaryWriter(bool omitsNull) : CellWriter<Dictionary<string, object?>?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, Dictionary<string, object?>? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name) : encoder.WriteDictionaryCell(position, name, value);
}

/// <summary>A nested struct that may be missing.</summary>
internal sealed class NullableNestedWriter<TValue>(NestedObject<TValue> nested, bool omitsNull) : CellWriter<TValue?>
    where TValue : struct
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue? value)
    {
        if (value is null) return omitsNull ? position : encoder.WriteNullCell(position, name);
        TValue present = value.GetValueOrDefault();
        return nested.Columns.WriteNested(encoder, encoder.BeginCell(position, name), in present);
    }
}
