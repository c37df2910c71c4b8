using System.Diagnostics.CodeAnalysis;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace RowJson.Benchmarks;

/// <summary>A job run by BenchmarkDotNet: its cases × their ways. All outputs of a case are compared before one of its ways is timed.</summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
[SuppressMessage("Design", "CA1001", Justification = "Disposed by Cleanup, as BenchmarkDotNet wants it.")]
public abstract class CaseBenchmarks
{
    // A parameter needs a value; the filter leaves it out.
    private const string None = "none";
    private readonly Func<Job> _job;
    private Case? _opened;
    private Action? _call;
    private protected CaseBenchmarks(Func<Job> job) => _job = job;

    /// <summary>What is written.</summary>
    [ParamsSource(nameof(Cases))]
    public string Case { get; set; } = "";

    /// <summary>How it is written.</summary>
    [ParamsSource(nameof(Ways))]
    public string Way { get; set; } = "";
    public IEnumerable<string> Cases => Makers.Select(maker => maker.Name).DefaultIfEmpty(None);
    public IEnumerable<string> Ways => Makers.SelectMany(maker => maker.Ways).Distinct().DefaultIfEmpty(None);
    private CaseMaker[] Makers => field ??= [.. _job().Cases()];

    [GlobalSetup]
    public void Setup()
    {
        _opened = Makers.Single(maker => maker.Name == Case).Create();
        _opened.Check();
        _call = _opened.Ways.Single(way => way.Name == Way).Call;
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _opened?.Dispose();
        RowSources.StopServers();
    }

    /// <summary>Figures are of one call.</summary>
    [Benchmark]
    public void Write() => _call!();

    /// <summary>Leaves out ways that a case does not have.</summary>
    private sealed class Config : ManualConfig
    {
        // Of a type of suite; BenchmarkDotNet asks again and again.
        private static readonly Dictionary<Type, ILookup<string, string>> Known = [];

        public Config() => AddFilter(new SimpleFilter(benchmark => WaysOf(benchmark).Contains((string)benchmark.Parameters[nameof(Way)])));

        private static IEnumerable<string> WaysOf(BenchmarkCase benchmark)
        {
            Type type = benchmark.Descriptor.Type;
            if (!Known.TryGetValue(type, out ILookup<string, string>? ways))
            {
                ways = ((CaseBenchmarks)Activator.CreateInstance(type)!).Makers
                    .SelectMany(maker => maker.Ways, (maker, way) => (maker.Name, way)).ToLookup(pair => pair.Name, pair => pair.way);
                Known.Add(type, ways);
            }
            return ways[(string)benchmark.Parameters[nameof(Case)]];
        }
    }
}

/// <summary>Runs the cases of a suite in the process that was started, whatever job is chosen, instead of one process each.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class InThisProcessAttribute()
    : JobMutatorConfigBaseAttribute(BenchmarkDotNet.Jobs.Job.Default.WithToolchain(InProcessEmitToolchain.Instance));
