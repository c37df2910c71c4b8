using RowJson.Tester;

namespace RowJson.Conformance;

/// <summary>The soak of tools/RowJson.Tester, as long as a test may take.</summary>
[Collection(nameof(RunsAlone))]
public class SoakTests
{
#if DEBUG
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(5);
#else
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(20);
#endif

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public async Task Run_mixedWrites_noFaults()
    {
        var pool = new CountingPool();
        SoakReport report = await SoakRun.RunAsync(Time, tasks: 4, seed: 1, pool);
        report.Faults.Should().BeEmpty();
        report.Writes.Should().BePositive();
        report.Failures.Should().BePositive("some sinks fail");
        report.Cancellations.Should().BePositive("some writes are cancelled");
        report.Misuses.Should().BePositive("some writers are shared, disposed or called at the wrong time");
        pool.Outstanding.Should().Be(0);
    }
}
