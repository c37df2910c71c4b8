using System.Buffers;
using System.Data;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for a <see cref="DataTable"/>.</summary>
internal static class TableLoops
{
    /// <summary>Each name as a string.</summary>
    public static void WriteValues(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, DataTable table)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (DataRow row in table.Rows)
        {
            writer.WriteStartObject();
            foreach (DataColumn column in table.Columns)
            {
                writer.WritePropertyName(column.ColumnName);
                HandWritten.WriteValue(writer, row[column]);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    /// <summary>Each name encoded before.</summary>
    public static void WriteCached(
        Utf8JsonWriter writer, ArrayBufferWriter<byte> output, DataTable table, (DataColumn Column, JsonEncodedText Name)[] columns)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (DataRow row in table.Rows)
        {
            writer.WriteStartObject();
            foreach ((DataColumn column, JsonEncodedText name) in columns)
            {
                writer.WritePropertyName(name);
                HandWritten.WriteValue(writer, row[column]);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    public static (DataColumn Column, JsonEncodedText Name)[] EncodeNames(DataTable table, JavaScriptEncoder? encoder) =>
        [.. table.Columns.Cast<DataColumn>().Select(column => (column, JsonEncodedText.Encode(column.ColumnName, encoder)))];

    /// <summary>Every row as a dictionary: what <see cref="JsonSerializer"/> needs, for it refuses tables.</summary>
    public static List<Dictionary<string, object?>> Materialise(DataTable table)
    {
        DataColumn[] columns = [.. table.Columns.Cast<DataColumn>()];
        var rows = new List<Dictionary<string, object?>>(table.Rows.Count);
        foreach (DataRow row in table.Rows)
        {
            var dictionary = new Dictionary<string, object?>(columns.Length);
            foreach (DataColumn column in columns)
                dictionary.Add(column.ColumnName, row[column] is var value and not DBNull ? value : null);
            rows.Add(dictionary);
        }
        return rows;
    }

    /// <summary>Reads every cell, and adds something of each up.</summary>
    public static long Read(DataTable table, DataColumn[] columns)
    {
        long sum = 0;
        foreach (DataRow row in table.Rows)
        {
            foreach (DataColumn column in columns)
                sum += HandWritten.Touch(row[column]);
        }
        return sum;
    }
}
