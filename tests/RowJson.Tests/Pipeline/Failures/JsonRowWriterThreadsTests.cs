using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>One writer used by several threads at once: each call succeeds or throws, and the output is well-formed.</summary>
public class JsonRowWriterThreadsTests
{
    [Fact]
    public async Task WriteRow_severalThreads_eachCallIsWholeOrRefused()
    {
        foreach (int threshold in new[] { 1, 100, 60 * 1024 })
        {
            var pool = new CountingPool();
            var script = new SinkScript();
            var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: false), new JsonRowOptions { Pool = pool, FlushThreshold = threshold });
            long written = await HammerAsync(async i =>
            {
                if (i % 7 == 0) writer.Flush();
                if (i % 5 == 0) return await writer.WriteRowAsync(RowOf(i));
                writer.WriteRow(RowOf(i));
                return true;
            });
            writer.RowsWritten.Should().Be(written);
            writer.Complete();
            writer.Dispose();
            CheckCompleteRows(script.Taken).Should().Be((int)written);
            pool.Outstanding.Should().Be(0);
        }
    }

    [Fact]
    public async Task AllCalls_severalThreads_outputIsAPrefixOfCompleteRows()
    {
        for (int round = 0; round < 50; round++)
        {
            var pool = new CountingPool();
            var script = new SinkScript();
            var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: false), new JsonRowOptions { Pool = pool, FlushThreshold = 50 });
            int end = 100 + (round * 7);
            await HammerAsync(i =>
            {
                if (i == end) writer.Complete();
                else if (i == end + 50) writer.Dispose();
                else writer.WriteRow(RowOf(i));
                return Task.FromResult(true);
            });
            writer.Dispose();
            CheckCompleteRows(script.Taken);
            pool.Outstanding.Should().Be(0);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait("Speed", "Slow")]
    public async Task AllAsyncCalls_severalThreads_outputIsAPrefixOfCompleteRows(bool disposesAsynchronously)
    {
        for (int round = 0; round < 50; round++)
        {
            var pool = new CountingPool();
            var script = new SinkScript();
            var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: true), new JsonRowOptions { Pool = pool, FlushThreshold = 50 });
            int end = 300 + (round * 7);
            await HammerAsync(async i =>
            {
                if (i == end - 50 && round % 2 == 0) await writer.CompleteAsync();
                else if (i != end) return await writer.WriteRowAsync(RowOf(i));
                else if (disposesAsynchronously) await writer.DisposeAsync();
                // If no call is under way this writes, which the stream refuses.
                else Thrown(writer.Dispose).Should().Match(thrown => thrown == null || thrown is JsonRowException);
                return true;
            });
            await writer.DisposeAsync();
            CheckCompleteRows(script.Taken);
            pool.Outstanding.Should().Be(0);
        }
    }

    private static Dictionary<string, object?> RowOf(int i) => new() { ["id"] = i, ["text"] = new string((char)('a' + (i % 26)), i % 50), ["in"] = new object?[] { i } };

    /// <summary>Every row in the output is one that was written, and whole; returns how many there are.</summary>
    private static int CheckCompleteRows(byte[] output)
    {
        string text = Encoding.UTF8.GetString(output);
        // Disposed of while a call was under way, the writer has handed over no more; without Complete it closes no array.
        if (text.Length == 0) text = "[";
        if (!text.EndsWith(']')) text += "]";
        using JsonDocument document = JsonDocument.Parse(text);
        foreach (JsonElement row in document.RootElement.EnumerateArray())
            row.GetRawText().Should().Be(JsonSerializer.Serialize(RowOf(row.GetProperty("id").GetInt32())));
        return document.RootElement.GetArrayLength();
    }

    /// <summary>Calls from four threads, the same number from each; returns how many succeeded.</summary>
    private static async Task<long> HammerAsync(Func<int, Task<bool>> call)
    {
        const int calls = 500;
        int next = 0;
        long succeeded = 0;
        var unexpected = new ConcurrentQueue<Exception>();
        using var start = new Barrier(4);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(Hammer, TaskCreationOptions.LongRunning)));
        unexpected.Should().BeEmpty();
        return succeeded;

        void Hammer()
        {
            start.SignalAndWait();
            for (int i = Interlocked.Increment(ref next); i <= calls; i = Interlocked.Increment(ref next))
            {
                Exception? thrown = Thrown(() => call(i).GetAwaiter().GetResult());
                if (thrown is null) Interlocked.Increment(ref succeeded);
                // A JsonRowException would mean that two calls were mixed. ObjectDisposedException is an InvalidOperationException.
                else if (thrown is not InvalidOperationException) unexpected.Enqueue(thrown);
            }
        }
    }

    private static Exception? Thrown(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }
}
