using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Rows and sinks that call the writer or write to the receiver that is in use. The nested call throws an
/// <see cref="InvalidOperationException"/>. A row that lets it escape fails as with any other exception; a row that catches it is
/// written as if it had never called.
/// </summary>
public class FailureMatrixNestedCallTests(ITestOutputHelper log) : FailureMatrix(log)
{
    /// <summary>The first row, one after others of its batch, and the last.</summary>
    private static readonly int[] Points = [0, 2, FailureSource.Rows - 1];

    public static TheoryData<string, string> Pairs => PairsOf((source, sink) => PlacesOf(source, sink).Any());

    public static TheoryData<string, string> NamedPairs => PairsOf((source, _) => !source.IsAsynchronous && source.IsNamedByRows);

    public static TheoryData<string, string> PushedPairs => PairsOf((_, sink) => sink is { IsPush: true, IsInMemory: false });

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Pairs))]
    public Task Write_fromInsideARow_isRefused(string sourceName, string sinkName) =>
        CheckPairAsync(sourceName, sinkName, CheckRowAsync);

    [Theory]
    [MemberData(nameof(NamedPairs))]
    public Task Write_fromTheNamingOfAColumn_isRefused(string sourceName, string sinkName) =>
        CheckPairAsync(sourceName, sinkName, CheckNamingAsync);

    [Theory]
    [MemberData(nameof(PushedPairs))]
    public Task Write_fromInsideTheSink_isRefused(string sourceName, string sinkName) =>
        CheckPairAsync(sourceName, sinkName, CheckSinkAsync);

    /// <summary>Where in a source's rows there is code that may call: between the rows of a row writer everything may be called.</summary>
    private static IEnumerable<SourceFault> PlacesOf(FailureSource source, FailureSink sink) =>
        source.Calls.Where(place => place != SourceFault.Sequence || (!sink.IsPush && !source.IsAsynchronous));

    private async Task CheckRowAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        foreach (SourceFault place in PlacesOf(source, sink))
        {
            foreach (int at in Points)
            {
                var prefixes = new FailurePrefixes(source.Sound(place, at), options, sink.IsJsonWriter);
                foreach (NestedCall call in NestedCall.All.Where(call => sink.IsPush || !call.IsOnWriter))
                {
                    foreach (bool swallows in (bool[])[false, true])
                    {
                        var run = new FailureCase
                        {
                            Source = source,
                            Sink = sink,
                            Options = options,
                            Fault = place,
                            At = at,
                            Nested = call,
                            Swallows = swallows,
                        };
                        await CheckRowAsync(run, prefixes);
                    }
                }
            }
        }
    }

    private async Task CheckRowAsync(FailureCase run, FailurePrefixes prefixes)
    {
        Exception? thrown = await RunAsync(run);
        CheckRefused(run);
        if (run.Swallows)
        {
            Check(thrown is null && run.Written == FailureSource.Rows, run, thrown);
            prefixes.CheckWhole(run.Script.Taken, run);
        }
        else
        {
            CheckSourceFailure(run, thrown, prefixes, run.NestedEnds[^1]);
        }
    }

    private async Task CheckNamingAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        foreach (NestedCall call in NestedCall.All.Where(call => sink.IsPush || !call.IsOnWriter))
        {
            foreach (bool swallows in (bool[])[false, true])
            {
                FailureCase? run = null;
                JsonRowOptions naming = WithNaming(options, name =>
                {
                    if (name == "text") run!.Act();
                    return name;
                });
                run = new FailureCase { Source = source, Sink = sink, Options = naming, Nested = call, Swallows = swallows };
                Exception? thrown = await RunAsync(run);
                CheckRefused(run);
                bool isRight = swallows ? thrown is null : thrown is JsonRowException { RowIndex: 0 } && thrown.InnerException == run.NestedEnds[0];
                Check(isRight, run, thrown);
                if (swallows) prefixes.CheckWhole(run.Script.Taken, run);
                else prefixes.CheckRows(run.Script.Taken, 0, run);
            }
        }
    }

    private async Task CheckSinkAsync(FailureSource source, FailureSink sink, JsonRowOptions options)
    {
        var prefixes = new FailurePrefixes(source.Sound(), options, sink.IsJsonWriter);
        var sound = new FailureCase { Source = source, Sink = sink, Options = options };
        await RunAsync(sound);
        // For disposal of the writer from inside its sink, see FailureMatrixDisposalTests.
        foreach (NestedCall call in NestedCall.All.Where(call => call is { IsOnWriter: true, IsDisposal: false }))
        {
            foreach (int at in (HashSet<int>)[1, (sound.Script.Calls + 1) / 2, sound.Script.Calls])
            {
                foreach (bool swallows in (bool[])[false, true])
                {
                    var run = new FailureCase
                    {
                        Source = source,
                        Sink = sink,
                        Options = options,
                        Script = new SinkScript { ActAt = at },
                        Nested = call,
                        Swallows = swallows,
                    };
                    run.Script.Act = run.Act;
                    await CheckSinkAsync(run, prefixes, isLast: at == sound.Script.Calls);
                }
            }
        }
    }

    private async Task CheckSinkAsync(FailureCase run, FailurePrefixes prefixes, bool isLast)
    {
        Exception? thrown = await RunAsync(run);
        CheckRefused(run);
        if (run.Swallows)
        {
            Check(thrown is null, run, thrown);
            prefixes.CheckWhole(run.Script.Taken, run);
        }
        else
        {
            int rows = prefixes.Count(run.Script.Taken, run, mayBeWhole: run.Sink.IsPipe && isLast);
            CheckSinkFailure(run, thrown, run.NestedEnds[^1]!, rows, FailureSource.Rows);
        }
    }

    private static void CheckRefused(FailureCase run)
    {
        if (run.NestedEnds.Count == 0) Assert.Fail($"{run}: there was no nested call.");
        foreach (Exception? end in run.NestedEnds)
        {
            if (end is InvalidOperationException and not ObjectDisposedException) continue;
            Assert.Fail($"{run}: the nested call ended with {end?.ToString() ?? "success"}");
        }
    }
}
