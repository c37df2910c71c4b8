using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>
/// A failure before the first batch is whole hands nothing over, so that a web service can still answer with an error; after it, the
/// complete rows are there. JSON Lines are kept in any case.
/// </summary>
public class EarlyFailureTests
{
    private const int RowCount = 700;

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private static readonly Dictionary<string, (JsonRowOptions Options, Func<IEnumerable<object>, string> Prefix)> Styles = new()
    {
        ["array"] = (new(), rows => JsonSerializer.Serialize(rows)[..^1]),
        ["line breaks"] = (new() { Format = JsonRowFormat.ArrayWithLineBreaks }, rows => "[" + string.Join(",\n", Texts(rows))),
        ["lines"] = (new() { Format = JsonRowFormat.Lines }, rows => string.Concat(Texts(rows).Select(text => text + "\n"))),
        ["indented"] = (
            new() { SerializerOptions = Indented },
            rows => JsonSerializer.Serialize(rows, Indented)[..^(Environment.NewLine.Length + 1)]),
        ["threshold of 1"] = (new() { FlushThreshold = 1 }, rows => JsonSerializer.Serialize(rows)[..^1]),
    };

    /// <summary>
    /// The first row; one of the first 4 KB; two of the first batch,
    /// which has been moved once or more; one of the second.
    /// </summary>
    public static TheoryData<string, string, int> Cases()
    {
        var data = new TheoryData<string, string, int>();
        foreach ((int place, string source) in FailingRows.Names.Index())
            foreach ((int row, string style) in Styles.Keys.Index())
                foreach ((int column, int bad) in new[] { 0, 3, 100, 350, 600 }.Index())
                    if (MatrixShare.Has(2, place, row, column)) data.Add(source, style, bad);
        return data;
    }

