using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;

namespace RowJson.Benchmarks;

/// <summary>
/// Rows from real databases and files: what do the usual ways and RowJson take beside reading alone? Each output is compared with
/// <c>JsonSerializer</c>'s before it is timed. Figures are for one row, the query included.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class ProviderBenchmarks
{
    private const int Rows = 10_000;

    private RaceCase? _case;

    [ParamsSource(nameof(Providers))]
    public string Provider { get; set; } = "";

    [ParamsSource(nameof(Encoders))]
    public string Encoder { get; set; } = "";

    public static IEnumerable<string> Providers => RowSources.Available(RowSources.Providers).Select(source => source.Name);

    public static IEnumerable<string> Encoders =>
        ["JsonSerializer", "JsonSerializerContext", "Utf8JsonWriterCached", "Dapper", "RowJson", "Reading", "Stepping"];

    [GlobalSetup]
    public void Setup() => _case = new RaceCase(FlightSample.Generate(Rows), Provider, Encoder);

    [GlobalCleanup]
    public void Cleanup() => RowSources.StopServers();

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Encode() => _case!.Encode();

    private sealed class Config : ManualConfig
    {
        public Config() => AddColumn(new BaselineRatioColumn(nameof(Encoder), Contenders.Baseline.Name));
    }
}
