namespace RowJson;

// The columns of a reader's result. Names, types and writers are found once; a cell is then one jump, one typed getter and one write. After
// some rows compiled code takes over, in which the jump is gone and the getters are direct calls.
internal sealed class ReaderColumns : DatabaseColumns<DbDataReader>, IReadColumns
{
    private readonly ReaderColumn[] _columns;
    private readonly ReaderPlans _plans;

    // Where a DbRowReader reads the rows.
    private readonly ReaderCellWriter? _cells;

    private readonly DbRowReader? _rowReader;

    // The user moves the reader, which may be at no row, or gives another one with these columns.
    private readonly bool _isMovedByUser;

    // The last reader that the row reader was asked about, and what it said.
    private DbDataReader? _askedAbout;
    private bool _isRead;

    private ReaderPlan? _plan;
    private ReaderCellsWriter[]? _compiled;
    private long _rows;
    private long _rowsBeforePlan;

    // reader: the reader, at a row of the result.
    // encoder: what the rows are written by.
    // isMovedByUser: the reader is not known to be at a row.
    public ReaderColumns(DbDataReader reader, RowEncoder encoder, bool isMovedByUser = false)
    {
        if (encoder.NeedsColumns) RecordColumns.Describe(reader, encoder);
        _columns = Resolve(reader, encoder);
        _plans = ReaderPlans.Of(encoder.Context);
        _rowsBeforePlan = _plans.RowsBeforePlan;
        _rowReader = FindRowReader(reader, encoder);
        if (_rowReader is null) return;
        _cells = new ReaderCellWriter(_rowReader, this, Array.ConvertAll(_columns, ReadCellOf));
        _isMovedByUser = isMovedByUser;
        (_askedAbout, _isRead) = (reader, true);
    }

    protected override int Count => _columns.Length;

