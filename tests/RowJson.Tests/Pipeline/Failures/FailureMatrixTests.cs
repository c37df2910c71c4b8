using System.Text;
using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>
/// Every source × every point of failure × every sink × every format × several sizes of pieces. Whatever fails: the output is a
/// prefix that ends behind a complete row, an array is not closed, the exception says what it is and where, and every buffer is
/// given back.
/// </summary>
public class FailureMatrixTests(ITestOutputHelper log)
{
    private const int SmallPiece = 60;

    private static readonly int[] Thresholds = [1, SmallPiece, 60 * 1024];

    /// <summary>A sink may give up by itself, too: not the write is cancelled then.</summary>
    private static readonly Exception[] SinkFailures = [new IOException("The wire is cut."), new TaskCanceledException("The sink's timeout has passed.")];

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private readonly CountingPool _pool = new();
    private int _cases;

    public static TheoryData<string, string> Pairs
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (FailureSource source in FailureSource.All)
            {
                foreach (FailureSink sink in FailureSink.All)
                    if ((sink.IsAsynchronous || !source.IsAsynchronous) && (source.IsPushed || !sink.IsPush)) data.Add(source.Name, sink.Name);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task Write_anyFailure_leavesCompleteRowsOnly(string sourceName, string sinkName)
    {
        FailureSource source = FailureSource.All.Single(source => source.Name == sourceName);
        FailureSink sink = FailureSink.All.Single(sink => sink.Name == sinkName);
        foreach ((JsonRowFormat format, bool indented) in Formats(sink))
        {
            foreach (int threshold in Thresholds)
            {
                var options = new JsonRowOptions
                {
                    Format = format,
                    FlushThreshold = threshold,
                    Serializer = indented ? Indented : JsonSerializerOptions.Default,
                    Pool = _pool,
                    // Lists of a few rows in pieces of one or two: ranges of them fail on other threads.
                    MaxDegreeOfParallelism = threshold == SmallPiece ? 3 : 1,
                };
                await CheckAsync(source, sink, options, new Prefixes(source.Sound(), options, sink.IsJsonWriter));
            }
        }
        log.WriteLine($"{_cases} cases");
    }

    private static IEnumerable<(JsonRowFormat Format, bool Indented)> Formats(FailureSink sink)
    {
        yield return (JsonRowFormat.Array, false);
        yield return (JsonRowFormat.Array, true);
        yield return (JsonRowFormat.ArrayWithLineBreaks, false);
        if (!sink.IsJsonWriter) yield return (JsonRowFormat.Lines, false);
    }

    private async Task CheckAsync(FailureSource source, FailureSink sink, JsonRowOptions options, Prefixes prefixes)
    {
        // Nothing fails: the whole, and how many calls there are to fail.
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        Exception? none = await RunAsync(sound);
        none.Should().BeNull("{0}", sound);
        prefixes.CheckWhole(sound.Script.Taken, sound);

        foreach (SourceFault fault in source.Faults)
        {
            for (int at = 0; at < FailureSource.Rows; at++)
            {
                var run = new FailureCase { Source = source, Sink = sink, Options = options, Fault = fault, At = at };
                CheckSourceFailure(run, await RunAsync(run), prefixes);
            }
        }
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            foreach (Exception failure in SinkFailures)
            {
                var script = new SinkScript { FailAt = call, Failure = failure };
                var run = new FailureCase { Source = source, Sink = sink, Options = options, Script = script };
                CheckSinkFailure(run, await RunAsync(run), prefixes, isLast: call == sound.Script.Calls);
            }
        }
        if (!sink.IsAsynchronous) return;
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            var run = new FailureCase { Source = source, Sink = sink, Options = options, Script = new SinkScript { CancelAt = call } };
            CheckCancellation(run, await RunAsync(run), prefixes, isLast: call == sound.Script.Calls);
        }
        for (int move = 1; move <= sound.Moves.Calls; move++)
        {
            var run = new FailureCase { Source = source, Sink = sink, Options = options, Moves = new SinkScript { CancelAt = move } };
            CheckCancellation(run, await RunAsync(run), prefixes, isLast: false);
        }
    }

    private async Task<Exception?> RunAsync(FailureCase run)
    {
        _cases++;
        Exception? thrown = await run.RunAsync();
        _pool.Outstanding.Should().Be(0, "every buffer is given back: {0}", run);
        run.OpenSequences.Should().Be(0, "every sequence is disposed: {0}", run);
        return thrown;
    }

    private static void CheckSourceFailure(FailureCase run, Exception? thrown, Prefixes prefixes)
    {
        prefixes.CheckRows(run.Script.Taken, run.At, run);
        if (run is { Sink.IsPush: true, Fault: SourceFault.Sequence or SourceFault.SequenceCancelled })
        {
            thrown.Should().BeSameAs(FailureSource.ThrownBy(run.Fault), "{0}", run);
            return;
        }
        JsonRowException exception = thrown.Should().BeOfType<JsonRowException>("{0}", run).Subject;
        exception.RowIndex.Should().Be(run.At, "{0}", run);
        exception.ColumnName.Should().Be(run.Source.Column(run.Fault, run.Options.Serializer.WriteIndented), "{0}", run);
        exception.InnerException.Should().NotBeNull("{0}", run);
        if (run.Fault is not (SourceFault.Cell or SourceFault.NestedOwn or SourceFault.Unsupported))
            exception.InnerException.Should().BeSameAs(FailureSource.ThrownBy(run.Fault), "{0}", run);
        exception.Message.Should().Contain($"ow {run.At} could not be written", "{0}", run).And.Contain(exception.InnerException!.Message, "{0}", run);
    }

    private static void CheckSinkFailure(FailureCase run, Exception? thrown, Prefixes prefixes, bool isLast)
    {
        JsonRowException exception = thrown.Should().BeOfType<JsonRowException>("{0}", run).Subject;
        exception.InnerException.Should().BeSameAs(run.Script.Failure, "{0}", run);
        exception.ColumnName.Should().BeNull("{0}", run);
        exception.Message.Should().StartWith("The sink failed", "{0}", run);
        exception.RowIndex.Should().BeInRange(prefixes.Count(run.Script.Taken, run, mayBeWhole: run.Sink.IsPipe && isLast), FailureSource.Rows, "{0}", run);
    }

    private static void CheckCancellation(FailureCase run, Exception? thrown, Prefixes prefixes, bool isLast)
    {
        thrown.Should().BeAssignableTo<OperationCanceledException>("{0}", run);
        prefixes.Count(run.Script.Taken, run, mayBeWhole: run.Sink.IsPipe && isLast);
    }

    /// <summary>All outputs that may be left, by what <see cref="JsonSerializer"/> writes.</summary>
    private sealed class Prefixes
    {
        private readonly List<byte[]> _byRows = [];
        private readonly byte[] _whole;

        public Prefixes(object?[] rows, JsonRowOptions options, bool isInside)
        {
            _whole = Text(rows, options);
            bool isLines = options.Format == JsonRowFormat.Lines;
            int close = isLines ? 0 : options.Serializer.WriteIndented ? Environment.NewLine.Length + 1 : 1;
            _byRows.Add(isInside ? "["u8.ToArray() : []);
            for (int count = 1; count <= rows.Length; count++) _byRows.Add(Text(rows[..count], options)[..^close]);
        }

        public void CheckWhole(byte[] taken, FailureCase run) => Check(taken, _whole, run);

        public void CheckRows(byte[] taken, int rows, FailureCase run) => Check(taken, _byRows[rows], run);

        /// <summary>The complete rows in what a sink has taken, which holds nothing else.</summary>
        public int Count(byte[] taken, FailureCase run, bool mayBeWhole)
        {
            int rows = _byRows.FindLastIndex(prefix => taken.AsSpan().SequenceEqual(prefix));
            if (rows < 0 && mayBeWhole && taken.AsSpan().SequenceEqual(_whole)) return FailureSource.Rows;
            if (rows < 0) Assert.Fail($"{run}: no prefix of complete rows: {Encoding.UTF8.GetString(taken)}");
            return rows;
        }

        private static void Check(byte[] taken, byte[] expected, FailureCase run)
        {
            if (!taken.AsSpan().SequenceEqual(expected))
                Assert.Fail($"{run}:\n{Encoding.UTF8.GetString(taken)}\ninstead of\n{Encoding.UTF8.GetString(expected)}");
        }

        private static byte[] Text(object?[] rows, JsonRowOptions options)
        {
            if (options.Format == JsonRowFormat.Array) return JsonSerializer.SerializeToUtf8Bytes(rows.Select(AsObject), options.Serializer);
            IEnumerable<string> texts = rows.Select(row => JsonSerializer.Serialize(AsObject(row), options.Serializer));
            return Encoding.UTF8.GetBytes(options.Format == JsonRowFormat.Lines
                ? string.Concat(texts.Select(text => text + "\n"))
                : $"[{string.Join(",\n", texts)}]");
        }

        /// <summary>A lazy sequence of pairs is an object for RowJson, an array for the serializer.</summary>
        private static object? AsObject(object? row) =>
            row is IEnumerable<KeyValuePair<string, object?>> pairs ? new Dictionary<string, object?>(pairs) : row;
    }
}
