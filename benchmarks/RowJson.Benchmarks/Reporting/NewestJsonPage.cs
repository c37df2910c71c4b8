using System.Reflection;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>The main job against the framework's own System.Text.Json and against the newest package, on the same runtime.</summary>
internal static class NewestJsonPage
{
    /// <summary>The version that .ci/run tests with.</summary>
    private const string Newest = "11.0.0", File = "system-text-json-11.md";

    // Of each program, in turns.
    private const int Runs = 2;

    /// <summary>The version of the process.</summary>
    public static string Version => typeof(JsonSerializer).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
        .InformationalVersion.Split('+')[0];

    /// <summary>What a heading says of a version that is not the framework's own.</summary>
    public static string Named => Version.Split('.')[0] == $"{Environment.Version.Major}" ? "" : $", System.Text.Json {Version}";

    public static void Write(string[] arguments)
    {
        if (arguments.Length > 0) throw new BenchmarkException($"{File} is made as a whole: the command has no options.");
        string program = Build();
        string newest = OwnProcess.ReadLines(program, ["--machine"])[0];
        if (!newest.Contains($" {Newest}, RowJson", StringComparison.Ordinal)) throw new BenchmarkException($"not {Newest}: {newest}");
        List<TargetRow> own = [], others = [];
        for (int run = 0; run < Runs; run++)
        {
            own.AddRange(TargetRow.Parse(OwnProcess.ReadLines(TargetRow.Option)));
            others.AddRange(TargetRow.Parse(OwnProcess.ReadLines(program, [TargetRow.Option])));
        }
        IEnumerable<string[]> rows = SourceSummary.Of(Joined(own)).Zip(SourceSummary.Of(Joined(others)), (ours, theirs) => (string[])
        [
            ours.Source, ours.Baseline, Figures.Factor(ours.Mean.Median), Figures.PlusMinus(ours.Mean),
            Figures.Factor(theirs.Mean.Median), Figures.PlusMinus(theirs.Mean), Figures.Format(theirs.Mean.Median / ours.Mean.Median, "F2"),
        ]);
        string[] headers =
            ["source", "compared with", $">times faster than {Version}", ">spread", $">than {Newest}", ">spread", $">{Newest} ÷ {Version}"];
        Page.Write(File, $"""
            {Output.Machine}

            # Against System.Text.Json {Newest}

            The main job, once with the framework's own System.Text.Json ({Version}) and once with the package {Newest} on the same runtime.

            {Output.ToMarkdown(headers, rows)}

            Geometric means over the samples of a source, {Runs} processes each, in turns; spread: how well that is known (95 %). The last
            column is the quotient of both: the package's time as a share of the framework's, both measured by RowJson's, which is one code.
            `Utf8JsonWriterCached` is a loop over a `Utf8JsonWriter`, which the package has as well. Written by `--newest-json`.

            """);
    }

    /// <summary>The rounds of all runs as those of one.</summary>
    private static IEnumerable<TargetRow> Joined(IEnumerable<TargetRow> rows) => rows.GroupBy(row => (row.DataSet, row.Source))
        .Select(same => same.First() with { TimesFaster = new Ratio([.. same.SelectMany(row => row.TimesFaster.Rounds)]) });

    /// <summary>This program with the package, in a folder of its own, as the tests of .ci/run have it.</summary>
    private static string Build()
    {
        string artifacts = RepositoryFolder.Combine("artifacts", $"json-{Newest}");
        OwnProcess.ReadLines("dotnet", [
            "build", RepositoryFolder.Combine("benchmarks", "RowJson.Benchmarks"), "-c", "Release", "-v", "quiet", "-p:RunAnalyzers=false",
            $"-p:SystemTextJsonVersion={Newest}", $"-p:ArtifactsPath={artifacts}"]);
        return Path.Combine(artifacts, "bin", "RowJson.Benchmarks", "release", "RowJson.Benchmarks");
    }
}
