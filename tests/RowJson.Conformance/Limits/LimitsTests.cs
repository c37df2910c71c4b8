using System.Diagnostics;
using System.Globalization;
using System.IO.Pipelines;
using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>Rows, strings and outputs that are very long, and consumers that are very slow.</summary>
[Collection(nameof(RunsAlone))]
public class LimitsTests(ITestOutputHelper log)
{
    private const int Mega = 1024 * 1024;

#if DEBUG
    private const int ManyRows = 100_000;
    private const int LongString = 10 * Mega;
#else
    private const int ManyRows = 300_000;
    private const int LongString = 100 * Mega;
#endif

    private const int HugeText = 100_000_000;
    private const long MemoryOfHugeRow = 4L << 30;

    private readonly CountingPool _pool = new();

    [Theory]
    [InlineData("stream")]
    [InlineData("asynchronous stream")]
    [InlineData("memory stream")]
    public async Task Write_rowsLongerThanTheBatch_giveTheirMemoryBack(string sink)
    {
        var options = new JsonRowOptions { Pool = _pool, FlushThreshold = 1024 };
        var small = new Dictionary<string, object?> { ["a"] = 1 };
        var large = new Dictionary<string, object?> { ["a"] = new string('x', 3 * Mega) };
        long atEnd = -1;
        IEnumerable<Dictionary<string, object?>> Rows()
        {
            for (int i = 0; i < 3; i++)
            {
                yield return small;
                yield return large;
            }
            for (int i = 0; i < 1000; i++) yield return small;
            atEnd = _pool.BytesOutstanding;
        }

        var script = new SinkScript();
        var memory = new MemoryStream();
        if (sink == "memory stream") JsonRows.From(Rows()).WriteTo(memory, options);
        else if (sink == "stream") JsonRows.From(Rows()).WriteTo(new ScriptedStream(script, isAsynchronous: false), options);
        else await JsonRows.From(Rows()).WriteToAsync(new ScriptedStream(script, isAsynchronous: true), options);
        long outAtEnd = atEnd;
        byte[] taken = sink == "memory stream" ? memory.ToArray() : script.Taken;
        taken.AsSpan().SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(Rows())).Should().BeTrue();
        outAtEnd.Should().BeInRange(sink == "memory stream" ? 0 : 1, 64 * 1024, "short rows need no long buffer");
        _pool.Outstanding.Should().Be(0);
    }

    [Theory]
    [InlineData('x')]
    [InlineData('<')]
    public void Write_veryLongString_reservesWhatItNeeds(char character)
    {
        int length = character == '<' ? LongString / 6 : LongString;
        var rows = new[] { new Dictionary<string, object?> { ["text"] = new string(character, length) } };
        var stream = new CountingStream();
        JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { Pool = _pool });
        long expected = (character == '<' ? 6L * length : length) + """[{"text":""}]""".Length;
        stream.Bytes.Should().Be(expected);
        // The array that holds it, at most twice as long, and half of that while it grows. The worst case would be six times its length.
        _pool.MostBytesOutstanding.Should().BeLessThan((3 * (long)LongString) + Mega);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Write_slowConsumer_needsNoMoreThanABatch()
    {
        var options = new JsonRowOptions { Pool = _pool };
        var row = new Dictionary<string, object?> { ["id"] = 12345 };
        long rowLength = JsonRows.From([row]).ToUtf8Bytes().Length - 1;
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: options.FlushThreshold, resumeWriterThreshold: options.FlushThreshold / 2, useSynchronizationContext: false));
        long before = GC.GetTotalMemory(forceFullCollection: true);
        Task<JsonRowResult> writing = WriteAndCompleteAsync(JsonRows.From(Enumerable.Repeat(row, ManyRows)), pipe.Writer, options);

        long taken = 0, most = 0;
        var clock = Stopwatch.StartNew();
        for (int reads = 0; ; reads++)
        {
            ReadResult result = await pipe.Reader.ReadAsync();
            taken += result.Buffer.Length;
            // The memory that the writer uses while the consumer waits.
            if (reads % 8 == 0) most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
            pipe.Reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted) break;

            // A megabyte a second.
            TimeSpan early = TimeSpan.FromSeconds(taken / (double)Mega) - clock.Elapsed;
            if (early > TimeSpan.Zero) await Task.Delay(early);
        }
        (await writing).Should().Be(ManyRows);
        log.WriteLine($"{ManyRows:N0} rows, {taken / 1e6:F1} MB in {clock.Elapsed.TotalSeconds:F1} s; "
            + $"live memory grew by {most / 1024.0:F0} KiB at most, {_pool.MostBytesOutstanding / 1024.0:F0} KiB of the pool were out at once.");
        taken.Should().Be((rowLength * ManyRows) + 1);
        most.Should().BeLessThan(options.FlushThreshold + Mega);
        _pool.MostBytesOutstanding.Should().BeLessThan(128 * 1024);
    }