    [Fact]
    public void WriteTo_largestThreshold_sendsNothingBeforeAFailure()
    {
        var options = new JsonRowOptions { FlushThreshold = int.MaxValue };
        foreach (JsonRows rows in (JsonRows[])
            [
                JsonRows.From(new List<double> { 1, 2, double.NaN }), JsonRows.From(new List<float?> { 1, null, float.NaN }),
                JsonRows.From(new List<double> { 1, 2, double.NaN }).InEnvelope(new JsonRowEnvelope("rows").Before("a", new string('x', 1000))),
            ])
        {
            var stream = new MemoryStream();
            rows.Invoking(it => it.WriteTo(stream, options)).Should().Throw<JsonRowException>();
            stream.Length.Should().Be(0);
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_rowFails_leavesNothingBeforeTheFirstBatch(string source, string style, int bad)
    {
        var pool = new CountingPool();
        (JsonRowOptions styled, Func<IEnumerable<object>, string> prefix) = Styles[style];
        var options = new JsonRowOptions(styled) { Pool = pool };
        string rows = bad == 0 ? "" : prefix(FailingRows.Sound(bad));
        bool isKept = bad > 0 && (style == "lines" || rows.Length >= options.FlushThreshold);
        string expected = isKept ? rows : "";

        foreach (Output output in Output.All(FailingRows.IsAsync(source)))
        {
            JsonRowException failure = (await output.Awaiting(output => output.WriteAsync(source, bad, options))
                .Should().ThrowAsync<JsonRowException>()).Which;

            (await output.ReadAsync()).Should().Be(expected, output.Name);
            failure.RowIndex.Should().Be(bad);
            failure.Stage.Should().Be(FailingRows.StageOf(source));
            failure.Message.Should().EndWith(
                !isKept ? " Nothing was handed to the sink."
                : style == "lines" ? " The output ends after the last complete row."
                : " The output ends after the last complete row and is not closed.");
            pool.Outstanding.Should().Be(0);
            pool.Faults.Should().BeEmpty();
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(350)]
    public void WriteTo_rowFailsInsideAJsonWriter_arrayKeepsItsRows(int bad)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.Invoking(writer => FailingRows.Open("list", RowCount, bad).WriteTo(writer)).Should().Throw<JsonRowException>()
            .WithMessage("*The output ends after the last complete row and is not closed.");
        writer.Flush();
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(JsonSerializer.Serialize(FailingRows.Sound(bad))[..^1]);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(3, false)]
    [InlineData(350, false)]
    [InlineData(350, true)]
    public async Task JsonRowWriter_rowFails_leavesNothingBeforeTheFirstBatch(int bad, bool flushesBeforeTheRows)
    {
        var pool = new CountingPool();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await using (var writer = new JsonRowWriter(pipe.Writer, new JsonRowOptions { Pool = pool }))
        {
            if (flushesBeforeTheRows) await writer.FlushAsync();
            foreach (Dictionary<string, object?> row in FailingRows.Sound(bad)) await writer.WriteRowAsync(row);
            await writer.Awaiting(writer => writer.WriteRowAsync(new { bad = double.NaN }).AsTask()).Should().ThrowAsync<JsonRowException>()
                .WithMessage("*Nothing was handed to the sink.");
        }
        pipe.Writer.UnflushedBytes.Should().Be(0);
        await pipe.Writer.CompleteAsync();
        (await pipe.Reader.ReadAsync()).Buffer.Length.Should().Be(0);
        pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task WriteToAsync_cancelledBeforeTheFirstBatchIsWhole_leavesNothing()
    {
        using var cancellation = new CancellationTokenSource();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        IEnumerable<Dictionary<string, object?>> rows = FailingRows.Sound(350).Select((row, n) =>
        {
            if (n == 300) cancellation.Cancel();
            return row;
        });

        await JsonRows.From(rows.ToAsync()).Awaiting(source => source.WriteToAsync(pipe.Writer, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>();

        pipe.Writer.UnflushedBytes.Should().Be(0);
        await pipe.Writer.CompleteAsync();
        (await pipe.Reader.ReadAsync()).Buffer.Length.Should().Be(0);
    }

    private static IEnumerable<string> Texts(IEnumerable<object> rows) => rows.Select(row => JsonSerializer.Serialize(row));

    /// <summary>A sink, written to in one of the ways that it has.</summary>
    private sealed class Output(string name, Func<JsonRows?, AsyncJsonRows?, JsonRowOptions, Task> write, Func<Task<byte[]>> read)
    {
        public string Name => name;

        public static IEnumerable<Output> All(bool isAsync)
        {
            yield return OfPipe();
            yield return OfStream(new MemoryStream(), isSourceAsync: isAsync, isAsync: true);
            yield return OfScript(isSourceAsync: isAsync, isAsync: true);
            if (isAsync) yield break;
            yield return OfStream(new MemoryStream(), isSourceAsync: false, isAsync: false);
            yield return OfScript(isSourceAsync: false, isAsync: false);
            var buffer = new ArrayBufferWriter<byte>();
            yield return new(
                "buffer",
                (rows, _, options) => Task.FromResult(rows!.WriteTo(buffer, options)),
                () => Task.FromResult(buffer.WrittenSpan.ToArray()));
            foreach (StrictMemory kind in Enum.GetValues<StrictMemory>())
            {
                var tight = new StrictWriter(kind, leastSize: 1);
                yield return new(
                    $"tight {kind}",
                    (rows, _, options) => Task.FromResult(rows!.WriteTo(tight, options)),
                    () => Task.FromResult(tight.Written));
            }
        }

        public async Task WriteAsync(string source, int bad, JsonRowOptions options)
        {
            bool isAsync = FailingRows.IsAsync(source);
            await write(
                isAsync ? null : FailingRows.Open(source, RowCount, bad),
                isAsync ? FailingRows.OpenAsync(source, RowCount, bad) : null,
                options);
        }

        public async Task<string> ReadAsync() => Encoding.UTF8.GetString(await read());

        private static Output OfPipe()
        {
            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));
            return new(
                "pipe",
                (rows, asyncRows, options) => rows?.WriteToAsync(pipe.Writer, options) ?? asyncRows!.WriteToAsync(pipe.Writer, options),
                ReadAsync);

            async Task<byte[]> ReadAsync()
            {
                long unflushed = pipe.Writer.UnflushedBytes;
                await pipe.Writer.CompleteAsync();
                byte[] text = (await pipe.Reader.ReadAtLeastAsync(int.MaxValue)).Buffer.ToArray();
                bool isFlushed = text.Length >= JsonRowOptions.Default.FlushThreshold || text is [(byte)'[', ..];
                unflushed.Should().Be(isFlushed ? 0 : text.Length, "what was never flushed can still be withheld");
                return text;
            }
        }

        private static Output OfStream(MemoryStream stream, bool isSourceAsync, bool isAsync) => new(
            $"memory stream, asynchronous: {isAsync}",
            (rows, asyncRows, options) => WriteAsync(stream, rows, asyncRows, options, isSourceAsync, isAsync),
            () => Task.FromResult(stream.ToArray()));

        private static Output OfScript(bool isSourceAsync, bool isAsync)
        {
            var script = new SinkScript();
            var stream = new ScriptedStream(script, isAsync);
            return new(
                $"stream, asynchronous: {isAsync}",
                (rows, asyncRows, options) => WriteAsync(stream, rows, asyncRows, options, isSourceAsync, isAsync),
                () => Task.FromResult(script.Taken));
        }

        private static Task<JsonRowResult> WriteAsync(
            Stream stream, JsonRows? rows, AsyncJsonRows? asyncRows, JsonRowOptions options, bool isSourceAsync, bool isAsync) =>
            isSourceAsync ? asyncRows!.WriteToAsync(stream, options)
            : isAsync ? rows!.WriteToAsync(stream, options)
            : Task.FromResult(rows!.WriteTo(stream, options));
    }
}
