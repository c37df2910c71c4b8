using System.Buffers;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for rows that are pairs seen through an interface, as Dapper's are.</summary>
internal static class PairLoops
{
    /// <summary>Each name as a string.</summary>
    public static void WriteValues(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, List<object> rows)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (object row in rows)
        {
            writer.WriteStartObject();
            foreach ((string name, object? value) in (IDictionary<string, object?>)row)
            {
                writer.WritePropertyName(name);
                HandWritten.WriteValue(writer, value);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    /// <summary>Each name encoded once.</summary>
    public static void WriteCached(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, EncodedNames names, List<object> rows)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (object row in rows)
        {
            writer.WriteStartObject();
            int position = 0;
            foreach ((string name, object? value) in (IDictionary<string, object?>)row)
            {
                writer.WritePropertyName(names.Get(position++, name));
                HandWritten.WriteValue(writer, value);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    /// <summary>Reads every value, and adds something of each up.</summary>
    public static long Read(List<object> rows)
    {
        long sum = 0;
        foreach (object row in rows)
        {
            foreach ((string _, object? value) in (IDictionary<string, object?>)row)
                sum += HandWritten.Touch(value);
        }
        return sum;
    }

    /// <inheritdoc cref="Read(List{object})"/>
    public static long Read(List<Dictionary<string, object?>> rows)
    {
        long sum = 0;
        foreach (Dictionary<string, object?> row in rows)
        {
            foreach ((string _, object? value) in row)
                sum += HandWritten.Touch(value);
        }
        return sum;
    }
}
