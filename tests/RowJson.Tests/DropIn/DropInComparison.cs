using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Values written by an application's options and by those made of them: the same bytes, or the same type of exception.</summary>
internal sealed class DropInComparison(JsonSerializerOptions options, JsonRowOptions settings, string what)
{
    private readonly DropInOptions _dropIn = DropInOptions.Create(options, settings);

    /// <summary>With other options the serializer writes all, by these options themselves.</summary>
    public static bool TakesOver(JsonSerializerOptions options) => !ReferenceEquals(options.WithRowJson(writeOnly: true), options);

    /// <summary>How many pairs were compared.</summary>
    public int Count { get; private set; }

    /// <summary>How many of them were written.</summary>
    public int Written { get; private set; }

    /// <summary>Written as a whole, and batch by batch to a stream.</summary>
    public void Check<T>(T value, string of)
    {
        Outcome expected = Try(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(options)));
        Compare(expected, Try(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(_dropIn.WriteOnly))), $"{what}, {of}");
        Compare(expected, Try(() => JsonSerializer.SerializeToUtf8Bytes(value, Info<T>(_dropIn.Both))), $"{what}, {of}, both directions");
        Compare(CallsGeneratedCode ? Try(() => Streamed(value)) : expected, Try(() => Batched(value)), $"{what}, {of}, batches");
    }

    /// <summary>The serializer writes a whole text by generated code, in which an array of bytes that is null is an empty string.</summary>
    private bool CallsGeneratedCode => options.TypeInfoResolverChain.Any(resolver => resolver is JsonSerializerContext);

    /// <summary>By the application's options. With so small a buffer, generated code is never called.</summary>
    private byte[] Streamed<T>(T value)
    {
        var stream = new MemoryStream();
        JsonSerializer.Serialize(stream, value, Info<T>(new JsonSerializerOptions(options) { DefaultBufferSize = 1 }));
        return stream.ToArray();
    }

    /// <summary>Written to a writer that indents, whatever the options say.</summary>
    public void CheckIndented<T>(T value, string of) => Compare(
        Try(() => Inside(value, options)), Try(() => Inside(value, _dropIn.WriteOnly)), $"{what}, {of}, in a writer that indents");

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));

    private byte[] Batched<T>(T value)
    {
        var stream = new MemoryStream();
        JsonRowSerializer.Serialize(stream, value, _dropIn);
        return stream.ToArray();
    }

    /// <summary>A value in a writer that indents.</summary>
    public static byte[] Inside<T>(T value, JsonSerializerOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true, Encoder = options.Encoder }))
        {
            writer.WriteStartObject();
            writer.WritePropertyName("value");
            JsonSerializer.Serialize(writer, value, Info<T>(options));
            writer.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    private void Compare(Outcome expected, Outcome actual, string of)
    {
        Count++;
        if (expected.Text is { } text)
        {
            Written++;
            if (actual.Failure is not null) Assert.Fail($"{of}: {actual.Failure}");
            Same.Bytes(actual.Text, text, of);
        }
        else if (actual.Failure?.GetType() != expected.Failure!.GetType())
        {
            Assert.Fail($"{of}: {actual.Failure?.ToString() ?? Encoding.UTF8.GetString(actual.Text!)}\ninstead of {expected.Failure}");
        }
    }

    private static Outcome Try(Func<byte[]> write)
    {
        try
        {
            return new Outcome(write(), null);
        }
        catch (Exception exception)
        {
            return new Outcome(null, exception);
        }
    }

    private sealed record Outcome(byte[]? Text, Exception? Failure);
}
