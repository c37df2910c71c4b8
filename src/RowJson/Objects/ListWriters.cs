using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>An array of scalars as a cell.</summary>
internal sealed class ScalarArrayWriter<TValue>(bool omitsNull) : CellWriter<TValue[]?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue[]? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name) : encoder.WriteListCell<TValue>(position, name, value);
}

/// <summary>A list of scalars as a cell.</summary>
internal sealed class ScalarListWriter<TValue>(bool omitsNull) : CellWriter<List<TValue>?>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, List<TValue>? value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : encoder.WriteListCell<TValue>(position, name, CollectionsMarshal.AsSpan(value));
}

/// <summary>A nested object as a cell.</summary>
internal sealed class NestedObjectWriter<TValue>(NestedObject<TValue> nested, bool omitsNull) : CellWriter<TValue>
{
    public override int Write(RowEncoder encoder, int position, EncodedName name, TValue value) =>
        value is null ? omitsNull ? position : encoder.WriteNullCell(position, name)
            : nested.Columns.WriteNested(encoder, encoder.BeginCell(position, name), in value);
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

/// <summary>The columns of a type whose values are nested in rows; found before they are made, for a type may hold its own kind.</summary>
internal sealed class NestedObject<TValue>
{
    private ObjectColumns<TValue>? _columns;

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
