namespace RowJson.Benchmarks;

/// <summary>What one writes by hand, to a stream.</summary>
internal static class FirstCallLoops
{
    public static void Write(Stream stream, JsonDocument document)
    {
        using var writer = new Utf8JsonWriter(stream);
        document.RootElement.WriteTo(writer);
    }

    public static void Write(Stream stream, List<Dictionary<string, object?>> rows)
    {
        using var writer = new Utf8JsonWriter(stream);
        writer.WriteStartArray();
        foreach (Dictionary<string, object?> row in rows) HandWrittenValue.Write(writer, row);
        writer.WriteEndArray();
    }

    public static void Write(Stream stream, List<Order> orders)
    {
        using var writer = new Utf8JsonWriter(stream);
        writer.WriteStartArray();
        foreach (Order order in orders) OrderLoop.Loop.Write(writer, order);
        writer.WriteEndArray();
    }

    public static void Write(Stream stream, DbDataReader reader)
    {
        using var writer = new Utf8JsonWriter(stream);
        writer.WriteStartArray();
        while (reader.Read())
        {
            writer.WriteStartObject();
            for (int i = 0; i < reader.FieldCount; i++)
            {
                writer.WritePropertyName(reader.GetName(i));
                if (reader.IsDBNull(i))
                {
                    writer.WriteNullValue();
                    continue;
                }
                switch (Type.GetTypeCode(reader.GetFieldType(i)))
                {
                    case TypeCode.String: writer.WriteStringValue(reader.GetString(i)); break;
                    case TypeCode.Int64: writer.WriteNumberValue(reader.GetInt64(i)); break;
                    case TypeCode.Int32: writer.WriteNumberValue(reader.GetInt32(i)); break;
                    case TypeCode.Double: writer.WriteNumberValue(reader.GetDouble(i)); break;
                    case TypeCode.Boolean: writer.WriteBooleanValue(reader.GetBoolean(i)); break;
                    case TypeCode.DateTime: writer.WriteStringValue(reader.GetDateTime(i)); break;
                    default: throw new NotSupportedException();
                }
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
    }
}
