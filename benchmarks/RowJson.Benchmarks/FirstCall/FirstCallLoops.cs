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
        foreach (Dictionary<string, object?> row in rows)
        {
            writer.WriteStartObject();
            foreach (KeyValuePair<string, object?> cell in row)
            {
                writer.WritePropertyName(cell.Key);
                switch (cell.Value)
                {
                    case null: writer.WriteNullValue(); break;
                    case string text: writer.WriteStringValue(text); break;
                    case long number: writer.WriteNumberValue(number); break;
                    case int number: writer.WriteNumberValue(number); break;
                    case double number: writer.WriteNumberValue(number); break;
                    case bool flag: writer.WriteBooleanValue(flag); break;
                    case DateTime time: writer.WriteStringValue(time); break;
                    default: throw new NotSupportedException();
                }
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
    }

    public static void Write(Stream stream, List<Order> orders)
    {
        using var writer = new Utf8JsonWriter(stream);
        writer.WriteStartArray();
        foreach (Order order in orders)
        {
            writer.WriteStartObject();
            writer.WriteNumber(nameof(Order.Id), order.Id);
            writer.WriteString(nameof(Order.Customer), order.Customer);
            writer.WriteString(nameof(Order.City), order.City);
            writer.WriteString(nameof(Order.Product), order.Product);
            writer.WriteNumber(nameof(Order.Quantity), order.Quantity);
            writer.WriteNumber(nameof(Order.Price), order.Price);
            if (order.Discount is double discount) writer.WriteNumber(nameof(Order.Discount), discount);
            else writer.WriteNull(nameof(Order.Discount));
            writer.WriteBoolean(nameof(Order.IsPaid), order.IsPaid);
            writer.WriteString(nameof(Order.PlacedAt), order.PlacedAt);
            writer.WriteString(nameof(Order.Note), order.Note);
            writer.WriteEndObject();
        }
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
