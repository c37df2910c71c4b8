using System.Buffers;
using System.Data.Common;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for a <see cref="DbDataReader"/>.</summary>
internal static class ReaderLoops
{
    /// <summary>Each cell through <see cref="DbDataReader.GetValue"/>, each name as a string.</summary>
    public static void WriteValues(Utf8JsonWriter writer, IBufferWriter<byte> output, DbDataReader reader)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        while (reader.Read())
        {
            writer.WriteStartObject();
            for (int i = 0; i < reader.FieldCount; i++)
            {
                writer.WritePropertyName(reader.GetName(i));
                HandWritten.WriteValue(writer, reader.GetValue(i));
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    /// <summary>Each cell through the getter of its type, each name encoded before.</summary>
    public static void WriteTyped(Utf8JsonWriter writer, IBufferWriter<byte> output, DbDataReader reader, Column[] columns)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        while (reader.Read())
            WriteTypedRow(writer, reader, columns);
        writer.WriteEndArray();
        writer.Flush();
    }

    public static void WriteTypedRow(Utf8JsonWriter writer, DbDataReader reader, Column[] columns)
    {
        writer.WriteStartObject();
        for (int i = 0; i < columns.Length; i++)
        {
            ref readonly Column column = ref columns[i];
            if (reader.IsDBNull(i))
                writer.WriteNull(column.Name);
            else
                WriteTypedCell(writer, reader, i, in column);
        }
        writer.WriteEndObject();
    }

    /// <summary>Every row as a dictionary: what most programs do, since nothing else writes a reader.</summary>
    public static List<Dictionary<string, object?>> Materialise(DbDataReader reader)
    {
        var rows = new List<Dictionary<string, object?>>();
        string[] names = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
        while (reader.Read())
        {
            var row = new Dictionary<string, object?>(names.Length);
            for (int i = 0; i < names.Length; i++)
                row.Add(names[i], reader.IsDBNull(i) ? null : reader.GetValue(i));
            rows.Add(row);
        }
        return rows;
    }

    /// <summary>Reads every cell as <see cref="WriteTyped"/> does, and adds something of each up.</summary>
    public static long Read(DbDataReader reader, Column[] columns)
    {
        long sum = 0;
        while (reader.Read())
            sum += ReadRow(reader, columns);
        return sum;
    }

    public static long ReadRow(DbDataReader reader, Column[] columns)
    {
        long sum = 0;
        for (int i = 0; i < columns.Length; i++)
        {
            if (reader.IsDBNull(i)) continue;
            sum += columns[i].Type switch
            {
                TypeCode.String => reader.GetString(i).Length,
                TypeCode.Int32 => reader.GetInt32(i),
                TypeCode.Int64 => reader.GetInt64(i),
                TypeCode.Double => BitConverter.DoubleToInt64Bits(reader.GetDouble(i)),
                TypeCode.Boolean => reader.GetBoolean(i) ? 1 : 0,
                TypeCode.DateTime => reader.GetDateTime(i).Ticks,
                _ => HandWritten.Touch(reader.GetValue(i)),
            };
        }
        return sum;
    }

    private static void WriteTypedCell(Utf8JsonWriter writer, DbDataReader reader, int ordinal, in Column column)
    {
        switch (column.Type)
        {
            case TypeCode.String:
                writer.WriteString(column.Name, reader.GetString(ordinal));
                break;
            case TypeCode.Int32:
                writer.WriteNumber(column.Name, reader.GetInt32(ordinal));
                break;
            case TypeCode.Int64:
                writer.WriteNumber(column.Name, reader.GetInt64(ordinal));
                break;
            case TypeCode.Double:
                writer.WriteNumber(column.Name, reader.GetDouble(ordinal));
                break;
            case TypeCode.Boolean:
                writer.WriteBoolean(column.Name, reader.GetBoolean(ordinal));
                break;
            case TypeCode.DateTime:
                writer.WriteString(column.Name, reader.GetDateTime(ordinal));
                break;
            default:
                writer.WritePropertyName(column.Name);
                HandWritten.WriteValue(writer, reader.GetValue(ordinal));
                break;
        }
    }

    /// <summary>What the loops know of a column before its first row.</summary>
    internal readonly record struct Column(JsonEncodedText Name, TypeCode Type)
    {
        public static Column[] Of(DbDataReader reader, JavaScriptEncoder? encoder) =>
        [
            .. Enumerable.Range(0, reader.FieldCount).Select(
                i => new Column(JsonEncodedText.Encode(reader.GetName(i), encoder), System.Type.GetTypeCode(reader.GetFieldType(i)))),
        ];
    }
}
