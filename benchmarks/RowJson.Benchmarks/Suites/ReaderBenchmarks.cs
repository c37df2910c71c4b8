using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;

namespace RowJson.Benchmarks;

/// <summary>
/// Rows from databases: what does RowJson save over the usual ways from a reader, a table and Dapper's rows? In memory, so that no
/// provider is measured. Each output is compared with <c>JsonSerializer</c>'s before it is timed. Figures are for one row.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class ReaderBenchmarks
{
    private const int Rows = 10_000;

    private static readonly (string Source, string Encoder)[] Cases =
    [
        ("reader", "JsonSerializer"),
        ("reader", "Utf8JsonWriter"),
        ("reader", "Utf8JsonWriterCached"),
        ("reader", "RowJson"),
        ("reader", "Reading"),
        ("datatable", "JsonSerializer"),
        ("datatable", "Newtonsoft"),
        ("datatable", "RowJson"),
        ("datatable", "Reading"),
        ("dapper", "JsonSerializer"),
        ("dapper", "RowJson"),
        ("dapper", "Reading"),
    ];

    private RaceCase? _case;

    [ParamsSource(nameof(Sources))]
    public string Source { get; set; } = "";

    [ParamsSource(nameof(Encoders))]
    public string Encoder { get; set; } = "";

    public static IEnumerable<string> Sources => Cases.Select(item => item.Source).Distinct();

    public static IEnumerable<string> Encoders => Cases.Select(item => item.Encoder).Distinct();

    [GlobalSetup]
    public void Setup() => _case = new RaceCase(TaxiGenerator.Generate("taxi", Rows), Source, Encoder);

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Encode() => _case!.Encode();

    private sealed class Config : ManualConfig
    {
        public Config()
        {
            AddFilter(new SimpleFilter(benchmark => Cases.Contains(
                ((string)benchmark.Parameters[nameof(Source)], (string)benchmark.Parameters[nameof(Encoder)]))));
            AddColumn(new BaselineRatioColumn(nameof(Encoder), Contenders.Baseline.Name));
        }
    }
}