#if DEBUG
    [Theory(Skip = "Takes optimised code.")]
#else
    [Theory]
#endif
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    [InlineData(false)]
    [InlineData(true)]
    public void Write_threeGigabytes_streamsThem(bool isDocument)
    {
        const int Rows = 3 * 1024;
        string text = new('x', Mega);
        using JsonDocument document = JsonDocument.Parse($$"""{"text":"{{text}}"}""");
        var row = new Dictionary<string, object?> { ["text"] = text };
        JsonRows rows = isDocument
            ? JsonRows.From(Enumerable.Repeat(document.RootElement, Rows))
            : JsonRows.From(Enumerable.Repeat(row, Rows));

        var stream = new CountingStream();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        rows.WriteTo(stream, new JsonRowOptions { Pool = _pool }).Should().Be(Rows);
        (GC.GetTotalMemory(forceFullCollection: false) - before).Should().BeLessThan(200L * Mega);
        stream.Bytes.Should().Be((Rows * (long)(Mega + """{"text":""},""".Length)) + 1L);
        stream.Bytes.Should().BeGreaterThan(int.MaxValue);
        _pool.MostBytesOutstanding.Should().BeLessThan(8 * Mega);
    }

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public void Write_rowOfHalfAGigabyte_isWritten()
    {
        if (GC.GetGCMemoryInfo().TotalAvailableMemoryBytes < MemoryOfHugeRow || FreeMemory() < MemoryOfHugeRow)
        {
            log.WriteLine("Skipped: less than 4 GB of memory are free.");
            return;
        }
        var text = new string('x', HugeText);
        var row = Enumerable.Range(0, 5).ToDictionary(i => $"c{i}", object? (_) => text);
        JsonRowResult result = JsonRows.From([row]).WriteTo(Stream.Null);
        // Five cells of "c0":"…", four commas, [{ and }].
        result.Bytes.Should().Be((5L * (HugeText + 7)) + 4 + 4);
    }

    [Fact]
    public void Write_thresholdWithoutLimit_takesNoMoreThanTheResult()
    {
        var options = new JsonRowOptions { Pool = _pool, FlushThreshold = int.MaxValue };
        var stream = new CountingStream();
        JsonRows.From([new Dictionary<string, object?> { ["a"] = 1 }]).WriteTo(stream, options).Should().Be(1);
        _pool.MostBytesOutstanding.Should().BeLessThanOrEqualTo(64 * 1024);
    }

    private static async Task<JsonRowResult> WriteAndCompleteAsync(JsonRows rows, PipeWriter writer, JsonRowOptions options)
    {
        JsonRowResult result = await rows.WriteToAsync(writer, options);
        await writer.CompleteAsync();
        return result;
    }

    private static long FreeMemory()
    {
        if (!File.Exists("/proc/meminfo")) return long.MaxValue;
        string line = File.ReadLines("/proc/meminfo").First(text => text.StartsWith("MemAvailable", StringComparison.Ordinal));
        return 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
            CultureInfo.InvariantCulture);
    }

    /// <summary>Counts bytes, and keeps none.</summary>
    private sealed class CountingStream : WriteOnlyStream
    {
        public long Bytes { get; private set; }

        public override void Write(ReadOnlySpan<byte> buffer) => Bytes += buffer.Length;
    }
}
