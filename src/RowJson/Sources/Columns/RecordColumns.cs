namespace RowJson;

// The columns of records whose cells are objects.
internal sealed class RecordColumns(IDataRecord record, RowEncoder encoder) : DatabaseColumns<IDataRecord>
{
    private readonly RecordColumn[] _columns = Resolve(record, encoder);

    protected override int Count => _columns.Length;

    protected override EncodedName NameOf(int column) => _columns[column].Name;

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly IDataRecord row, ref int current)
    {
        if (encoder.ReplacesCells) return WriteReplaceableCells(encoder, position, in row, ref current);
        IDataRecord record = row;
        for (; current < _columns.Length; current++) position = WriteCell(encoder, position, record, in _columns[current]);
        return position;
    }

    protected override int WriteCell(ValueEncoder encoder, int position, ref readonly IDataRecord row, int column) =>
        WriteCell(encoder, position, row, in _columns[column]);

    protected override object? ReadCell(ref readonly IDataRecord row, int column) => _columns[column].Read(row);

    protected override bool HoldsJson(int column) => _columns[column].IsJson;

    protected override string? ReplacementOf(ValueEncoder encoder, ref readonly IDataRecord row, int column)
    {
        try
        {
            return encoder.ReplacementOf(encoder.ReplacesByText ? row.GetValue(_columns[column].Ordinal) : null);
        }
        catch (Exception exception) when (encoder.CanReplace(exception))
        {
            return null;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(ValueEncoder encoder, int position, IDataRecord record, in RecordColumn column) =>
        column.IsJson
            ? encoder.WriteJsonCell(position, column.Name, column.Read(record))
            : encoder.WriteDatabaseCell(position, column.Name, column.Read(record));

    // Tells the encoder of compact rows which columns a result has, even if it has no rows.
    public static void Describe(IDataRecord record, RowEncoder encoder) =>
        encoder.SetColumns(NamesOf(record).Select(encoder.NameColumn));

    // The names that a result has itself.
    public static string[] NamesOf(IDataRecord record)
    {
        var names = new string[record.FieldCount];
        for (int i = 0; i < names.Length; i++) names[i] = record.GetName(i);
        return names;
    }

    private static RecordColumn[] Resolve(IDataRecord record, RowEncoder encoder)
    {
        JsonRowOptions options = encoder.Context.Options;
        if (encoder.NeedsColumns) Describe(record, encoder);
        var columns = new List<RecordColumn>(record.FieldCount);
        for (int i = 0; i < record.FieldCount; i++)
        {
            string column = record.GetName(i);
            EncodedName name = encoder.NameColumn(column);
            if (name.IsExcluded) continue;
            Func<JsonCell, object?>? converter = ColumnDescription.ConverterOf(options, record, i);
            bool isJson = converter is null && ColumnDescription.HoldsJson(options, record, i, column);
            columns.Add(new RecordColumn(name, i, isJson, converter));
        }
        if (options.RequireUniqueColumnNames) ColumnNames.RequireUnique(columns.Select(column => column.Name));
        return [.. columns];
    }

    // What the loop over the cells needs to know of a column.
    private readonly record struct RecordColumn(EncodedName Name, int Ordinal, bool IsJson, Func<JsonCell, object?>? Converter)
    {
        public object? Read(IDataRecord record) =>
            Converter is null ? record.GetValue(Ordinal)
            : record.IsDBNull(Ordinal) ? null
            : Converter(new JsonCell(record, Ordinal));
    }
}
