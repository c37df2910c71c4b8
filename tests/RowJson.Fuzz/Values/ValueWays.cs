using System.Buffers;
using System.IO.Pipelines;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Fuzz;

/// <summary>The ways in which the serializer writes and reads a value, by name.</summary>
internal static class ValueWays
{
    public const string Bytes = "bytes";
    public const string Stream = "stream";
    private const string AsyncStream = "stream, asynchronously";
    private const string Pipe = "pipe";

    private static readonly MethodInfo SerializeOf =
        typeof(JsonRowSerializer).GetMethods().Single(it => it.Name == nameof(JsonRowSerializer.Serialize) && it.ReturnType == typeof(void));

    private static readonly MethodInfo RowsOfItems = Own(nameof(RowsOf));

    /// <summary>The ways of <see cref="JsonRowSerializer"/>.</summary>
    public static string[] Streams { get; } = [Stream, AsyncStream, Pipe];

    public static string[] Writes { get; } =
    [
        Bytes, "string", "document", "node", "writer", "writer over a stream", "writer over a stream, in an array", "writer that indents",
        .. Streams,
    ];

    public static string[] Reads { get; } = ["read string", "read bytes", "read stream", "read stream, asynchronously", "read pipe"];

    /// <summary>Text is read as it comes.</summary>
    public static bool IsStream(string way) => way.Contains(Stream, StringComparison.Ordinal) || way.Contains(Pipe, StringComparison.Ordinal);

    /// <summary>Writes, and says what the receiver has noticed.</summary>
    public static void Write(string way, object? value, JsonTypeInfo info, Receiver receiver)
    {
        switch (way)
        {
            case Bytes:
                receiver.Write(JsonSerializer.SerializeToUtf8Bytes(value, info));
                break;
            case "string":
                receiver.Write(Encoding.UTF8.GetBytes(JsonSerializer.Serialize(value, info)));
                break;
            case "document":
                using (JsonDocument document = JsonSerializer.SerializeToDocument(value, info))
                    receiver.Write(Encoding.UTF8.GetBytes(document.RootElement.GetRawText()));
                break;
            case "node":
                receiver.Write(Encoding.UTF8.GetBytes(JsonSerializer.SerializeToNode(value, info)?.ToJsonString() ?? "null"));
                break;
            case "writer":
                var output = new ArrayBufferWriter<byte>();
                Write(new Utf8JsonWriter(output, StyleOf(info.Options)), value, info, isInArray: true);
                receiver.Write(output.WrittenSpan);
                break;
            case "writer over a stream":
                Write(new Utf8JsonWriter(receiver, StyleOf(info.Options)), value, info, isInArray: false);
                break;
            case "writer over a stream, in an array":
                Write(new Utf8JsonWriter(receiver, StyleOf(info.Options)), value, info, isInArray: true);
                break;
            case "writer that indents":
                Write(new Utf8JsonWriter(receiver, StyleOf(info.Options) with { Indented = true }), value, info, isInArray: true);
                break;
            case Stream:
                JsonSerializer.Serialize(receiver, value, info);
                break;
            case AsyncStream:
                JsonSerializer.SerializeAsync(receiver, value, info).GetAwaiter().GetResult();
                break;
            default:
                JsonSerializer.SerializeAsync(receiver.Pipe, value, info).GetAwaiter().GetResult();
                break;
        }
    }

    /// <summary>Writes by the methods of <see cref="JsonRowSerializer"/>.</summary>
    public static void WriteRows(string way, object? value, Type declared, JsonSerializerOptions options, Receiver receiver)
    {
        if (way == AsyncStream) JsonRowSerializer.SerializeAsync(receiver, value, declared, options).GetAwaiter().GetResult();
        else if (way == Pipe) JsonRowSerializer.SerializeAsync(receiver.Pipe, value, declared, options).GetAwaiter().GetResult();
        else Invoke(SerializeOf.MakeGenericMethod(declared), receiver, value, options);
    }

    /// <summary>Writes the rows of a list.</summary>
    public static byte[] WriteRows(object list, JsonRowOptions options) =>
        (byte[])Invoke(RowsOfItems.MakeGenericMethod(list.GetType().GetGenericArguments()), list, options)!;

    /// <summary>Writes a value again and again into one buffer, stream or pipe, and returns the bytes.</summary>
    public static Func<long> Writer(string way, object value, Type declared, JsonSerializerOptions options)
    {
        JsonTypeInfo info = options.GetTypeInfo(declared);
        var buffer = new ArrayBufferWriter<byte>();
        var writer = new Utf8JsonWriter(buffer, StyleOf(options));
        return Repeat(
            way,
            buffer,
            _ =>
            {
                writer.Reset();
                JsonSerializer.Serialize(writer, value, info);
            },
            stream => JsonSerializer.Serialize(stream, value, declared, options),
            stream => JsonSerializer.SerializeAsync(stream, value, declared, options),
            pipe => JsonSerializer.SerializeAsync(pipe, value, declared, options));
    }

