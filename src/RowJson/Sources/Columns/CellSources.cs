namespace RowJson;

// Where the cells of a row are: a reader, a record, or a row of a table.
internal interface ICells
{
    // The value of a cell: null or DBNull if it has none.
    object? GetValue(int ordinal);

    // The value of a cell as the type of its column, or as an object; false if the cell is null, which is checked first.
    bool TryGet<TValue>(int ordinal, [MaybeNullWhen(false)] out TValue value);

    // A cell for a converter; null if the cell is null.
    JsonCell? CellOf(int ordinal);

    // The text of a value that cannot be written; null if it has none, or the options want none.
    string? ReplacementOf(ValueEncoder encoder, int ordinal) => encoder.ReplacementOf(GetValue, ordinal);
}

// The row that a reader is at.
internal readonly struct ReaderCells(DbDataReader reader) : ICells
{
    public DbDataReader Reader => reader;

    public object GetValue(int ordinal) => reader.GetValue(ordinal);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGet<TValue>(int ordinal, [MaybeNullWhen(false)] out TValue value)
    {
        bool isNull = reader.IsDBNull(ordinal);
        value = isNull ? default : Get<TValue>(ordinal);
        return !isNull;
    }

    public JsonCell? CellOf(int ordinal) => reader.IsDBNull(ordinal) ? null : new JsonCell(reader, ordinal);

    // The typed getter. The tests are constants in the code that is compiled for the type.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TValue Get<TValue>(int ordinal)
    {
        if (typeof(TValue) == typeof(object)) return (TValue)reader.GetValue(ordinal);
        if (typeof(TValue) == typeof(string)) return (TValue)(object)reader.GetString(ordinal);
        if (typeof(TValue) == typeof(int)) return (TValue)(object)reader.GetInt32(ordinal);
        if (typeof(TValue) == typeof(long)) return (TValue)(object)reader.GetInt64(ordinal);
        if (typeof(TValue) == typeof(double)) return (TValue)(object)reader.GetDouble(ordinal);
        if (typeof(TValue) == typeof(bool)) return (TValue)(object)reader.GetBoolean(ordinal);
        if (typeof(TValue) == typeof(DateTime)) return (TValue)(object)reader.GetDateTime(ordinal);
        if (typeof(TValue) == typeof(decimal)) return (TValue)(object)reader.GetDecimal(ordinal);
        if (typeof(TValue) == typeof(Guid)) return (TValue)(object)reader.GetGuid(ordinal);
        if (typeof(TValue) == typeof(short)) return (TValue)(object)reader.GetInt16(ordinal);
        if (typeof(TValue) == typeof(byte)) return (TValue)(object)reader.GetByte(ordinal);
        if (typeof(TValue) == typeof(float)) return (TValue)(object)reader.GetFloat(ordinal);
        if (typeof(TValue) == typeof(char)) return (TValue)(object)reader.GetChar(ordinal);
        return reader.GetFieldValue<TValue>(ordinal);
    }

    // A provider may have a type of its own for values that .NET's type does not hold, and a text for values that have no type.
    public string? ReplacementOf(ValueEncoder encoder, int ordinal) => encoder.ReplacementOf(reader.GetValue, ordinal)
        ?? encoder.ReplacementOf(reader.GetProviderSpecificValue, ordinal)
        ?? encoder.ReplacementOf(reader.GetString, ordinal);
}

// A record whose cells are objects.
internal readonly struct RecordCells(IDataRecord record) : ICells
{
    public object GetValue(int ordinal) => record.GetValue(ordinal);

    // Only columns with a type ask this.
    public bool TryGet<TValue>(int ordinal, [MaybeNullWhen(false)] out TValue value) => throw new NotSupportedException();

    public JsonCell? CellOf(int ordinal) => record.IsDBNull(ordinal) ? null : new JsonCell(record, ordinal);
}

// A row of a table or a view, in the version that is written.
// columns: the table's, by their ordinals: finding one in its collection takes longer than reading the cell from the row.
internal readonly struct TableCells(DataRow row, DataRowVersion version, DataColumn[] columns) : ICells
{
    public object? GetValue(int ordinal) => row[columns[ordinal], version];

    // One cast instead of a row of tests: the column's type says what the object is.
    public bool TryGet<TValue>(int ordinal, [MaybeNullWhen(false)] out TValue value)
    {
        object? box = row[columns[ordinal], version];
        bool isNull = box is null or DBNull;
        value = isNull ? default : (TValue)box!;
        return !isNull;
    }

    public JsonCell? CellOf(int ordinal) => TryGet(ordinal, out object? value) ? new JsonCell(value!) : null;
}
