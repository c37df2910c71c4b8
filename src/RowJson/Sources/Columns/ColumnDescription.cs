namespace RowJson;

// What sources say of their columns. A reader may not be able to name a type, or throw because it names none.
internal static class ColumnDescription
{
    // A column's type is that of all its values: so it is where a reader describes its columns. Of other readers it is not known. SQLite
    // has types of values, and a reader that wraps another one does not show whose values it returns.
    public static bool HasColumnTypes(IDataRecord record) => record is IDbColumnSchemaGenerator or DataTableReader;

    // The type of a column's values; null if the record cannot name it.
    public static Type? TypeOf(IDataRecord record, int ordinal) => Ask(record, ordinal, static (it, i) => it.GetFieldType(i));

    // The database's name of a column's type; null if the record has none.
    public static string? DataTypeNameOf(IDataRecord record, int ordinal) => Ask(record, ordinal, static (it, i) => it.GetDataTypeName(i));

    // The strings of a column are JSON.
    public static bool HoldsJson(JsonRowOptions options, IDataRecord record, int ordinal, string name) =>
        options.IsJsonColumn?.Invoke(name) is true || (!options.JsonColumnsAsText && IsJson(DataTypeNameOf(record, ordinal)));

    // A database's type holds JSON text, or arrays of it.
    public static bool IsJson(string? dataTypeName)
    {
        ReadOnlySpan<char> name = dataTypeName;
        if (name.EndsWith("[]")) name = name[..^2];
        return name.Equals("json", StringComparison.OrdinalIgnoreCase) || name.Equals("jsonb", StringComparison.OrdinalIgnoreCase);
    }

    // What converts the values of a record's column; null where they are written as they are.
    public static Func<JsonCell, object?>? ConverterOf(JsonRowOptions options, IDataRecord record, int ordinal) =>
        options.ColumnConverter?.Invoke(new JsonColumn
        {
            Name = record.GetName(ordinal),
            Type = TypeOf(record, ordinal) ?? typeof(object),
            DataTypeName = DataTypeNameOf(record, ordinal),
        });

    // What converts the values of a table's column; null where they are written as they are.
    public static Func<JsonCell, object?>? ConverterOf(JsonRowOptions options, DataColumn column) =>
        options.ColumnConverter?.Invoke(new JsonColumn { Name = column.ColumnName, Type = column.DataType });

    private static T? Ask<T>(IDataRecord record, int ordinal, Func<IDataRecord, int, T> question)
        where T : class
    {
        try
        {
            return question(record, ordinal);
        }
        // The values are written without the answer, or say themselves what is wrong.
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return null;
        }
    }
}
