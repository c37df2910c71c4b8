namespace RowJson.Benchmarks;

/// <summary>The value switch that the hand-written loops share.</summary>
internal static class HandWrittenValue
{
    public static void Write(Utf8JsonWriter writer, object? value)
    {
        switch (value)
        {
            case string text: writer.WriteStringValue(text); break;
            case long integer: writer.WriteNumberValue(integer); break;
            case double number: writer.WriteNumberValue(number); break;
            case bool boolean: writer.WriteBooleanValue(boolean); break;
            case int integer: writer.WriteNumberValue(integer); break;
            case null or DBNull: writer.WriteNullValue(); break;
            case DateTime time: writer.WriteStringValue(time); break;
            case decimal number: writer.WriteNumberValue(number); break;
            case Guid guid: writer.WriteStringValue(guid); break;
            default: WriteOther(writer, value); break;
        }
    }

    /// <summary>Reads a value as little as an encoder must; the result depends on it.</summary>
    public static int Touch(object? value) => value switch
    {
        string text => text.Length,
        null or DBNull => 0,
        _ => 1,
    };

    private static void WriteOther(Utf8JsonWriter writer, object value)
    {
        switch (value)
        {
            case Dictionary<string, object?> dictionary:
                writer.WriteStartObject();
                foreach ((string name, object? item) in dictionary)
                {
                    writer.WritePropertyName(name);
                    Write(writer, item);
                }
                writer.WriteEndObject();
                break;
            case List<object?> list:
                writer.WriteStartArray();
                foreach (object? item in list) Write(writer, item);
                writer.WriteEndArray();
                break;
            case JsonElement element: element.WriteTo(writer); break;
            case float number: writer.WriteNumberValue(number); break;
            default: throw new NotSupportedException($"no source gives values of type {value.GetType()}");
        }
    }
}
