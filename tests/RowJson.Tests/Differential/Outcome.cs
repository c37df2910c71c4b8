using System.Buffers;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The result of a write: its bytes, or a failure.</summary>
internal static class Outcome
{
    /// <summary>
    /// Compares rows with what <see cref="JsonSerializer"/> makes of <paramref name="value"/>: directly, indented, through a row's
    /// renamed columns, and inside a writer.
    /// </summary>
    /// <returns>The number of comparisons of which both sides wrote bytes.</returns>
    public static int Check<T>(JsonRows rows, IEnumerable<T> value, JsonSerializerOptions options, string what)
    {
        int written = 0;
        foreach (bool isIndented in new[] { false, true })
        {
            var serializer = new JsonSerializerOptions(options) { WriteIndented = isIndented };
            foreach (bool renames in new[] { false, true })
            {
                // Renamed columns in tiny buffers, the others in usual ones.
                var rowOptions = new JsonRowOptions
                {
                    SerializerOptions = serializer,
                    ColumnNamingPolicy = renames ? Naming.By(name => name) : null,
                    Sizes = renames ? BufferSizes.Tiny : BufferSizes.Default,
                };
                string way = $"{what}{(isIndented ? ", indented" : "")}{(renames ? ", renamed" : "")}";
                string? expected = Of(() => JsonSerializer.SerializeToUtf8Bytes(value, serializer));
                Of(() => rows.ToUtf8Bytes(rowOptions)).Should().Be(expected, "of {0}", way);
                if (expected is not null) written++;
                if (renames) continue;
                expected = Of(() => Inside(isIndented, writer => JsonSerializer.Serialize(writer, value, serializer)));
                Of(() => Inside(isIndented, writer => rows.WriteTo(writer, rowOptions))).Should().Be(expected, "of {0} in a writer", way);
            }
        }
        return written;
    }

    /// <summary>The text, or null where the write failed.</summary>
    public static string? Of(Func<byte[]> write)
    {
        try
        {
            return Encoding.UTF8.GetString(write());
        }
        catch (Exception exception) when (exception is JsonException or JsonRowException or ArgumentException
            or InvalidOperationException or NotSupportedException)
        {
            return null;
        }
    }

    private static byte[] Inside(bool isIndented, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = isIndented });
        writer.WriteStartArray();
        write(writer);
        writer.WriteEndArray();
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }
}
