using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Every source × every point × every sink × every format × several sizes of batches; derived classes say what happens at the points.
/// In all cases every buffer is returned, once and when nobody reads it any more, and every sequence is disposed.
/// </summary>
public abstract class FailureMatrix(ITestOutputHelper log)
{
    /// <summary>A row or two.</summary>
    internal const int SmallBatch = 60;

    private static readonly int[] Thresholds = [1, SmallBatch, 60 * 1024];

    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private readonly CountingPool _pool = new();
    private int _cases;

    /// <summary>The pairs of sources and sinks that can be combined, and that the derived class wants.</summary>
    private protected static TheoryData<string, string> PairsOf(Func<FailureSource, FailureSink, bool> isWanted)
    {
        var data = new TheoryData<string, string>();
        foreach (FailureSource source in FailureSource.All)
        {
            foreach (FailureSink sink in FailureSink.All)
            {
                bool fits = (sink.IsAsynchronous || !source.IsAsynchronous) && (source.IsPushed || !sink.IsPush);
                if (fits && isWanted(source, sink)) data.Add(source.Name, sink.Name);
            }
        }
        return data;
    }

    /// <summary>Checks a pair in all formats, and before a release in all sizes of batches with each of them.</summary>
    private protected async Task CheckPairAsync(
        string sourceName, string sinkName, Func<FailureSource, FailureSink, JsonRowOptions, Task> check, TimeSpan? flushInterval = null)
    {
        FailureSource source = FailureSource.All.Single(source => source.Name == sourceName);
        FailureSink sink = FailureSink.All.Single(sink => sink.Name == sinkName);
        int place = Array.IndexOf(FailureSource.All, source) + Array.IndexOf(FailureSink.All, sink);
        foreach ((int row, (JsonRowFormat format, bool indented)) in Formats(sink).Index())
        {
            foreach ((int column, int threshold) in Thresholds.Index())
            {
                if (!MatrixShare.Has(Thresholds.Length, place, row, column)) continue;
                await check(source, sink, new JsonRowOptions
                {
                    Format = format,
                    FlushThreshold = threshold,
                    FlushInterval = flushInterval,
                    SerializerOptions = indented ? Indented : JsonSerializerOptions.Default,
                    ObjectAccess = source.Access,
                    Pool = _pool,
                    // Small batches in tiny buffers: a row grows, and moves, while it is written.
                    Sizes = threshold == SmallBatch ? BufferSizes.Tiny : BufferSizes.Default,
                });
            }
        }
        _pool.CheckResting();
        _pool.Faults.Should().BeEmpty();
        log.WriteLine($"{_cases} cases");
    }

    /// <summary>The same options with a naming policy whose results no other write has cached.</summary>
    private protected static JsonRowOptions WithNaming(JsonRowOptions options, Func<string, string> columnName) => new()
    {
        Format = options.Format,
        FlushThreshold = options.FlushThreshold,
        SerializerOptions = options.SerializerOptions,
        ObjectAccess = options.ObjectAccess,
        Sizes = options.Sizes,
        Pool = options.Pool,
        ColumnNamingPolicy = Naming.By(columnName),
    };

    /// <summary>Runs a case, and checks what holds for all of them.</summary>
    private protected async Task<Exception?> RunAsync(FailureCase run)
    {
        Exception? thrown = await run.RunAsync();
        CheckResources(run);
        return thrown;
    }

    /// <summary>Checks what a case has left.</summary>
    /// <param name="run">Has ended.</param>
    /// <param name="mayAbandon">Buffers may be left to the collector.</param>
    /// <returns>How many were.</returns>
    private protected int CheckResources(FailureCase run, bool mayAbandon = false)
    {
        _cases++;
        int abandoned = mayAbandon ? _pool.Abandon() : 0;
        if (_pool.Outstanding != 0) Assert.Fail($"{run}: {_pool.Outstanding} buffers are not returned.");
        if (_pool.Faults.Count != 0) Assert.Fail($"{run}: {_pool.Faults.First()}");
        if (run.OpenSequences != 0) Assert.Fail($"{run}: {run.OpenSequences} sequences are not disposed.");
        return abandoned;
    }

    /// <summary>A row or the source failed: the rows before it are there, and the exception says which it was.</summary>
    private protected static void CheckSourceFailure(FailureCase run, Exception? thrown, FailurePrefixes prefixes, Exception? failure)
    {
        prefixes.CheckRows(run.Script.Taken, prefixes.KeptRows(run), run);
        JsonRowException exception = CheckFailure(run, thrown, failure, run.Source.Column(run.Fault));
        string message = exception.Message;
        Check(exception.RowIndex == run.At, run, thrown);
        bool isSource = run.Fault == SourceFault.Sequence;
        Check(exception.Stage == (isSource ? JsonRowStage.Source : JsonRowStage.Value), run, thrown);
        string what = isSource ? $"The source failed after {run.At} row" : $"ow {run.At} could not be written";
        Check(message.Contains(what) && message.Contains(exception.InnerException!.Message), run, thrown);
        string output = run.Script.Taken.Length == 0 ? "Nothing was handed to the sink."
            : run.Options.Format == JsonRowFormat.Lines ? "The output ends after the last complete row."
            : "The output ends after the last complete row and is not closed.";
        Check(message.EndsWith(output, StringComparison.Ordinal), run, thrown);
    }

    /// <summary>The sink failed after some complete rows, which are there, and others, which it may have taken.</summary>
    private protected static void CheckSinkFailure(FailureCase run, Exception? thrown, Exception failure, int complete, int encoded)
    {
        JsonRowException exception = CheckFailure(run, thrown, failure, column: null);
        Check(exception.Message.StartsWith("The sink failed", StringComparison.Ordinal) && exception.Stage == JsonRowStage.Sink, run, thrown);
        Check(exception.RowIndex >= complete && exception.RowIndex <= encoded, run, thrown);
    }

    private protected static void CheckCancellation(FailureCase run, Exception? thrown) =>
        Check(thrown is OperationCanceledException, run, thrown);

    /// <summary>Without FluentAssertions, which would take most of the time.</summary>
    private protected static void Check(bool isRight, FailureCase run, Exception? thrown)
    {
        if (!isRight) Assert.Fail($"{run}: ended with {thrown?.ToString() ?? $"{run.Written} rows"}");
    }

    private static JsonRowException CheckFailure(FailureCase run, Exception? thrown, Exception? failure, string? column)
    {
        Check(thrown?.GetType() == typeof(JsonRowException), run, thrown);
        var exception = (JsonRowException)thrown!;
        Check(exception.InnerException is not null && (failure is null || ReferenceEquals(failure, exception.InnerException)), run, thrown);
        Check(exception.ColumnName == column, run, thrown);
        return exception;
    }

    private static IEnumerable<(JsonRowFormat Format, bool Indented)> Formats(FailureSink sink)
    {
        yield return (JsonRowFormat.Array, false);
        yield return (JsonRowFormat.Array, true);
        yield return (JsonRowFormat.ArrayWithLineBreaks, false);
        yield return (JsonRowFormat.CompactRows, false);
        if (!sink.IsJsonWriter) yield return (JsonRowFormat.CompactColumns, false);
        if (!sink.IsJsonWriter) yield return (JsonRowFormat.Lines, false);
    }
}
