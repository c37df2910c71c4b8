namespace RowJson.Benchmarks;

/// <summary>What one writes by hand, for each form of rows.</summary>
internal static class RowLoops
{
    /// <summary>The optimised loop: each name escaped once, no validation.</summary>
    public static EncodeRows? WriteCached(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        switch (rows)
        {
            case ColumnarReader reader:
                TypedName[] columns = TypedName.Of(reader, settings.Encoder);
                return InArray(writer, () =>
                {
                    reader.Rewind();
                    while (reader.Read()) WriteTypedRow(writer, reader, columns);
                });
            case DataTable table:
                (DataColumn Column, JsonEncodedText Name)[] named =
                    [.. table.Columns.Cast<DataColumn>().Select(column => (column, JsonEncodedText.Encode(column.ColumnName, settings.Encoder)))];
                return InArray(writer, () => WriteCached(writer, table, named));
            case ObjectRows objects: return objects.WriteByHand?.Invoke(writer);
            case ProviderRows provider: return provider.WriteByHand(writer);
            default: return WriteRows(writer, new EncodedNames(settings.Encoder), rows);
        }
    }

    /// <summary>Frames what the loop writes.</summary>
    public static EncodeRows InArray(Utf8JsonWriter writer, Action writeRows) => output =>
    {
        writer.Reset(output);
        writer.WriteStartArray();
        writeRows();
        writer.WriteEndArray();
        writer.Flush();
    };

    /// <summary>Each cell through the getter of its type.</summary>
    public static void WriteTypedRow(Utf8JsonWriter writer, DbDataReader reader, TypedName[] columns)
    {
        writer.WriteStartObject();
        for (int i = 0; i < columns.Length; i++)
        {
            ref readonly TypedName column = ref columns[i];
            if (reader.IsDBNull(i)) writer.WriteNull(column.Name);
            else WriteTypedCell(writer, reader, i, in column);
        }
        writer.WriteEndObject();
    }

    public static void WriteDictionary(Utf8JsonWriter writer, EncodedNames names, Dictionary<string, object?> row)
    {
        writer.WriteStartObject();
        int position = 0;
        foreach ((string name, object? value) in row)
        {
            writer.WritePropertyName(names.Get(position++, name));
            HandWrittenValue.Write(writer, value);
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
            for (int i = 0; i < names.Length; i++) row.Add(names[i], reader.IsDBNull(i) ? null : reader.GetValue(i));
            rows.Add(row);
        }
        return rows;
    }

    /// <summary>Copies a table into dictionaries, because <see cref="JsonSerializer"/> refuses tables.</summary>
    public static List<Dictionary<string, object?>> Materialise(DataTable table)
    {
        DataColumn[] columns = [.. table.Columns.Cast<DataColumn>()];
        var rows = new List<Dictionary<string, object?>>(table.Rows.Count);
        foreach (DataRow row in table.Rows)
        {
            var dictionary = new Dictionary<string, object?>(columns.Length);
            foreach (DataColumn column in columns) dictionary.Add(column.ColumnName, row[column] is var value and not DBNull ? value : null);
            rows.Add(dictionary);
        }
        return rows;
    }

    /// <summary>Makes a loop that reads every value and sums up something of each; null where the rows have no such loop.</summary>
    public static Func<long>? Reader(object rows)
    {
        switch (rows)
        {
            case List<Dictionary<string, object?>> dictionaries: return () => Read(dictionaries);
            case ColumnarReader reader:
                TypedName[] columns = TypedName.Of(reader, encoder: null);
                return () => Read(reader.Rewound(), columns);
            case DataTable table:
                DataColumn[] tableColumns = [.. table.Columns.Cast<DataColumn>()];
                return () => Read(table, tableColumns);
            case List<object> dynamics: return () => Read(dynamics);
            default: return (rows as ObjectRows)?.Read ?? (rows as ProviderRows)?.Read;
        }
    }

