using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <summary>A shape's columns under one set of options: those that are written, with their encoded names.</summary>
internal sealed class ShapePlan<T> : SourceColumns<T>
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
        _writesDirectly = Array.TrueForAll(_columns, column => encoder.WritesColumnDirectly(column.Type));
    }

    public RowContext Context { get; }

    protected override int Count => _columns.Length;

    /// <summary>Writes one row.</summary>
    public void Encode(RowEncoder encoder, T row)
    {
        if (row is null) encoder.Fallback.WriteNullRow();
        else if (_writesDirectly) Write(encoder, in row);
        else WriteViaSerializer(encoder, in row);
    }

    protected override EncodedName NameOf(int column) => _names[column];

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly T row, ref int current)
    {
        ShapeColumn<T>[] columns = _columns;
        EncodedName[] names = _names;
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            position = columns[i].Write(encoder, position, names[i], row);
        }
        return position;
    }

    protected override void WriteCellViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, ref readonly T row, int column) =>
        _columns[column].WriteViaSerializer(encoder, writer, _names[column], row);
}
