using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>The BenchmarkDotNet suites: slower than the main job, and what published tables come from.</summary>
internal static class BenchmarkSuites
{
    /// <summary>Names of encoders are shown whole.</summary>
    private const int LongestName = 40;

    /// <summary>Returns the exit code: 1 when a benchmark could not be built or run.</summary>
    public static int Run(string[] args)
    {
        // A mistake in the environment is reported here once, not once per case.
        _ = MatrixShapes.Chosen;
        _ = MatrixSources.Chosen;
        if (PostgresServer.SkipReason is { } reason)
            Console.Error.WriteLine($"{nameof(PostgresBenchmarks)} is left out: {reason}");
        IConfig config = DefaultConfig.Instance.WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName));
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkSuites).Assembly).Run(args, config);
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}
