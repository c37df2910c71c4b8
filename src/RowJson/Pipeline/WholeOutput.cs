using System.Runtime.CompilerServices;
using System.Text;

namespace RowJson;

/// <summary>Outputs that are held as a whole, in memory or in a file.</summary>
internal static class WholeOutput
{
    public static async Task<byte[]> BytesAsync(Func<IRowSink, JsonRowOptions, Task> write, JsonRowOptions? options)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        await write(new BufferWriterSink(buffer), options).ConfigureAwait(false);
        return buffer.WrittenSpan.ToArray();
    }

    public static async Task<string> StringAsync(Func<IRowSink, JsonRowOptions, Task> write, JsonRowOptions? options)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        await write(new BufferWriterSink(buffer), options).ConfigureAwait(false);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    /// <summary>Writes to a new file. It has no buffer of its own: batches are large.</summary>
    public static async Task<JsonRowResult> FileAsync(Func<Stream, Task<JsonRowResult>> write, string path)
    {
        var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0, FileOptions.Asynchronous);
        await using ConfiguredAsyncDisposable owned = file.ConfigureAwait(false);
        return await write(file).ConfigureAwait(false);
    }
}
