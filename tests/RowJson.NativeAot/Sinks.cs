using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.NativeAot;

/// <summary>Every sink.</summary>
internal static class Sinks
{
    public static readonly (string Name, Func<JsonRows, JsonRowOptions, Task<byte[]>> Write)[] All =
    [
        ("bytes", (rows, options) => Task.FromResult(rows.ToUtf8Bytes(options))),
        ("string", (rows, options) => Task.FromResult(Encoding.UTF8.GetBytes(rows.ToJsonString(options)))),
        ("buffer", (rows, options) => Task.FromResult(Buffered(buffer => rows.WriteTo(buffer, options)))),
        ("writer", (rows, options) => Task.FromResult(Buffered(buffer =>
        {
            using var writer = new Utf8JsonWriter(buffer);
            rows.WriteTo(writer, options);
        }))),
        ("stream", (rows, options) => Streamed(stream =>
        {
            rows.WriteTo(stream, options);
            return Task.CompletedTask;
        })),
        ("stream, asynchronous", (rows, options) => Streamed(stream => rows.WriteToAsync(stream, options))),
        ("pipe", async (rows, options) =>
        {
            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
            await rows.WriteToAsync(pipe.Writer, options);
            await pipe.Writer.CompleteAsync();
            ReadResult read = await pipe.Reader.ReadAsync();
            return read.Buffer.ToArray();
        }),
    ];

    public static async Task<byte[]> Streamed(Func<Stream, Task> write)
    {
        var stream = new MemoryStream();
        await write(stream);
        return stream.ToArray();
    }

    private static byte[] Buffered(Action<IBufferWriter<byte>> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        write(buffer);
        return buffer.WrittenSpan.ToArray();
    }
}
