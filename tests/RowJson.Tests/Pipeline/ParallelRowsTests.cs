using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

public class ParallelRowsTests
{
    private static readonly JsonTypeInfo<Point> PointInfo = (JsonTypeInfo<Point>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Point));

    private static readonly JsonRowShape<Point> PointShape = new JsonRowShape<Point>().Column("X", p => p.X).Column("Name", p => p.Name);

    private readonly CountingPool _pool = new();

    public static TheoryData<string> Sources => new("list", "array", "typed", "metadata", "shape", "shape of an array", "sequence", "document");

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_anyDegree_sameBytesInEverySink(string source)
    {
        foreach (int rows in new[] { 0, 1, 2, 7, 1000 })
        {
            foreach (JsonRowFormat format in Enum.GetValues<JsonRowFormat>())
            {
                string expected = Open(source, rows).ToJsonString(new JsonRowOptions { Format = format });
                foreach (int threshold in new[] { 1, 100, 4096, 60 * 1024 })
                    foreach (int degree in new[] { 2, 3, 8 })
                        await CheckAsync(Open(source, rows), expected, rows, Options(degree, threshold, format));
            }
        }
    }

    [Fact]
    public void Write_optionsThatNeedOneThread_sameBytes()
    {
        foreach (var serializer in new JsonSerializerOptions[]
                 {
                     new() { WriteIndented = true },
                     new() { ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.Preserve },
                     new() { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseLower },
                 })
        {
            List<Row> rows = Dictionaries(200);
            var options = new JsonRowOptions { SerializerOptions = serializer, MaxDegreeOfParallelism = 4, FlushThreshold = 50 };
            JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, serializer));
        }
    }

    [Fact]
    public void Write_asManyThreadsAsProcessors_sameBytes()
    {
        List<Row> rows = Dictionaries(500);

        JsonRows.From(rows).ToJsonString(Options(degree: -1, 100)).Should().Be(JsonSerializer.Serialize(rows));
    }

    [Fact]
    public void Write_intoLargerDocument_sameBytes()
    {
        var buffer = new System.Buffers.ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        JsonRows.From(Dictionaries(500)).WriteTo(writer, Options(4, 100));
        writer.Flush();
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(JsonSerializer.Serialize(Dictionaries(500)));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    public void Write_rowThatFails_endsBehindTheRowBefore(int degree)
    {
        string whole = JsonSerializer.Serialize(Dictionaries(300));
        for (int bad = 0; bad < 300; bad += 13)
        {
            List<Row> rows = Dictionaries(300);
            rows[bad]["bad"] = double.NaN;
            var stream = new MemoryStream();
            Action write = () => JsonRows.From(rows).WriteTo(stream, Options(degree, 200));
            JsonRowException thrown = write.Should().Throw<JsonRowException>().Which;
            thrown.RowIndex.Should().Be(bad);
            thrown.ColumnName.Should().Be("bad");
            string output = Encoding.UTF8.GetString(stream.ToArray());
            whole.Should().StartWith(output);
            output.Should().Be(bad == 0 ? "" : whole[..(JsonSerializer.Serialize(Dictionaries(bad)).Length - 1)]);
            _pool.Outstanding.Should().Be(0);
        }
    }

    [Fact]
    public async Task Write_sinkThatFailsOrCancellation_givesEveryBufferBack()
    {
        for (int call = 1; call <= 10; call++)
        {
            var script = new SinkScript { FailAt = call };
            Func<Task> write = () => JsonRows.From(Dictionaries(1000)).WriteToAsync(new ScriptedStream(script, isAsynchronous: true), Options(4, 500));
            await write.Should().ThrowAsync<JsonRowException>();
            _pool.Outstanding.Should().Be(0);

            var cancelled = new SinkScript { CancelAt = call };
            write = () => JsonRows.From(Dictionaries(1000)).WriteToAsync(
                new ScriptedStream(cancelled, isAsynchronous: true), Options(4, 500), cancellationToken: cancelled.Cancellation.Token);
            await write.Should().ThrowAsync<OperationCanceledException>();
            _pool.Outstanding.Should().Be(0);
        }
    }

    [Fact]
    public void Write_degreeOfTwo_encodesTwoRangesAtTheSameTime()
    {
        // A row after the first batch waits a while until another thread is within a row too; the first ranges may not overlap.
        int within = 0, attempts = 0;
        bool met = false;
        JsonRowShape<Point> shape = new JsonRowShape<Point>().Column("X", p =>
        {
            if (p.X < 500 || Volatile.Read(ref met) || Interlocked.Increment(ref attempts) > 50) return p.X;
            Interlocked.Increment(ref within);
            if (SpinWait.SpinUntil(() => Volatile.Read(ref within) >= 2 || Volatile.Read(ref met), TimeSpan.FromSeconds(1))) Volatile.Write(ref met, true);
            Interlocked.Decrement(ref within);
            return p.X;
        });
        string expected = "[" + string.Join(',', Enumerable.Range(0, 1000).Select(i => $$"""{"X":{{i}}}""")) + "]";
        JsonRows.From(Points(1000), shape).ToJsonString(Options(2, 100)).Should().Be(expected);
        met.Should().BeTrue("two ranges are encoded at the same time");
    }

    [Fact]
    public void Write_largeResult_holdsABatchForEachRange()
    {
        int degree = 2 * Environment.ProcessorCount;
        JsonRows.From(Dictionaries(100_000)).WriteTo(Stream.Null, new JsonRowOptions { Pool = _pool, MaxDegreeOfParallelism = int.MaxValue });
        // The ranges being encoded, the one being written, and the buffer of the sink. An array may be twice as long as asked for.
        _pool.MostBytesOutstanding.Should().BeInRange(1, (degree + 2) * 2 * 64 * 1024);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public void Take_noRowWrittenBefore_writesAll()
    {
        // As for a list that another thread has emptied and filled again.
        List<Row> rows = Dictionaries(1000);
        JsonRowOptions options = Options(4, 300);
        var buffer = new System.Buffers.ArrayBufferWriter<byte>();
        RowEncoder encoder = options.Context.Rent();
        encoder.Open(buffer, buffer, new RowOutline(RowRoot.Rows, Identity: null, Envelope: null));
        using (var ranges = new RowRanges((IRowList)JsonRows.From(rows).Source.Open(), encoder, next: 0))
        {
            while (ranges.EncodeBatch(encoder) is not null) encoder.Commit();
        }
        encoder.Complete();
        encoder.Commit();
        options.Context.Return(encoder);
        Same.Bytes(buffer.WrittenSpan, JsonSerializer.SerializeToUtf8Bytes(rows), "all rows");
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public void Write_smallestThreshold_makesRangesOfManyRows(int degree)
    {
        List<Row> rows = Dictionaries(20_000);
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows);
        using var stream = new MemoryStream();
        JsonRows.From(rows).WriteTo(stream, Options(degree, threshold: 1)).Should().Be(20_000);
        Same.Bytes(stream.ToArray(), expected, "in order");
        // Each range of another thread rents its buffer; in debug builds also long rows rent theirs.
        _pool.Rented.Should().BeInRange(1, rows.Count / 4);
        _pool.MostBytesOutstanding.Should().BeLessThan((degree + 2) * 2 * 64 * 1024);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public void Write_rowsLongerThanThoseBefore_holdsABatchForEachRange(int degree)
    {
        // Judging by the first rows, thousands of the others would make a range.
        const int length = 20_000;
        List<Row> rows = [.. Dictionaries(7000), .. Enumerable.Range(0, 1000).Select(i => new Row { ["text"] = new string('x', length), ["i"] = i })];
        var stream = new LargestWriteStream();
        JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { Pool = _pool, MaxDegreeOfParallelism = degree }).Should().Be(8000);
        stream.Largest.Should().BeLessThan((60 * 1024) + (2 * length));
        stream.Length.Should().Be(JsonSerializer.SerializeToUtf8Bytes(rows).Length);
        _pool.MostBytesOutstanding.Should().BeInRange(1, (degree + 2) * 2 * 128 * 1024);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_rowsOfAnyLength_keepTheirOrder()
    {
        var random = new Random(1);
        for (int run = 0; run < 50; run++)
        {
            List<Row> rows = [.. Enumerable.Range(0, 300).Select(i => new Row
            {
                ["i"] = i,
                ["text"] = new string('x', random.Next(8) == 0 ? random.Next(3000) : random.Next(10)),
            })];
            await CheckAsync(JsonRows.From(rows), JsonSerializer.Serialize(rows), 300, Options(random.Next(2, 6), random.Next(1, 2000)));
        }
    }

    private JsonRowOptions Options(int degree, int threshold, JsonRowFormat format = JsonRowFormat.Array) =>
        new() { MaxDegreeOfParallelism = degree, FlushThreshold = threshold, Format = format, Pool = _pool };

    private async Task CheckAsync(JsonRows rows, string expected, int count, JsonRowOptions options)
    {
        rows.ToJsonString(options).Should().Be(expected);
        using var stream = new MemoryStream();
        rows.WriteTo(stream, options).Should().Be(count);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        stream.SetLength(0);
        (await rows.WriteToAsync(stream, options)).Should().Be(count);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        stream.SetLength(0);
        var pipe = PipeWriter.Create(stream, new StreamPipeWriterOptions(leaveOpen: true));
        (await rows.WriteToAsync(pipe, options)).Should().Be(count);
        await pipe.CompleteAsync();
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        _pool.Outstanding.Should().Be(0);
    }

    private static JsonRows Open(string source, int rows) => source switch
    {
        "list" => JsonRows.From(Dictionaries(rows)),
        "array" => JsonRows.From(Dictionaries(rows).ToArray()),
        "typed" => JsonRows.From(Enumerable.Range(0, rows).Select(i => new Dictionary<string, double> { ["a"] = i, ["b"] = i / 8.0 }).ToList()),
        "metadata" => JsonRows.From(Points(rows), PointInfo),
        "shape" => JsonRows.From(Points(rows), PointShape),
        "shape of an array" => JsonRows.From(Points(rows).ToArray(), PointShape),
        "sequence" => JsonRows.From(Dictionaries(rows).Select(row => row)),
        _ => JsonRows.From(JsonDocument.Parse(JsonSerializer.Serialize(Dictionaries(rows)))),
    };

    private static List<Row> Dictionaries(int rows) =>
        [.. Enumerable.Range(0, rows).Select(i => new Row { ["id"] = i, ["name"] = "name " + new string('x', i % 40), ["value"] = i % 7 == 0 ? null : i / 4.0 })];

    private static List<Point> Points(int rows) => [.. Enumerable.Range(0, rows).Select(i => new Point(i, i % 5 == 0 ? null : "p" + i))];

    private sealed record Point(int X, string? Name);

    private sealed class LargestWriteStream : MemoryStream
    {
        public int Largest { get; private set; }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Largest = Math.Max(Largest, buffer.Length);
            base.Write(buffer);
        }
    }
}
