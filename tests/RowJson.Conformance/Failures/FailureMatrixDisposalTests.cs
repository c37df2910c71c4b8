using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Row writers that are disposed during a write, as by a caller with a timeout: while the sink does not answer, from inside the sink,
/// and from another thread while a row is encoded. The output is a prefix of complete rows, or the whole. No buffer is returned while
/// the sink reads it, and none twice.
/// </summary>
public class FailureMatrixDisposalTests(ITestOutputHelper log) : FailureMatrix(log)
{
    private readonly ITestOutputHelper _log = log;
    private int _abandoned;

    public static TheoryData<string, string> AsyncPairs => PairsOf((_, sink) => sink is { IsPush: true, IsAsynchronous: true });

    public static TheoryData<string, string> AllPairs => PairsOf((source, sink) => sink.IsPush && PlacesOf(source).Any());

    public static TheoryData<string, string> SyncPairs =>
        PairsOf((_, sink) => sink is { IsPush: true, IsAsynchronous: false, IsInMemory: false });

    [Theory]
    [MemberData(nameof(AsyncPairs))]
    public Task Dispose_writeIsPending_keepsItsBufferUntilItEnds(string sourceName, string sinkName) =>
        CheckAsync(sourceName, sinkName, CheckPendingAsync);

    [Theory]
    [MemberData(nameof(SyncPairs))]
    public Task Dispose_fromInsideTheSink_keepsItsBufferUntilItEnds(string sourceName, string sinkName) =>
        CheckAsync(sourceName, sinkName, CheckInSinkAsync);

    [Theory]
    [MemberData(nameof(AllPairs))]
    public Task Dispose_whileARowIsEncoded_keepsItsBufferUntilItEnds(string sourceName, string sinkName) =>
        CheckAsync(sourceName, sinkName, CheckInRowAsync);

    private static IEnumerable<SourceFault> PlacesOf(FailureSource source) => source.Calls.Where(place => place != SourceFault.Sequence);

    private async Task CheckAsync(string sourceName, string sinkName, Func<FailureSource, FailureSink, JsonRowOptions, Task> check)
    {
        await CheckPairAsync(sourceName, sinkName, check);
        _log.WriteLine($"{_abandoned} buffers left to the collector");
    }

    private async Task CheckPendingAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        await RunAsync(sound);
        for (int call = 1; call <= sound.Script.Calls; call++)
        {
            foreach (bool isAsynchronous in (bool[])[false, true])
            {
                var run = new FailureCase { Source = source, Sink = sink, Options = options, Script = new SinkScript { HoldAt = call } };
                await CheckPendingAsync(run, prefixes, isAsynchronous, isLast: call == sound.Script.Calls);
            }
        }
    }

    private async Task CheckPendingAsync(FailureCase run, FailurePrefixes prefixes, bool isAsynchronous, bool isLast)
    {
        Task<Exception?> writing = run.RunAsync();
        await run.Script.Held.WaitAsync(TimeSpan.FromMinutes(1));
        Task<Exception?> disposing = DisposeAsync(run.Writer!, isAsynchronous);
        // A buffer that a disposed writer wrongly returned may be rented by others now.
        await Task.Yield();
        run.Script.Release();
        Exception? disposed = await disposing;
        CheckEnd(run, await writing, disposed, prefixes, mayAbandon: !isAsynchronous, isLast);
    }

    private static async Task<Exception?> DisposeAsync(JsonRowWriter writer, bool isAsynchronous)
    {
        try
        {
            if (isAsynchronous) await writer.DisposeAsync();
            else writer.Dispose();
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private async Task CheckInSinkAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        await RunAsync(sound);
        foreach (NestedCall disposal in NestedCall.All.Where(call => call.IsDisposal).Concat(NestedCall.DisposalsElsewhere))
        {
            for (int call = 1; call <= sound.Script.Calls; call++)
            {
                var run = new FailureCase
                {
                    Source = source,
                    Sink = sink,
                    Options = options,
                    Script = new SinkScript { ActAt = call },
                    Nested = disposal,
                    Swallows = true,
                };
                run.Script.Act = run.Act;
                Exception? written = await run.RunAsync();
                CheckEnd(run, written, run.NestedEnds.Single(), prefixes, mayAbandon: true, isLast: call == sound.Script.Calls);
            }
        }
    }

    private async Task CheckInRowAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        foreach (SourceFault place in PlacesOf(source))
        {
            for (int at = 0; at < FailureSource.Rows; at += 2)
            {
                var prefixes = new FailurePrefixes(source.Sound(place, at), options, sink.IsJsonWriter);
                foreach (NestedCall disposal in NestedCall.DisposalsElsewhere)
                {
                    var run = new FailureCase
                    {
                        Source = source,
                        Sink = sink,
                        Options = options,
                        Fault = place,
                        At = at,
                        Nested = disposal,
                        Swallows = true,
                    };
                    Exception? written = await run.RunAsync();
                    CheckEnd(run, written, run.NestedEnds[0], prefixes, mayAbandon: true, isLast: false);
                }
            }
        }
    }

    private void CheckEnd(FailureCase run, Exception? written, Exception? disposed, FailurePrefixes prefixes, bool mayAbandon, bool isLast)
    {
        _abandoned += CheckResources(run, mayAbandon);
        Check(disposed is null or InvalidOperationException, run, disposed);
        Check(written is null or InvalidOperationException or JsonRowException, run, written);
        prefixes.Count(run.Script.Taken, run, mayBeWhole: isLast || written is null);
        if (written is null) prefixes.CheckWhole(run.Script.Taken, run);
    }
}
