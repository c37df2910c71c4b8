using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Asynchronous writes to streams and pipes, compared with those of <see cref="JsonSerializer"/>.</summary>
internal static class AsyncComparison
{
    /// <summary>The options of both.</summary>
    public static readonly JsonSerializerOptions Plain = new(JsonSerializerDefaults.Web) { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper };

    public static async Task CheckAsync(Func<object> value, Type type)
    {
        byte[] expected = await Streamed(stream => JsonSerializer.SerializeAsync(stream, value(), type, Plain));
        Same.Bytes(await Streamed(stream => JsonRowSerializer.SerializeAsync(stream, value(), type, Plain)), expected, $"{type}, stream");
        Same.Bytes(await Streamed(stream => ToPipe(stream, pipe => JsonRowSerializer.SerializeAsync(pipe, value(), type, Plain))), expected, $"{type}, pipe");
    }

    public static async Task<byte[]> Streamed(Func<MemoryStream, Task> write)
    {
        var stream = new MemoryStream();
        await write(stream);
        return stream.ToArray();
    }

    public static async Task ToPipe(Stream stream, Func<PipeWriter, Task> write)
    {
        PipeWriter pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        await write(pipe);
        await pipe.CompleteAsync();
    }

    /// <summary>A write that is not asynchronous.</summary>
    public static Task Synchronously(Action<Stream> write)
    {
        write(new MemoryStream());
        return Task.CompletedTask;
    }

    /// <summary>The type and message of what a write throws; null if it throws nothing.</summary>
    public static async Task<string?> FailureOf(Func<Task> write)
    {
        try
        {
            await write();
            return null;
        }
        catch (Exception exception)
        {
            return $"{exception.GetType()}: {exception.Message}";
        }
    }

    /// <summary>A sequence that has to be awaited.</summary>
    public static async IAsyncEnumerable<int> Awaited(int count)
    {
        for (int i = 0; i < count % 5; i++)
        {
            yield return i;
            await Task.Yield();
        }
    }

    /// <summary>A sequence that fails after its first value.</summary>
    public static async IAsyncEnumerable<int> Broken()
    {
        yield return 1;
        await Task.Yield();
        throw new IOException("broken");
    }
}
