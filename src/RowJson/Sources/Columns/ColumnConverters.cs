using System.Data;

namespace RowJson;

/// <summary>Asks <see cref="JsonRowOptions.ColumnConverter"/> about columns.</summary>
internal static class ColumnConverters
{
    /// <summary>What converts the values of a record's column; null where they are written as they are.</summary>
    public static Func<JsonCell, object?>? Of(JsonRowOptions options, IDataRecord record, int ordinal) =>
        options.ColumnConverter?.Invoke(new JsonColumn
        {
            Name = record.GetName(ordinal),
            Type = record.GetFieldType(ordinal),
            DataTypeName = record.GetDataTypeName(ordinal),
        });

    /// <summary>What converts the values of a table's column; null where they are written as they are.</summary>
    public static Func<JsonCell, object?>? Of(JsonRowOptions options, DataColumn column) =>
        options.ColumnConverter?.Invoke(new JsonColumn { Name = column.ColumnName, Type = column.DataType });
}