    public int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column) =>
        WriteCellByKind(encoder, position, reader, in _columns[column]);

    protected override EncodedName NameOf(int column) => _columns[column].Name;

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly DbDataReader row, ref int current)
    {
        if (encoder.ReplacesCells) return WriteReplaceableCells(encoder, position, in row, ref current);
        DbDataReader reader = row;
        if (_cells is not null) return WriteReadCells(encoder, position, reader, ref current);
        ReaderCellsWriter[]? compiled = _compiled;
        if (compiled is null && ++_rows > _rowsBeforePlan) compiled = FindCompiled(reader);
        if (compiled is null) return WriteCellsByKind(encoder, position, reader, ref current);
        foreach (ReaderCellsWriter write in compiled) position = write(encoder, position, reader, _columns, ref current);
        return position;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteReadCells(ValueEncoder encoder, int position, DbDataReader reader, ref int current)
    {
        if (_isMovedByUser)
        {
            if (!ReferenceEquals(reader, _askedAbout)) (_askedAbout, _isRead) = (reader, _rowReader!.CanRead(reader));
            if (!_isRead) return WriteCellsByKind(encoder, position, reader, ref current);
            // A getter says that there is no row. A row reader may not notice.
            if (_columns.Length > 0) reader.IsDBNull(_columns[0].Ordinal);
        }
        return _cells!.WriteRow(encoder, position, reader, ref current);
    }

    // Null while the columns are being compiled, and where they are not.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReaderCellsWriter[]? FindCompiled(DbDataReader reader)
    {
        _plan ??= _plans.Find(reader, _columns, _rows);
        if (_plan is null) _rowsBeforePlan = ReaderPlans.RowsBeforeAskingAgain(_rows);
        return _compiled = _plan?.Writers;
    }

    // Not inlined: the registers that the loop wants are not saved for compiled rows.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteCellsByKind(ValueEncoder encoder, int position, DbDataReader reader, ref int current)
    {
        ReaderColumn[] columns = _columns;
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            position = WriteCellByKind(encoder, position, reader, in columns[i]);
        }
        return position;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCellByKind(ValueEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        // A value that is read as an object shows whether it is null. Asking SQLite first would take a quarter of the time.
        if (column.Kind == CellKind.Untyped) return encoder.WriteDatabaseCell(position, column.Name, reader.GetValue(column.Ordinal));
        return reader.IsDBNull(column.Ordinal)
            ? encoder.WriteNullCell(position, column.Name)
            : WriteCell(encoder, position, reader, in column);
    }

    protected override int WriteCell(ValueEncoder encoder, int position, ref readonly DbDataReader row, int column) =>
        WriteCellByKind(encoder, position, row, in _columns[column]);

    protected override object? ReadCell(ref readonly DbDataReader row, int column)
    {
        ref readonly ReaderColumn it = ref _columns[column];
        return it.Converter is not null && row.IsDBNull(it.Ordinal) ? null : it.ReadValue(row);
    }

    protected override bool HoldsJson(int column) => _columns[column].Kind == CellKind.Json;

    // A provider may have a type of its own for what .NET's type does not hold, and a text for what has no type.
    protected override string? ReplacementOf(ValueEncoder encoder, ref readonly DbDataReader row, int column)
    {
        DbDataReader reader = row;
        int ordinal = _columns[column].Ordinal;
        return Read(reader.GetValue) ?? Read(reader.GetProviderSpecificValue) ?? Read(reader.GetString);

        string? Read(Func<int, object?> getter)
        {
            try
            {
                return encoder.ReplacementOf(encoder.ReplacesByText ? getter(ordinal) : null);
            }
            catch (Exception exception) when (encoder.CanReplace(exception))
            {
                return null;
            }
        }
    }

    // The common types, inlined into the loop over columns: the jump is part of it, and there is no call. The value is read before its name
    // is written, so that nothing of the writer's has to outlive the reader's call.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(ValueEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        switch (column.Kind)
        {
            case CellKind.String:
                return reader.GetString(ordinal) is { } text
                    ? encoder.WriteCell(position, name, text)
                    : WriteUnannouncedNull(encoder, position, name);
            case CellKind.Int32: return encoder.WriteCell(position, name, reader.GetInt32(ordinal));
            case CellKind.Int64: return encoder.WriteCell(position, name, reader.GetInt64(ordinal));
            case CellKind.Double: return encoder.WriteCell(position, name, reader.GetDouble(ordinal));
            case CellKind.Boolean: return encoder.WriteCell(position, name, reader.GetBoolean(ordinal));
            case CellKind.DateTime: return encoder.WriteCell(position, name, reader.GetDateTime(ordinal));
            case CellKind.Decimal: return encoder.WriteCell(position, name, reader.GetDecimal(ordinal));
            default: return WriteRareCell(encoder, position, reader, in column);
        }
    }

    // Writes a cell that is not null and of one of the less common types.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteRareCell(ValueEncoder encoder, int position, DbDataReader reader, in ReaderColumn column)
    {
        int ordinal = column.Ordinal;
        EncodedName name = column.Name;
        return column.Kind switch
        {
            CellKind.Guid => encoder.WriteCell(position, name, reader.GetGuid(ordinal)),
            CellKind.Int16 => encoder.WriteCell(position, name, reader.GetInt16(ordinal)),
            CellKind.Byte => encoder.WriteCell(position, name, reader.GetByte(ordinal)),
            CellKind.Single => encoder.WriteCell(position, name, reader.GetFloat(ordinal)),
            CellKind.Char => encoder.WriteCell(position, name, reader.GetChar(ordinal)),
            CellKind.OtherScalar => column.Scalar!.WriteField(encoder, position, name, reader, ordinal),
            CellKind.Bytes => reader.GetFieldValue<byte[]>(ordinal) is { } bytes
                ? encoder.WriteCell(position, name, bytes)
                : WriteUnannouncedNull(encoder, position, name),
            CellKind.Json => encoder.WriteJsonCell(position, name, reader.GetValue(ordinal)),
            _ => encoder.WriteDatabaseCell(position, name, column.ReadValue(reader)),
        };
    }

    // Some readers return null although DbDataReader.IsDBNull is false.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteUnannouncedNull(ValueEncoder encoder, int position, EncodedName name) => encoder.WriteNullCell(position, name);

    // No row reader is asked for some columns: a converter is for their type, or they hold JSON.
    private static ReadCell ReadCellOf(ReaderColumn column) =>
        new(column.Name, column.Ordinal, column.Kind is CellKind.Any or CellKind.Json ? ReadValues.None : ReadValues.All);

    // The first of the options' row readers that reads this reader's rows, where nothing concerns the values.
    public static DbRowReader? FindRowReader(DbDataReader reader, RowEncoder encoder)
    {
        IReadOnlyList<DbRowReader> candidates = encoder.Context.Options.RowReaders;
        if (candidates.Count == 0 || encoder.ReplacesCells || !encoder.TakesReadCells) return null;
        return candidates.FirstOrDefault(candidate => candidate.CanRead(reader));
    }

    private static ReaderColumn[] Resolve(DbDataReader reader, RowEncoder encoder)
    {
        JsonRowOptions options = encoder.Context.Options;
        var columns = new ReaderColumn[reader.FieldCount];
        int count = 0;
        bool hasTypes = ColumnDescription.HasColumnTypes(reader);
        for (int i = 0; i < columns.Length; i++)
        {
            string column = reader.GetName(i);
            EncodedName name = encoder.NameColumn(column);
            if (name.IsExcluded) continue;
            Func<JsonCell, object?>? converter = ColumnDescription.ConverterOf(options, reader, i);
            Type? type = hasTypes && converter is null ? ColumnDescription.TypeOf(reader, i) : null;
            CellKind kind = hasTypes || converter is not null ? encoder.KindOf(type) : CellKind.Untyped;
            if (converter is null && kind is CellKind.String or CellKind.Untyped or CellKind.Any
                && ColumnDescription.HoldsJson(options, reader, i, column)) kind = CellKind.Json;
            ScalarType? scalar = kind == CellKind.OtherScalar ? ScalarTypes.Of(type!) : null;
            columns[count++] = new ReaderColumn(name, i, kind, scalar, converter);
        }
        Array.Resize(ref columns, count);
        if (options.RequireUniqueColumnNames) ColumnNames.RequireUnique(columns.Select(column => column.Name));
        return columns;
    }
}

// What writing a column's cells needs to know of it.
internal readonly struct ReaderColumn(
    EncodedName name, int ordinal, CellKind kind, ScalarType? scalar, Func<JsonCell, object?>? converter = null)
{
    public readonly EncodedName Name = name;
    public readonly int Ordinal = ordinal;
    public readonly CellKind Kind = kind;

    // What writes the cells where the kind is CellKind.OtherScalar.
    public readonly ScalarType? Scalar = scalar;

    // What converts the values, whose kind is then CellKind.Any; null where they are written as they are.
    public readonly Func<JsonCell, object?>? Converter = converter;

    // Reads a value that is not null, as it is to be written.
    public object? ReadValue(DbDataReader reader) =>
        Converter is null ? reader.GetValue(Ordinal) : Converter(new JsonCell(reader, Ordinal));
}