    /// <summary>Writes a value by the methods of <see cref="JsonRowSerializer"/>, as <see cref="Writer"/> does by the serializer's.</summary>
    public static Func<long> RowSerializerWriter(string way, object value, Type declared, JsonSerializerOptions options) => (Func<long>)Invoke(
        Own(nameof(RowSerializerWriterOf)).MakeGenericMethod(declared), way, value, options)!;

    private static Func<long> RowSerializerWriterOf<T>(string way, T value, JsonSerializerOptions options) => Repeat(
        way,
        new ArrayBufferWriter<byte>(),
        static _ => throw new NotSupportedException("JsonRowSerializer writes to streams and pipes."),
        stream => JsonRowSerializer.Serialize(stream, value, options),
        stream => JsonRowSerializer.SerializeAsync(stream, value, typeof(T), options),
        pipe => JsonRowSerializer.SerializeAsync(pipe, value, typeof(T), options));

    /// <summary>Writes the rows of a list, as <see cref="Writer"/> writes a value.</summary>
    public static Func<long> RowsWriter(string way, object list, JsonRowOptions options) => (Func<long>)Invoke(
        Own(nameof(RowsWriterOf)).MakeGenericMethod(list.GetType().GetGenericArguments()), way, list, options)!;

    private static Func<long> RowsWriterOf<T>(string way, List<T> items, JsonRowOptions options) => Repeat(
        way,
        new ArrayBufferWriter<byte>(),
        buffer => JsonRows.From(items).WriteTo(buffer, options),
        stream => JsonRows.From(items).WriteTo(stream, options),
        stream => JsonRows.From(items).WriteToAsync(stream, options),
        pipe => JsonRows.From(items).WriteToAsync(pipe, options));

    private static Func<long> Repeat(
        string way,
        ArrayBufferWriter<byte> buffer,
        Action<ArrayBufferWriter<byte>> write,
        Action<Stream> writeStream,
        Func<Stream, Task> writeStreamAsync,
        Func<PipeWriter, Task> writePipeAsync)
    {
        if (way == Bytes)
        {
            return () =>
            {
                buffer.ResetWrittenCount();
                write(buffer);
                return buffer.WrittenCount;
            };
        }
        var stream = new MemoryStream();
        PipeWriter pipe = PipeWriter.Create(stream);
        Action send = way switch
        {
            Stream => () => writeStream(stream),
            AsyncStream => () => writeStreamAsync(stream).GetAwaiter().GetResult(),
            _ => () => writePipeAsync(pipe).GetAwaiter().GetResult(),
        };
        return () =>
        {
            stream.SetLength(0);
            send();
            return stream.Length;
        };
    }

    public static object? Read(string way, byte[] text, JsonTypeInfo info) => way switch
    {
        "read string" => JsonSerializer.Deserialize(Encoding.UTF8.GetString(text), info),
        "read bytes" => JsonSerializer.Deserialize(text.AsSpan(), info),
        "read stream" => JsonSerializer.Deserialize(new MemoryStream(text), info),
        "read pipe" => JsonSerializer.DeserializeAsync(PipeReader.Create(new MemoryStream(text)), info).AsTask().GetAwaiter().GetResult(),
        _ => JsonSerializer.DeserializeAsync(new MemoryStream(text), info).AsTask().GetAwaiter().GetResult(),
    };

    private static byte[] RowsOf<T>(List<T> items, JsonRowOptions options) => JsonRows.From(items).ToUtf8Bytes(options);

    private static MethodInfo Own(string name) => typeof(ValueWays).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic)!;

    private static object? Invoke(MethodInfo method, params object?[] arguments) =>
        method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null);

    /// <summary>What a failure leaves in the writer stays there.</summary>
    private static void Write(Utf8JsonWriter writer, object? value, JsonTypeInfo info, bool isInArray)
    {
        if (isInArray)
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(1);
        }
        JsonSerializer.Serialize(writer, value, info);
        if (isInArray) writer.WriteEndArray();
        writer.Flush();
    }

    private static JsonWriterOptions StyleOf(JsonSerializerOptions options) => new()
    {
        Encoder = options.Encoder,
        Indented = options.WriteIndented,
        NewLine = options.NewLine,
        IndentCharacter = options.IndentCharacter,
        IndentSize = options.IndentSize,
        MaxDepth = options.MaxDepth,
        SkipValidation = true,
    };
}
