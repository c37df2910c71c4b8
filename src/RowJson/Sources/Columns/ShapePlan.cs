namespace RowJson;

// A shape's columns under one set of options: those that are written, with their encoded names.
internal class ShapePlan<T> : RowColumns<T>
{
    private readonly object _contextId;
    private readonly ShapeColumn<T>[] _columns;
    private readonly EncodedName[] _names;
    private readonly bool _writesDirectly;

    public ShapePlan(ShapeColumn<T>[] columns, RowEncoder encoder)
    {
        _contextId = encoder.Context.Id;
        JsonColumn[] described = Array.ConvertAll(columns, column => new JsonColumn { Name = column.Name, Type = column.Type });
        encoder.RequireColumns(described);
        EncodedName[] names = Array.ConvertAll(described, encoder.NameColumn);
        if (encoder.Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(names);
        _columns = columns.Where((_, i) => !names[i].IsExcluded)
            .Select(column => encoder.WritesColumnDirectly(column.Type) ? column : column.AsSerialized()).ToArray();
        _names = names.Where(name => !name.IsExcluded).ToArray();
        _writesDirectly = Array.TrueForAll(_columns, column => encoder.WritesColumnDirectly(column.Type));
    }

    // The same columns.
    protected ShapePlan(ShapePlan<T> plan) =>
        (_contextId, _columns, _names, _writesDirectly) = (plan._contextId, plan._columns, plan._names, plan._writesDirectly);

    // The columns are those of a context. A shape may live as long as the process, and so leads to none.
    public bool IsOf(RowContext context) => ReferenceEquals(context.Id, _contextId);

    // What a row reader may read of a reader's row; null if it may read nothing.
    public ReadCell[]? ReadCellsOf(DbRowReader rowReader, DbDataReader reader)
    {
        if (!_writesDirectly) return null;
        var cells = new ReadCell[_columns.Length];
        for (int i = 0; i < cells.Length; i++)
        {
            ShapeColumn<T> column = _columns[i];
            bool isRead = column.Ordinal is { } ordinal && HoldsItsType(reader, ordinal, column.Type) && rowReader.CanRead(reader, ordinal);
            cells[i] = new ReadCell(_names[i], column.Ordinal ?? 0, isRead ? ValuesOf(column.Type) : ReadValues.None);
        }
        return Array.Exists(cells, cell => cell.Taken != ReadValues.None) ? cells : null;
    }

    public sealed override int Count => _columns.Length;

    public void Encode(RowEncoder encoder, T row)
    {
        if (row is null) encoder.Fallback.WriteNullRow();
        else encoder.WriteColumnsRow(this, in row);
    }

    protected int WriteCell(ValueEncoder encoder, int position, T row, int column) =>
        _columns[column].Write(encoder, position, _names[column], row);

    public sealed override EncodedName NameOf(int column) => _names[column];

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

    // Where a reader has types of columns, it is the getter that converts from another one: the cell can be read only once.
    private static bool HoldsItsType(DbDataReader reader, int ordinal, Type type) =>
        !ColumnDescription.HasColumnTypes(reader)
        || ColumnDescription.TypeOf(reader, ordinal) == (Nullable.GetUnderlyingType(type) ?? type);

    // Values that are of the column's type as they are. Null is not among them, for a getter may refuse it; other integers are converted.
    private static ReadValues ValuesOf(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type == typeof(string) ? ReadValues.Text
            : type == typeof(int) ? ReadValues.Int32
            : type == typeof(long) ? ReadValues.Int64
            : type == typeof(short) ? ReadValues.Int16
            : type == typeof(double) ? ReadValues.Double
            : type == typeof(byte[]) ? ReadValues.Bytes
            : ReadValues.None;
    }
}
