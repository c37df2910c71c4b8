using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Live feeds that yield no more rows: the source moves only when its token is cancelled. The write ends when its sink has failed, when
/// its reader has completed, and when it is cancelled. No case depends on how long anything takes.
/// </summary>
public class FailureMatrixSilenceTests(ITestOutputHelper log) : FailureMatrix(log)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(1);

    /// <summary>Rows before the silence.</summary>
    private static readonly int[] Points = [0, 1, 3, FailureSource.Rows];

    private static readonly SilenceEnd[] Ends = Enum.GetValues<SilenceEnd>();

    private int _ends;

    public static TheoryData<string, string> Pairs => PairsOf((source, sink) => source.IsAsynchronous && !sink.IsPush);

    [Theory]
    [MemberData(nameof(Pairs))]
    public Task Write_sourceIsSilent_endsWithItsSink(string sourceName, string sinkName) =>
        CheckPairAsync(sourceName, sinkName, CheckAsync, Interval);

    private async Task CheckAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, isInside: false);
        foreach (int rows in Points)
        {
            await CheckCancellationAsync(Create(source, sink, options, rows, new SinkScript()), prefixes);
            if (sink.IsInMemory) continue;
            if (rows > 0) await CheckFailureAsync(Create(source, sink, options, rows, new SinkScript { FailAt = 1 }), prefixes);
            // With the least threshold each row is a call of its own.
            if (rows > 1 && options.FlushThreshold == 1)
                await CheckFailureAsync(Create(source, sink, options, rows, new SinkScript { FailAt = rows }), prefixes);
            if (!sink.IsPipe) continue;
            foreach (int length in (HashSet<int>)[0, prefixes.LengthOf(rows) / 2, prefixes.LengthOf(rows)])
                await CheckReaderGoneAsync(Create(source, sink, options, rows, new SinkScript { LeaveAfter = length }), rows, prefixes);
        }
    }

    /// <summary>Each reaction to the cancellation of a move is tested.</summary>
    private FailureCase Create(FailureSource source, FailureSink sink, JsonRowOptions options, int rows, SinkScript script) => new()
    {
        Source = source,
        Sink = sink,
        Options = options,
        Script = script,
        Moves = new SinkScript { HoldAt = rows + 1 },
        SilenceEnd = Ends[_ends++ % Ends.Length],
    };

    private async Task CheckFailureAsync(FailureCase run, FailurePrefixes prefixes)
    {
        Exception? thrown = await RunAsync(run);
        int rows = prefixes.Count(run.Script.Taken, run, mayBeWhole: false);
        CheckSinkFailure(run, thrown, run.Script.Failure, rows, run.Moves.HoldAt - 1);
    }

    private async Task CheckReaderGoneAsync(FailureCase run, int rows, FailurePrefixes prefixes)
    {
        Exception? thrown = await RunAsync(run);
        Check(thrown is null && run.Written >= 0 && run.Written <= rows, run, thrown);
        run.Script.Taken.Should().HaveCount(run.Script.LeaveAfter, "{0}", run);
        prefixes.CheckBeginning(run.Script.Taken, run);
        prefixes.LengthOf((int)run.Written).Should().BeGreaterThanOrEqualTo(run.Script.LeaveAfter, "{0}", run);
    }

    private async Task CheckCancellationAsync(FailureCase run, FailurePrefixes prefixes)
    {
        Task<Exception?> writing = run.RunAsync();
        await Task.WhenAny(run.Moves.Held, writing);
        await run.Script.Cancellation.CancelAsync();
        Exception? thrown = await writing;
        CheckResources(run);
        // A source that answers its cancellation with a failure may be faster than the cancellation itself.
        if (run.SilenceEnd != SilenceEnd.Failure || thrown is not JsonRowException { InnerException: TimeoutException })
            CheckCancellation(run, thrown);
        prefixes.Count(run.Script.Taken, run, mayBeWhole: false);
    }
}
