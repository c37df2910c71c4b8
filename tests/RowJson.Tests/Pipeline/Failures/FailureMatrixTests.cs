using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>
/// Sources and sinks that fail, or are cancelled. Whatever fails: the output is a prefix that ends after a complete row, an
/// array is not closed, and the exception says what it is and where.
/// </summary>
public class FailureMatrixTests(ITestOutputHelper log) : FailureMatrix(log)
{
    /// <summary>Nobody has cancelled the write: as an HTTP client reports that it has waited too long, and as a source with a token of its own.</summary>
    private static readonly Exception[] OwnCancellations =
    [
        new TaskCanceledException("The request took too long.", new TimeoutException()),
        new OperationCanceledException("The source gave up.", new CancellationToken(canceled: true)),
    ];

    public static TheoryData<string, string> Pairs => PairsOf((_, _) => true);

    [Theory]
    [MemberData(nameof(Pairs))]
    public Task Write_anyFailure_leavesCompleteRowsOnly(string sourceName, string sinkName) => CheckPairAsync(sourceName, sinkName, CheckAsync);

    private async Task CheckAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        // Nothing fails: the whole, and how many calls there are to fail.
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        Exception? none = await RunAsync(sound);
        none.Should().BeNull("{0}", sound);
        prefixes.CheckWhole(sound.Script.Taken, sound);

        foreach (SourceFault fault in source.Faults)
        {
            for (int at = 0; at < FailureSource.Rows; at++)
                await CheckFaultAsync(new FailureCase { Source = source, Sink = sink, Options = options, Fault = fault, At = at }, prefixes);
        }
        foreach (SourceFault fault in source.Calls)
        {
            for (int at = 0; at < FailureSource.Rows; at++)
            {
                Exception thrown = OwnCancellations[at % OwnCancellations.Length];
                await CheckFaultAsync(new FailureCase { Source = source, Sink = sink, Options = options, Fault = fault, At = at, Thrown = thrown }, prefixes);
            }
        }
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            var run = new FailureCase { Source = source, Sink = sink, Options = options, Script = new SinkScript { FailAt = call } };
            JsonRowException exception = CheckSinkFailure(run, await RunAsync(run), run.Script.Failure);
            int rows = prefixes.Count(run.Script.Taken, run, mayBeWhole: sink.IsPipe && call == sound.Script.Calls);
            exception.RowIndex.Should().BeInRange(rows, FailureSource.Rows, "{0}", run);
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

    private async Task CheckFaultAsync(FailureCase run, FailurePrefixes prefixes)
    {
        Exception? thrown = await RunAsync(run);
        if (run is { Sink.IsPush: true, Fault: SourceFault.Sequence })
        {
            prefixes.CheckRows(run.Script.Taken, run.At, run);
            thrown.Should().BeSameAs(run.Thrown, "{0}", run);
            return;
        }
        JsonRowException exception = CheckSourceFailure(run, thrown, prefixes);
        if (run.Source.Calls.Contains(run.Fault)) exception.InnerException.Should().BeSameAs(run.Thrown, "{0}", run);
    }

    private static void CheckCancellation(FailureCase run, Exception? thrown, FailurePrefixes prefixes, bool isLast)
    {
        thrown.Should().BeAssignableTo<OperationCanceledException>("{0}", run);
        prefixes.Count(run.Script.Taken, run, mayBeWhole: run.Sink.IsPipe && isLast);
    }
}
