namespace RowJson;

// The columns of one result, and how to recognise its records, or those of a result with the same columns. TColumns: what writes its rows.
internal sealed class ReaderResult<TColumns>
{
    private readonly Type _readerType;
    private readonly Field[] _fields;
    private readonly bool _comparesNames;

    public ReaderResult(IDataRecord reader, JsonRowOptions options, TColumns columns)
    {
        _readerType = reader.GetType();
        bool hasTypes = ColumnDescription.HasColumnTypes(reader);
        bool readsJson = !options.JsonColumnsAsText;
        // The user's functions and a row reader have been asked about the database's types.
        _comparesNames = options.AsksAboutColumns || options.RowReaders.Count > 0;
        _fields = new Field[reader.FieldCount];
        for (int i = 0; i < _fields.Length; i++)
        {
            Type? type = hasTypes ? ColumnDescription.TypeOf(reader, i) : null;
            bool asksName = _comparesNames || (readsJson && type is not { IsValueType: true });
            _fields[i] = new Field(reader.GetName(i), type, asksName ? ColumnDescription.DataTypeNameOf(reader, i) : null);
        }
        Columns = columns;
    }

    public TColumns Columns { get; }

    // A reader does not show that it has moved to its next result, so everything is compared on which the columns depend: for most readers
    // the same instances each time, and the database's names of types only where they distinguish JSON from text.
    public bool IsOf(IDataRecord reader)
    {
        Field[] fields = _fields;
        if (reader.GetType() != _readerType || reader.FieldCount != fields.Length) return false;
        for (int i = 0; i < fields.Length; i++)
        {
            ref readonly Field field = ref fields[i];
            if (reader.GetName(i) != field.Name) return false;
            if (field.Type is not null && reader.GetFieldType(i) != field.Type) return false;
            if (field.DataTypeName is not null && !IsSame(reader.GetDataTypeName(i), field.DataTypeName)) return false;
        }
        return true;
    }

    // Else all that matters is whether the type is JSON: SQLite may name the type of the row's value.
    private bool IsSame(string? dataTypeName, string other) =>
        dataTypeName == other
        || (!_comparesNames && ColumnDescription.IsJson(dataTypeName) == ColumnDescription.IsJson(other));

    // Name: what DbDataReader.GetName says.
    // Type: what DbDataReader.GetFieldType says; null if it may differ by row.
    // DataTypeName: what DbDataReader.GetDataTypeName says; null if it makes no difference.
    private readonly record struct Field(string Name, Type? Type, string? DataTypeName);
}

// Writes records that come one by one, during one pass: those of one result share what is known about its columns.
internal sealed class DataRecordWriter
{
    private ReaderResult<RecordColumns>? _result;

    public void Write(RowEncoder encoder, IDataRecord? record)
    {
        if (record is null)
        {
            encoder.WriteNullRow();
            return;
        }
        if (_result is null || !_result.IsOf(record))
            _result = new ReaderResult<RecordColumns>(record, encoder.Context.Options, new RecordColumns(record, encoder));
        _result.Columns.WriteRow(encoder, new RecordCells(record));
    }
}
