using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>The BenchmarkDotNet suites: slower than the main job, each a job. A new one is a class here.</summary>
internal static class BenchmarkSuites
{
    /// <summary>Names of encoders are shown whole.</summary>
    private const int LongestName = 60;

    /// <summary>Returns the exit code: 1 when a benchmark could not be built or run.</summary>
    public static int Run(string[] args)
    {
        // A mistake in the environment is reported here once, not once per case.
        _ = RaceCases.Matrix.Cases().Any();
        if (PostgresServer.SkipReason is { } reason)
            Console.Error.WriteLine($"{nameof(PostgresBenchmarks)} is left out: {reason}");
        IConfig config = DefaultConfig.Instance.WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName));
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkSuites).Assembly).Run(args, config);
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}

public class MatrixBenchmarks : CaseBenchmarks
{
    internal override Job Job => RaceCases.Matrix;
}

public class LadderBenchmarks : CaseBenchmarks
{
    internal override Job Job => LadderCases.Job;
}

public class JsonPropertyBenchmarks : CaseBenchmarks
{
    internal override Job Job => CallCases.PropertyNames;
}

public class PoolingBenchmarks : CaseBenchmarks
{
    internal override Job Job => CallCases.Pooling;
}

public class NestingBenchmarks : CaseBenchmarks
{
    internal override Job Job => CallCases.Nesting;
}

public class StringBenchmarks : CaseBenchmarks
{
    internal override Job Job => StringCases.Job;
}

public class NumberBenchmarks : CaseBenchmarks
{
    internal override Job Job => NumberCases.Job;
}

public class SmallResultBenchmarks : CaseBenchmarks
{
    internal override Job Job => CallCases.SmallResults;
}

/// <remarks>
/// All cases in one process, on the same rows: from process to process, the addresses of 10 MB of pages make as much difference as the
/// sink.
/// </remarks>
[InThisProcess]
public class SinkBenchmarks : CaseBenchmarks
{
    internal override Job Job => CallCases.Sinks;
}

public class ReaderBenchmarks : CaseBenchmarks
{
    internal override Job Job => RaceCases.Readers;
}

public class ObjectBenchmarks : CaseBenchmarks
{
    internal override Job Job => RaceCases.Objects;
}

public class ProviderBenchmarks : CaseBenchmarks
{
    internal override Job Job => RaceCases.Providers;
}

public class PostgresBenchmarks : CaseBenchmarks
{
    internal override Job Job => PostgresCases.Job;
}

public class DropInBenchmarks : CaseBenchmarks
{
    internal override Job Job => DropInCases.Job;
}

public class DropInStreamBenchmarks : CaseBenchmarks
{
    internal override Job Job => DropInCases.Streams;
}
