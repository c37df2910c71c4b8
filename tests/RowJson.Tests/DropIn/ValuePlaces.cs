using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// A value in every place and in every way, by an application's options and by those made of them: the same bytes, or the same exception.
/// </summary>
internal sealed class ValuePlaces(JsonSerializerOptions options, string what, ObjectAccess access = ObjectAccess.Compiled)
{
    private readonly DropInOptions _dropIn = DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = access });

    /// <summary>How many pairs were compared.</summary>
    public int Count { get; private set; }

    /// <summary>How many of them were written.</summary>
    public int Written { get; private set; }

    /// <summary>The options made of the application's take the type over.</summary>
    public bool Takes<T>() => _dropIn.Whole.GetTypeInfo(typeof(T)).Converter is IRowConverter;

    public void Check<T>(T value, string of)
    {
        CheckWays(value, of + ", the value");
        CheckWays(new Place<T>(1, value, "after"), of + ", a property");
        CheckWays(new[] { value, value }, of + ", elements");
        CheckWays(new SortedDictionary<string, T> { ["a"] = value, ["b"] = value }, of + ", entries");
        CheckWays<object?>(value, of + ", an object");
        CheckWays(new Place<object?>(1, value, "after"), of + ", a property that is an object");
    }

    private void CheckWays<T>(T value, string of)
    {
        Compare(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(options)),
            () => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(_dropIn.Whole)), of);
        // A stream's write asks for the depth of every number, and that of a text only where numbers are read from strings.
        if (IsSame(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(options)), () => Streamed(value, options)))
            Compare(() => Streamed(value, options), () => Streamed(value, _dropIn.Whole), of + ", a stream");
        Compare(() => Streamed(value, options), () => Streamed(value, _dropIn.Batched), of + ", a stream with batches");
        JsonWriterOptions[] styles =
        [
            new(), new() { Indented = true }, new() { Encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All) }, new() { MaxDepth = 4 },
        ];
        foreach (JsonWriterOptions style in styles)
            Compare(() => Inside(value, options, style), () => Inside(value, _dropIn.Whole, style), $"{of}, a writer with {style}");
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    private static byte[] Streamed<T>(T value, JsonSerializerOptions options)
    {
        var stream = new MemoryStream();
        JsonSerializer.Serialize(stream, value, Info<T>(options));
        return stream.ToArray();
    }

    private static byte[] Inside<T>(T value, JsonSerializerOptions options, JsonWriterOptions style)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, style))
        {
            writer.WriteStartObject();
            writer.WriteNumber("before", 1);
            writer.WritePropertyName("value");
            JsonSerializer.Serialize(writer, value, Info<T>(options));
            writer.WriteNumber("after", 2);
            writer.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    private void Compare(Func<byte[]> expected, Func<byte[]> actual, string of)
    {
        Count++;
        string name = $"{what}, {of}";
        (byte[]? text, Exception? failure) = Try(expected);
        (byte[]? found, Exception? foundFailure) = Try(actual);
        if (text is not null)
        {
            Written++;
            if (foundFailure is not null) Assert.Fail($"{name}: {foundFailure}");
            Same.Bytes(found, text, name);
        }
        else if (Description(foundFailure) != Description(failure))
        {
            Assert.Fail($"{name}: {foundFailure?.ToString() ?? Encoding.UTF8.GetString(found!)}\ninstead of {failure}");
        }
    }

    private static bool IsSame(Func<byte[]> one, Func<byte[]> other) => Try(one).Failure is null == Try(other).Failure is null;

    /// <summary>The path of ours begins at the value that we write.</summary>
    private static string? Description(Exception? failure) =>
        failure is null ? null : $"{failure.GetType()}: {failure.Message.Split(" Path: ")[0]}";

    private static (byte[]? Text, Exception? Failure) Try(Func<byte[]> write)
    {
        try
        {
            return (write(), null);
        }
        catch (Exception exception)
        {
            return (null, exception);
        }
    }

    private sealed record Place<T>(int Before, T Value, string After);
}
