using System.Buffers;
using System.Text.Json;

namespace RowJson;

/// <summary>Frames that a <see cref="Utf8JsonWriter"/> dictates: indented arrays.</summary>
internal static class OrdinaryFrame
{
    /// <summary>How a writer that <see cref="JsonSerializer"/> makes for these options would be set.</summary>
    public static JsonWriterOptions StyleOf(JsonSerializerOptions options, bool isIndented) => new()
    {
        Indented = isIndented,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        NewLine = options.NewLine,
        MaxDepth = options.MaxDepth == 0 ? SerializerTraits.DefaultMaxDepth : options.MaxDepth,
    };

    /// <summary>An array whose rows bring their own line break and indentation.</summary>
    public static RowFrame Indented(JsonWriterOptions style) =>
        new("["u8, ","u8, ""u8, System.Text.Encoding.UTF8.GetBytes(style.NewLine + "]"), "[]"u8);

    /// <summary>An array that carries an identity: <c>{"$id":"1","$values":[…]}</c>.</summary>
    public static RowFrame WithIdentity(JsonWriterOptions style, string id)
    {
        byte[] whole = Write(style, id, withRow: true, out int open, out int close);
        byte[] empty = Write(style, id, withRow: false, out _, out _);
        return new RowFrame(whole.AsSpan(0, open), ","u8, ""u8, whole.AsSpan(close), empty);
    }

    private static byte[] Write(JsonWriterOptions style, string id, bool withRow, out int open, out int close)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, style);
        writer.WriteStartObject();
        writer.WriteString("$id"u8, id);
        writer.WriteStartArray("$values"u8);
        writer.Flush();
        open = buffer.WrittenCount;
        if (withRow) writer.WriteNullValue();
        writer.Flush();
        close = buffer.WrittenCount;
        writer.WriteEndArray();
        writer.WriteEndObject();
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }
}