    /// <summary>Reads a row as <see cref="WriteTypedRow"/> does.</summary>
    public static long ReadRow(DbDataReader reader, TypedName[] columns)
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
                _ => HandWrittenValue.Touch(reader.GetValue(i)),
            };
        }
        return sum;
    }

    /// <summary>Rows that are pairs of names and values.</summary>
    private static EncodeRows? WriteRows(Utf8JsonWriter writer, EncodedNames names, object rows) => rows switch
    {
        JsonDocument document => InArray(writer, () => WriteElements(writer, names, document.RootElement)),
        List<Dictionary<string, object?>> dictionaries => InArray(writer, () => WriteDictionaries(writer, names, dictionaries)),
        List<object> dynamics => InArray(writer, () => WritePairs(writer, names, dynamics)),
        _ => null,
    };

    private static void WriteElements(Utf8JsonWriter writer, EncodedNames names, JsonElement root)
    {
        foreach (JsonElement row in root.EnumerateArray())
        {
            writer.WriteStartObject();
            int position = 0;
            foreach (JsonProperty property in row.EnumerateObject())
            {
                writer.WritePropertyName(names.Get(position++, property));
                property.Value.WriteTo(writer);
            }
            writer.WriteEndObject();
        }
    }

    private static void WriteDictionaries(Utf8JsonWriter writer, EncodedNames names, List<Dictionary<string, object?>> rows)
    {
        foreach (Dictionary<string, object?> row in rows) WriteDictionary(writer, names, row);
    }

    /// <summary>Pairs seen through an interface, as Dapper's are.</summary>
    private static void WritePairs(Utf8JsonWriter writer, EncodedNames names, List<object> rows)
    {
        foreach (object row in rows)
        {
            writer.WriteStartObject();
            int position = 0;
            foreach ((string name, object? value) in (IDictionary<string, object?>)row)
            {
                writer.WritePropertyName(names.Get(position++, name));
                HandWrittenValue.Write(writer, value);
            }
            writer.WriteEndObject();
        }
    }

    private static void WriteCached(Utf8JsonWriter writer, DataTable table, (DataColumn Column, JsonEncodedText Name)[] columns)
    {
        foreach (DataRow row in table.Rows)
        {
            writer.WriteStartObject();
            foreach ((DataColumn column, JsonEncodedText name) in columns)
            {
                writer.WritePropertyName(name);
                HandWrittenValue.Write(writer, row[column]);
            }
            writer.WriteEndObject();
        }
    }

    private static void WriteTypedCell(Utf8JsonWriter writer, DbDataReader reader, int ordinal, in TypedName column)
    {
        switch (column.Type)
        {
            case TypeCode.String: writer.WriteString(column.Name, reader.GetString(ordinal)); break;
            case TypeCode.Int32: writer.WriteNumber(column.Name, reader.GetInt32(ordinal)); break;
            case TypeCode.Int64: writer.WriteNumber(column.Name, reader.GetInt64(ordinal)); break;
            case TypeCode.Double: writer.WriteNumber(column.Name, reader.GetDouble(ordinal)); break;
            case TypeCode.Boolean: writer.WriteBoolean(column.Name, reader.GetBoolean(ordinal)); break;
            case TypeCode.DateTime: writer.WriteString(column.Name, reader.GetDateTime(ordinal)); break;
            default:
                writer.WritePropertyName(column.Name);
                HandWrittenValue.Write(writer, reader.GetValue(ordinal));
                break;
        }
    }

    private static long Read(DbDataReader reader, TypedName[] columns)
    {
        long sum = 0;
        while (reader.Read()) sum += ReadRow(reader, columns);
        return sum;
    }

    private static long Read(List<Dictionary<string, object?>> rows)
    {
        long sum = 0;
        foreach (Dictionary<string, object?> row in rows)
            foreach ((string _, object? value) in row) sum += HandWrittenValue.Touch(value);
        return sum;
    }

    private static long Read(List<object> rows)
    {
        long sum = 0;
        foreach (object row in rows)
            foreach ((string _, object? value) in (IDictionary<string, object?>)row) sum += HandWrittenValue.Touch(value);
        return sum;
    }

    private static long Read(DataTable table, DataColumn[] columns)
    {
        long sum = 0;
        foreach (DataRow row in table.Rows)
            foreach (DataColumn column in columns) sum += HandWrittenValue.Touch(row[column]);
        return sum;
    }
}
