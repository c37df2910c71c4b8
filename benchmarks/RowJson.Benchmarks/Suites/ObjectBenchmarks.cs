using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;

namespace RowJson.Benchmarks;

/// <summary>
/// Objects of a class with ten columns: what does a shape save over code that the compiler generated? Each output is compared with
/// <c>JsonSerializer</c>'s before it is timed. Figures are for one row.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class ObjectBenchmarks
{
    private const int Rows = 10_000;
    private const string Generated = "JsonSerializerContext";

    private RaceCase? _case;

    [Params(Generated, "RowJson", "RowJsonTypeInfo", "Reading")]
    public string Encoder { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _case = new RaceCase(OrderGenerator.Generate("orders", Rows), "objects", Encoder);

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Encode() => _case!.Encode();

    private sealed class Config : ManualConfig
    {
        public Config() => AddColumn(new BaselineRatioColumn(nameof(Encoder), Generated));
    }
}
