using System.Buffers;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A sink for rows, and how <see cref="JsonSerializer"/> writes the same.</summary>
/// <param name="Name">What kind of sink.</param>
/// <param name="Write">Writes rows with RowJson; returns the bytes and the number that the write returned, or -1.</param>
/// <param name="Expect">Writes the value with <see cref="JsonSerializer"/>; null where that is what its compact bytes are.</param>
internal sealed record RowTarget(
    string Name,
    Func<JsonRows, JsonRowOptions, ValueTask<(byte[] Bytes, long Rows)>> Write,
    Func<object, JsonSerializerOptions, byte[]>? Expect = null)
{
    /// <summary>The sinks that take bytes.</summary>
    public static IReadOnlyList<RowTarget> Bytes { get; } =
    [
        new("IBufferWriter", (rows, options) =>
        {
            var buffer = new ArrayBufferWriter<byte>();
            long count = rows.WriteTo(buffer, options).Rows;
            return new((buffer.WrittenSpan.ToArray(), count));
        }),
        new("Stream", (rows, options) =>
        {
            var stream = new MemoryStream();
            long count = rows.WriteTo(stream, options).Rows;
            return new((stream.ToArray(), count));
        }),
        new("async Stream", async (rows, options) =>
        {
            var stream = new MemoryStream();
            long count = (await rows.WriteToAsync(stream, options)).Rows;
            return (stream.ToArray(), count);
        }),
        new("ToUtf8Bytes", (rows, options) => new((rows.ToUtf8Bytes(options), -1L))),
        new("ToJsonString", (rows, options) => new((Encoding.UTF8.GetBytes(rows.ToJsonString(options)), -1L))),
    ];

    /// <summary>A writer at every place where a value may appear, compact and indented.</summary>
    public static IReadOnlyList<RowTarget> Writers { get; } =
    [
        Writer("Utf8JsonWriter, root", indented: false, (_, value) => value()),
        Writer("Utf8JsonWriter, property", indented: false, WriterPlaces.AsProperty),
        Writer("Utf8JsonWriter, element", indented: false, AsElement),
        Writer("indented Utf8JsonWriter, root", indented: true, (_, value) => value()),
        Writer("indented Utf8JsonWriter, property", indented: true, WriterPlaces.AsProperty),
        Writer("indented Utf8JsonWriter, element", indented: true, AsElement),
    ];

    public static IReadOnlyList<RowTarget> All { get; } = [.. Bytes, .. Writers];

    private static void AsElement(Utf8JsonWriter writer, Action value)
    {
        writer.WriteStartArray();
        writer.WriteStartArray();
        value();
        value();
        writer.WriteEndArray();
        writer.WriteNullValue();
        writer.WriteEndArray();
    }

    private static RowTarget Writer(string name, bool indented, Action<Utf8JsonWriter, Action> place) => new(
        name,
        (rows, options) =>
        {
            long count = -1;
            byte[] bytes = Into(options.SerializerOptions, indented, place, writer => count = rows.WriteTo(writer, options).Rows);
            return new((bytes, count));
        },
        (value, options) => Into(options, indented, place, writer => JsonSerializer.Serialize(writer, value, ComparedRows.DeclaredType(value), options)));

    private static byte[] Into(
        JsonSerializerOptions options, bool indented, Action<Utf8JsonWriter, Action> place, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = options.Encoder, Indented = indented });
        place(writer, () => write(writer));
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }
}
