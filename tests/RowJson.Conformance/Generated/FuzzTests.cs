using System.Globalization;
using RowJson.Fuzz;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// The fuzzer of tests/RowJson.Fuzz, as long as a test may take, with one seed, so that a run says the same of the same sources;
/// <c>ROWJSON_FUZZ_SEED</c> names another. Longer runs with new seeds are the program's: see tests/RowJson.Fuzz/README.md.
/// </summary>
[Collection(nameof(RunsAlone))]
public class FuzzTests(ITestOutputHelper log)
{
#if DEBUG
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(5);
#else
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(60);
#endif

    private const ulong Seed = 20261122;

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public void Run_oneMinute_findsNothing()
    {
        FuzzResult result = Run(isOfValues: false);
        result.Counts.Cells.Should().BeGreaterThan(100_000);
        result.Counts.Refusals.Should().BePositive("some rows cannot be written");
        result.Counts.Sources.Should().HaveCountGreaterThan(30, "rows come from every kind of source");
    }

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public void Run_oneMinuteOfValues_findsNothing() => Run(isOfValues: true).Counts.Values.Should().BeGreaterThan(1000);

    // A change that the fuzzer itself does not survive must not wait for a release.
    [Fact]
    [Trait("Speed", "Slow")]
    public void Run_fiveSecondsOfValues_findsNothing() =>
        Run(isOfValues: true, TimeSpan.FromSeconds(5)).Counts.Values.Should().BePositive();

    private FuzzResult Run(bool isOfValues, TimeSpan? time = null)
    {
        string? given = Environment.GetEnvironmentVariable("ROWJSON_FUZZ_SEED");
        ulong seed = given is null ? Seed : ulong.Parse(given, CultureInfo.InvariantCulture);
        using var output = new StringWriter();
        var plan = new FuzzPlan(time ?? Time, seed, Environment.ProcessorCount) { IsOfValues = isOfValues };
        FuzzResult result = new FuzzRun(plan, output).Run();
        log.WriteLine(output.ToString());
        result.Findings.Should().BeEmpty("of seed {0}", seed);
        return result;
    }

    /// <summary>What earlier runs have found.</summary>
    [Fact]
    public void Check_objectsAtMaxDepthByGeneratedCode_isSilent() => new FuzzCase(
        ObjectSet.Of(new BaseRow()),
        "lazy objects",
        "indented Utf8JsonWriter",
        new SerializerSettings { MaxDepth = 2, Contracts = Contracts.Generated },
        new RowSettings()).Check().Should().BeNull();

    [Fact]
    public void Reduce_failingCase_leavesWhatFails()
    {
        var bulky = new FuzzCase(
            RowSet.Of(
                RowSet.Row(("first", 1), ("second", "x")),
                RowSet.Row(("first", "two\nlines of text"), ("second", null), ("third", new List<object?> { 1 })),
                RowSet.Row(("first", 3))),
            "sorted dictionaries",
            "Stream",
            new SerializerSettings { Encoder = "relaxed", IsIndented = true },
            new RowSettings { FlushThreshold = 7, Format = JsonRowFormat.Lines });
        (FuzzCase reduced, int times) = Reducer.Reduce(bulky, (candidate, _) => candidate.Serializer.IsIndented
            && ((RowSet)candidate.Data).Rows.Any(row => row.Values.Any(value => value is string text && text.Contains('\n'))))!.Value;
        times.Should().Be(1);
        reduced.ToTest(times).ReplaceLineEndings("\n").Should().EndWith("""
            => new FuzzCase(
                    RowSet.Of(
                        RowSet.Row(("", "\u000A"))),
                    "list of dictionaries",
                    "ToUtf8Bytes",
                    new SerializerSettings { IsIndented = true },
                    new RowSettings()).Check().Should().BeNull();
            """.ReplaceLineEndings("\n"));
    }

    [Fact]
    public void Check_sameRows_isSilentAndDifferentOnesAreReported()
    {
        FuzzCase right = new(RowSet.Of(RowSet.Row(("a", "é\u2028"))), "list of dictionaries", "exact memory", new SerializerSettings(), new RowSettings());
        right.Check(times: 3).Should().BeNull();
        Verdict.Compare("[1]"u8, null, new Expected("[2]"u8.ToArray(), null, null)).Should().Contain("the first difference at 1");
        Verdict.Compare("[1]"u8, null, new Expected([], new NotSupportedException(), null)).Should().Contain("written, but");
        Verdict.Compare("[1"u8, new JsonRowException(), new Expected("[1"u8.ToArray(), null, null)).Should().Contain("refused, but");
        var failing = new Expected("[1,2"u8.ToArray(), new NotSupportedException(), new HashSet<int> { 0, 2, 4 });
        Verdict.Compare("[1"u8, new JsonRowException(), failing).Should().BeNull();
        Verdict.Compare("[1,"u8, new JsonRowException(), failing).Should().Contain("not after a complete row");
        Verdict.Compare("[1"u8, new NotImplementedException(), failing).Should().Contain("wrong kind");
    }
}
