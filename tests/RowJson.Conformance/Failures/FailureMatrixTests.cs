using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Sources and sinks that fail, or are cancelled. The output is always a prefix that ends after a complete row, an array is not
/// closed, and the exception says what failed and where.
/// </summary>
public class FailureMatrixTests(ITestOutputHelper log) : FailureMatrix(log)
{
    /// <summary>
    /// The write is not cancelled: an HTTP client reports a timeout in this way, and a source with a token of its own does.
    /// </summary>
    private static readonly Exception[] OwnCancellations =
    [
        new TaskCanceledException("The request took too long.", new TimeoutException()),
        new OperationCanceledException("The source gave up.", new CancellationToken(canceled: true)),
    ];

    public static TheoryData<string, string> Pairs => PairsOf((_, _) => true);

    [Theory]
    [MemberData(nameof(Pairs))]
    public Task Write_anyFailure_leavesCompleteRowsOnly(string sourceName, string sinkName) =>
        CheckPairAsync(sourceName, sinkName, CheckAsync);

    private async Task CheckAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        // Without a failure: the whole output, and the number of calls that can fail.
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        Exception? none = await RunAsync(sound);
        Check(none is null, sound, none);
        prefixes.CheckWhole(sound.Script.Taken, sound);

        await CheckFaultsAsync(source.Faults, [FailureSource.Thrown], sound, prefixes);
        await CheckFaultsAsync(source.Calls, OwnCancellations, sound, prefixes);
        await CheckSinkFailuresAsync(sound, prefixes);
        if (sink.IsAsynchronous) await CheckCancellationsAsync(sound, prefixes);
    }

    private async Task CheckFaultsAsync(IEnumerable<SourceFault> faults, Exception[] thrown, FailureCase sound, FailurePrefixes prefixes)
    {
        foreach (SourceFault fault in faults)
        {
            for (int at = 0; at < FailureSource.Rows; at++)
            {
                await CheckFaultAsync(
                    new FailureCase
                    {
                        Source = sound.Source,
                        Sink = sound.Sink,
                        Options = sound.Options,
                        Fault = fault,
                        At = at,
                        Thrown = thrown[at % thrown.Length],
                    },
                    prefixes);
            }
        }
    }

    private async Task CheckFaultAsync(FailureCase run, FailurePrefixes prefixes)
    {
        Exception? thrown = await RunAsync(run);
        if (run is { Sink.IsPush: true, Fault: SourceFault.Sequence })
        {
            prefixes.CheckRows(run.Script.Taken, run.At, run);
            Check(ReferenceEquals(thrown, run.Thrown), run, thrown);
            return;
        }
        CheckSourceFailure(run, thrown, prefixes, run.Source.Calls.Contains(run.Fault) ? run.Thrown : null);
    }

    private async Task CheckSinkFailuresAsync(FailureCase sound, FailurePrefixes prefixes)
    {
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            // A sink, too, may cancel itself.
            Exception cancellation = OwnCancellations[call % OwnCancellations.Length];
            foreach (Exception failure in (Exception[])[new IOException("The wire is cut."), cancellation])
            {
                var script = new SinkScript { FailAt = call, Failure = failure };
                var run = new FailureCase { Source = sound.Source, Sink = sound.Sink, Options = sound.Options, Script = script };
                Exception? thrown = await RunAsync(run);
                int rows = prefixes.Count(script.Taken, run, mayBeWhole: run.Sink.IsPipe && call == sound.Script.Calls);
                CheckSinkFailure(run, thrown, failure, rows, FailureSource.Rows);
            }
        }
    }

    private async Task CheckCancellationsAsync(FailureCase sound, FailurePrefixes prefixes)
    {
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            var script = new SinkScript { CancelAt = call };
            var run = new FailureCase { Source = sound.Source, Sink = sound.Sink, Options = sound.Options, Script = script };
            CheckCancellation(run, await RunAsync(run));
            prefixes.Count(run.Script.Taken, run, mayBeWhole: run.Sink.IsPipe && call == sound.Script.Calls);
        }
        for (int move = 1; move <= sound.Moves.Calls; move++)
        {
            var moves = new SinkScript { CancelAt = move };
            var run = new FailureCase { Source = sound.Source, Sink = sound.Sink, Options = sound.Options, Moves = moves };
            CheckCancellation(run, await RunAsync(run));
            prefixes.Count(run.Script.Taken, run, mayBeWhole: false);
        }
    }
}
