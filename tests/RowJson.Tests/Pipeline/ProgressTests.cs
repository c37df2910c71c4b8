using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>One report for each batch that the sink has been given; the last one says what the result says.</summary>
public class ProgressTests
{
    private const int Rows = 500;

    private static readonly JsonRowOptions Options = new() { FlushThreshold = 1000 };

    public static TheoryData<string> Sources => [.. FailingRows.Names];

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_anySource_reportsEachBatchAndEndsWithTheResult(string source)
    {
        JsonRowOptions options = Options;
        int length = Encoding.UTF8.GetByteCount(JsonSerializer.Serialize(FailingRows.Sound(Rows)));
        var stream = new MemoryStream();
        var reports = new Reports();
        if (FailingRows.IsAsync(source))
        {
            Check(await FailingRows.OpenAsync(source, Rows, bad: -2).WriteToAsync(stream, options, reports), reports, length);
            var asyncPipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
            Check(await FailingRows.OpenAsync(source, Rows, bad: -2).WriteToAsync(asyncPipe.Writer, options, reports = new()), reports,
                length);
            return;
        }
        Check(FailingRows.Open(source, Rows, bad: -2).WriteTo(stream, options, reports), reports, length);
        Check(FailingRows.Open(source, Rows, bad: -2).WriteTo(new ArrayBufferWriter<byte>(), options, reports = new()), reports, length);
        Check(await FailingRows.Open(source, Rows, bad: -2).WriteToAsync(stream, options, reports = new()), reports, length);
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        Check(await FailingRows.Open(source, Rows, bad: -2).WriteToAsync(pipe.Writer, options, reports = new()), reports, length);
    }

    [Fact]
    public void WriteTo_eachRowIsABatch_reportsEachRow()
    {
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", n => n);
        var options = new JsonRowOptions { FlushThreshold = 1 };
        var reports = new Reports();
        JsonRows.From(new[] { 1, 2, 3 }, shape).WriteTo(Stream.Null, options, reports);
        reports.Should().Equal(At(1, 8), At(2, 16), At(3, 25));

        // That there are no more rows is known only later: the end is a batch of its own.
        reports = new Reports();
        JsonRows.From(Enumerable.Range(1, 3), shape).WriteTo(Stream.Null, options, reports);
        reports.Should().Equal(At(1, 8), At(2, 16), At(3, 24), At(3, 25));
    }

    [Fact]
    public void WriteTo_noRows_reportsTheEmptyArray()
    {
        var reports = new Reports();
        JsonRows.From(Array.Empty<object>()).WriteTo(Stream.Null, Options, reports);
        reports.Should().Equal(At(0, 2));
    }

    /// <summary>Rows of very different lengths: the estimate goes by the text.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_document_estimatesNoMoreThanThereAre(bool longRowsLast)
    {
        IEnumerable<int> lengths = Enumerable.Range(0, Rows).Select(n => n < Rows / 2 == longRowsLast ? 1 : 500);
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.Serialize(lengths.Select(length =>
            new { text = new string('x', length) })));
        foreach (JsonRowFormat format in Enum.GetValues<JsonRowFormat>())
        {
            var reports = new Reports();
            JsonRowResult result = JsonRows.From(document).WriteTo(Stream.Null, new JsonRowOptions
            {
                FlushThreshold = 700,
                Format = format
            }, reports);
            reports.Count.Should().BeGreaterThan(10);
            reports.Should().OnlyContain(report => report.Rows <= Rows);
            reports.Select(report => report.Rows).Should().BeInAscendingOrder();
            reports[^1].Should().Be(At(Rows, result.Bytes));
        }
    }

    [Fact]
    public void WriteTo_documentThatIsOneValue_reportsIt()
    {
        using JsonDocument document = JsonDocument.Parse("""{"a":1}""");
        var reports = new Reports();
        JsonRows.From(document).WriteTo(Stream.Null, Options, reports);
        reports.Should().Equal(At(1, 7));
    }

    [Fact]
    public void WriteTo_rowFails_reportsTheBatchesBefore()
    {
        var reports = new Reports();
        FluentActions.Invoking(() => FailingRows.Open("sequence", Rows, bad: 3).WriteTo(Stream.Null,
            new JsonRowOptions { FlushThreshold = 1 }, reports))
            .Should().Throw<JsonRowException>();
        reports.Select(report => report.Rows).Should().Equal(1, 2, 3);
    }

    /// <summary>The caller's own code: neither source nor sink has failed, and what it throws passes as it is.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Write_progressThrows_endsTheWriteWithItsException(int failing)
    {
        var pool = new CountingPool();
        var options = new JsonRowOptions(Options) { Pool = pool };
        var released = 0;
        IEnumerable<Dictionary<string, object?>> Source()
        {
            try
            {
                foreach (Dictionary<string, object?> row in FailingRows.Sound(Rows)) yield return row;
            }
            finally
            {
                released++;
            }
        }

        var stream = new MemoryStream();
        Reports reports = new(failing);
        FluentActions.Invoking(() => JsonRows.From(Source()).WriteTo(stream, options, reports))
            .Should().ThrowExactly<TimeZoneNotFoundException>();
        CheckCut(stream.ToArray());
        stream = new MemoryStream();
        reports = new(failing);
        await FluentActions.Awaiting(() => JsonRows.From(Source()).WriteToAsync(stream, options, reports))
            .Should().ThrowExactlyAsync<TimeZoneNotFoundException>();
        CheckCut(stream.ToArray());
        stream = new MemoryStream();
        reports = new(failing);
        await FluentActions.Awaiting(() => JsonRows.From(Source().ToAsync()).WriteToAsync(stream, options, reports))
            .Should().ThrowExactlyAsync<TimeZoneNotFoundException>();
        CheckCut(stream.ToArray());
        released.Should().Be(3);
        pool.Outstanding.Should().Be(0);

        void CheckCut(byte[] output)
        {
            reports.Should().HaveCount(failing);
            output.Length.Should().Be((int)reports[^1].Bytes);
            int rows = (int)reports[^1].Rows;
            Encoding.UTF8.GetString(output).Should().Be(JsonSerializer.Serialize(FailingRows.Sound(rows))[..^1]);
        }
    }

    private static void Check(JsonRowResult result, Reports reports, int length)
    {
        ((object)result).Should().Be(new JsonRowResult { Rows = Rows, Bytes = length, IsComplete = true });
        reports[^1].Should().Be(At(Rows, length));
        reports.Select(report => report.Rows).Should().BeInAscendingOrder().And.OnlyContain(rows => rows <= Rows);
        reports.Select(report => report.Bytes).Should().BeInAscendingOrder().And.OnlyHaveUniqueItems();
        // Rows of 120 bytes: a batch is a few more bytes than the threshold, or, of several threads, a range of some kilobytes.
        reports.Count.Should().BeInRange(2, (length / Options.FlushThreshold) + 1);
    }

    private sealed class Reports(int failing = 0) : List<JsonRowProgress>, IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            Add(value);
            if (Count == failing) throw new TimeZoneNotFoundException();
        }
    }

    private static JsonRowProgress At(long rows, long bytes) => new() { Rows = rows, Bytes = bytes };
}
