using System.Diagnostics;

namespace RowJson.Benchmarks.Tests;

public class SuiteArgumentsTests
{
    public static TheoryData<string[], string[]> OfBenchmarkDotNet => new()
    {
        { ["--filter", "*Matrix*"], ["--filter", "*Matrix*"] },
        { ["-f", "*Matrix*"], ["-f", "*Matrix*"] },
        { ["--filter=*Matrix*"], ["--filter=*Matrix*"] },
        { ["--list", "flat"], ["--list", "flat"] },
        { ["--job", "short", "--filter", "*"], ["--job", "short", "--filter", "*"] },
        { ["--JOB", "short"], ["--JOB", "short"] },
        { ["*Matrix*"], ["--filter", "*Matrix*"] },
        { ["*"], ["--filter", "*"] },
        { ["RowJson.Benchmarks.Ladder*", "--job", "short"], ["--filter", "RowJson.Benchmarks.Ladder*", "--job", "short"] },
        { ["--bdn", "--list", "flat"], ["--list", "flat"] },
        { ["--bdn"], [] },
        { ["--bdn", "--help"], ["--help"] },
    };

    [Theory]
    [MemberData(nameof(OfBenchmarkDotNet))]
    public void Find_argumentsOfBenchmarkDotNet_areHandedOver(string[] arguments, string[] expected) =>
        SuiteArguments.Find(arguments).Should().Equal(expected);

    [Theory]
    [InlineData]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("--version")]
    [InlineData("--short")]
    [InlineData("--in", "rows-*.json")]
    [InlineData("--rows", "100", "--columns", "20", "--seed", "1", "--nulls", "0", "--non-ascii", "0.1", "--escaped", "0.2", "--shuffled")]
    [InlineData("--targets", "cells", "Guid", "--short")]
    [InlineData("--all", "--csv", "--plot", "chart.svg", "--ntimes", "5", "--encoders", "RowJson", "--sources", "reader", "--format", "Lines")]
    [InlineData("--providers")]
    [InlineData("--publish", "docs/figures")]
    [InlineData("--first-call", "21")]
    public void Find_ownArguments_stay(params string[] arguments) => SuiteArguments.Find(arguments).Should().BeNull();

    [Theory]
    [InlineData("--list", "flat")]
    [InlineData("--bdn", "--list", "flat")]
    [Trait("Speed", "Slow")]
    public async Task Program_listOfBenchmarkDotNet_namesTheSuites(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(SuiteArguments).Assembly.Location, .. arguments]) { RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        string output = await process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        await process.WaitForExitAsync(CancellationToken.None);

        process.ExitCode.Should().Be(0);
        output.Should().Contain("RowJson.Benchmarks.MatrixBenchmarks.");
    }

}
