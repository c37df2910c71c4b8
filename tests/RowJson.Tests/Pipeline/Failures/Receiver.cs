using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Something to write rows to, in the ways that there are.</summary>
internal sealed class Receiver(string name, Func<JsonRowOptions, JsonRowWriter> open, Action<JsonRows, JsonRowOptions?> writeTo, Func<byte[]> text)
{
    public string Name => name;

    public bool IsJsonWriter => name == "json writer";

    public string Text => Encoding.UTF8.GetString(text());

    public JsonRowWriter Open(JsonRowOptions options) => open(options);

    public void WriteTo(JsonRows rows, JsonRowOptions? options = null) => writeTo(rows, options);

    public override string ToString() => name;

    public static Receiver[] All() => [ForBuffer(), ForStream(), ForPipe(), ForJsonWriter()];

    private static Receiver ForBuffer()
    {
        var buffer = new ArrayBufferWriter<byte>();
        return new("buffer", options => new JsonRowWriter(buffer, options), (rows, options) => rows.WriteTo(buffer, options), () => buffer.WrittenSpan.ToArray());
    }

    private static Receiver ForStream()
    {
        var stream = new MemoryStream();
        return new("stream", options => new JsonRowWriter(stream, options), (rows, options) => rows.WriteTo(stream, options), stream.ToArray);
    }

    private static Receiver ForPipe()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        return new("pipe", options => new JsonRowWriter(pipe.Writer, options), (rows, options) => rows.WriteToAsync(pipe.Writer, options).GetAwaiter().GetResult(), Read);

        byte[] Read()
        {
            pipe.Writer.Complete();
            return pipe.Reader.ReadAtLeastAsync(int.MaxValue).AsTask().GetAwaiter().GetResult().Buffer.ToArray();
        }
    }

    private static Receiver ForJsonWriter()
    {
        var buffer = new ArrayBufferWriter<byte>();
        var writer = new Utf8JsonWriter(buffer);
        return new("json writer", options => new JsonRowWriter(writer, options), (rows, options) => rows.WriteTo(writer, options), Read);

        byte[] Read()
        {
            writer.Flush();
            return buffer.WrittenSpan.ToArray();
        }
    }
}
