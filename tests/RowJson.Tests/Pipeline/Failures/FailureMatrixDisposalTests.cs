using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>
/// Row writers that are disposed while a write is under way, as by a caller who has waited long enough. The output is a prefix
/// of complete rows, or the whole; no buffer is returned that the sink still reads, and none twice.
/// </summary>
public class FailureMatrixDisposalTests(ITestOutputHelper log) : FailureMatrix(log)
{
    private readonly ITestOutputHelper _log = log;
    private int _abandoned;

    public static TheoryData<string, string> AsyncPairs => PairsOf((_, sink) => sink is { IsPush: true, IsAsynchronous: true });

    public static TheoryData<string, string> SyncPairs => PairsOf((_, sink) => sink is { IsPush: true, IsAsynchronous: false, IsInMemory: false });

    [Theory]
    [MemberData(nameof(AsyncPairs))]
    public async Task Dispose_writeIsPending_keepsItsBufferUntilItEnds(string sourceName, string sinkName)
    {
        await CheckPairAsync(sourceName, sinkName, CheckPendingAsync);
        _log.WriteLine($"{_abandoned} buffers left to the collector");
    }

    [Theory]
    [MemberData(nameof(SyncPairs))]
    public async Task Dispose_fromInsideTheSink_keepsItsBufferUntilItEnds(string sourceName, string sinkName)
    {
        await CheckPairAsync(sourceName, sinkName, CheckInsideAsync);
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
        // What a disposed writer wrongly gave back is somebody else's now.
        await Task.Yield();
        run.Script.Release();
        Exception? disposed = await disposing;
        Exception? written = await writing;

        _abandoned += CheckResources(run, mayAbandon: !isAsynchronous);
        Check(disposed is null or InvalidOperationException, run, disposed);
        Check(written is null or InvalidOperationException or JsonRowException, run, written);
        prefixes.Count(run.Script.Taken, run, mayBeWhole: isLast || written is null);
        if (written is null) prefixes.CheckWhole(run.Script.Taken, run);
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

    private async Task CheckInsideAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        await RunAsync(sound);
        foreach (NestedCall disposal in NestedCall.All.Where(call => call.IsDisposal))
        {
            for (int call = 1; call <= sound.Script.Calls; call++)
            {
                var script = new SinkScript { ActAt = call };
                var run = new FailureCase { Source = source, Sink = sink, Options = options, Script = script, Nested = disposal, Swallows = true };
                script.Act = run.Act;
                Exception? written = await run.RunAsync();

                _abandoned += CheckResources(run, mayAbandon: true);
                Check(run.NestedEnds[0] is null or InvalidOperationException, run, run.NestedEnds[0]);
                Check(written is null or InvalidOperationException or JsonRowException, run, written);
                prefixes.Count(run.Script.Taken, run, mayBeWhole: written is null || call == sound.Script.Calls);
                if (written is null) prefixes.CheckWhole(run.Script.Taken, run);
            }
        }
    }
}
