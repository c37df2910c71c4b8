using System.Reflection;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using CommandLine;

namespace RowJson.Benchmarks;

/// <summary>The BenchmarkDotNet suites: slower than the main job, each a job. A new one is a class here.</summary>
internal static class BenchmarkSuites
{
    /// <summary>Names of encoders are shown whole.</summary>
    private const int LongestName = 60;

    /// <summary>Returns the exit code: 1 when a benchmark could not be built or run.</summary>
    public static int Run(string[] args)
    {
        // The build has all projects and packages: a busy machine needs longer for it than two minutes.
        IConfig config = ManualConfig.Create(DefaultConfig.Instance).WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestName));
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkSuites).Assembly).Run(args, config);
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}

public class MatrixBenchmarks() : CaseBenchmarks(() => RaceCases.Matrix);
public class LadderBenchmarks() : CaseBenchmarks(() => LadderCases.Job);
public class JsonPropertyBenchmarks() : CaseBenchmarks(() => CallCases.PropertyNames);
public class PoolingBenchmarks() : CaseBenchmarks(() => CallCases.Pooling);
public class StringBenchmarks() : CaseBenchmarks(() => StringCases.Job);
public class SmallResultBenchmarks() : CaseBenchmarks(() => CallCases.SmallResults);

/// <remarks>All cases in one process, on the same rows: from process to process, the addresses of 10 MB of pages make as much difference as the
/// sink.</remarks>
[InThisProcess]
public class SinkBenchmarks() : CaseBenchmarks(() => CallCases.Sinks);
public class ReaderBenchmarks() : CaseBenchmarks(() => RaceCases.Readers);
public class ObjectBenchmarks() : CaseBenchmarks(() => RaceCases.Objects);
public class ProviderBenchmarks() : CaseBenchmarks(() => RaceCases.Providers);
public class DropInBenchmarks() : CaseBenchmarks(() => DropInCases.Job);

/// <summary>Recognises BenchmarkDotNet's command line: its suites run where an argument is one of its options, or a glob comes first.</summary>
internal static class SuiteArguments
{
    /// <summary>Says by itself that whatever follows is BenchmarkDotNet's.</summary>
    public const string Option = "--bdn";

    // Both programs have these.
    private static readonly string[] Shared = ["--help", "-h", "--version"];

    private static readonly HashSet<string> Options = new(
        typeof(CommandLineOptions).GetProperties().SelectMany(property => property.GetCustomAttributes<OptionAttribute>())
            .SelectMany(option => new[] { $"--{option.LongName}", $"-{option.ShortName}" }).Except([.. Shared, "-", "--"]),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>BenchmarkDotNet's arguments; null where the command line is this program's own.</summary>
    public static string[]? Find(string[] args)
    {
        int start = Array.IndexOf(args, Option);
        if (start >= 0) return args[(start + 1)..];
        if (args is [[not '-', ..], ..] && args[0].AsSpan().ContainsAny('*', '?')) return ["--filter", .. args];
        return args.Any(argument => Options.Contains(argument.Split('=')[0])) ? args : null;
    }
}
