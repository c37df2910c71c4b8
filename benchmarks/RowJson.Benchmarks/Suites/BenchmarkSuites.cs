using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>The BenchmarkDotNet suites: slower than the main job, and what published tables come from.</summary>
internal static class BenchmarkSuites
{
    /// <summary>Returns the exit code: 1 when a benchmark could not be built or run.</summary>
    public static int Run(string[] args)
    {
        // A mistake in the environment is told now, not once a case.
        _ = MatrixShapes.Chosen;
        _ = MatrixSources.Chosen;
        if (PostgresServer.SkipReason is { } reason)
            Console.Error.WriteLine($"{nameof(PostgresBenchmarks)} is left out: {reason}");
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkSuites).Assembly).Run(args);
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}
