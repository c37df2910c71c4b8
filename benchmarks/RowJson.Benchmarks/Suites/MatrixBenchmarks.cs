using System.Buffers;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;

namespace RowJson.Benchmarks;

/// <summary>
/// Shapes × sources × encoders. Long shapes are run on demand only, see <see cref="MatrixShapes"/>.
/// Each case's output is compared with <c>JsonSerializer</c>'s before it is timed.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class MatrixBenchmarks
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private EncodeRows? _encode;

    [ParamsSource(nameof(Shapes))]
    public string Shape { get; set; } = "";

    [ParamsSource(nameof(Sources))]
    public string Source { get; set; } = "";

    [ParamsSource(nameof(Encoders))]
    public string Encoder { get; set; } = "";

    public static IEnumerable<string> Shapes => MatrixShapes.Chosen;

    public static IEnumerable<string> Sources => RowSources.All.Select(source => source.Name);

    public static IEnumerable<string> Encoders => Contenders.All.Select(contender => contender.Name);

    [GlobalSetup]
    public void Setup()
    {
        Race race = Race.Create(MatrixShapes.Generate(Shape), RowSources.Get(Source), [Contenders.Get(Encoder)]);
        OutputCheck.Check(race, _output);
        _encode = race.Entries[0].Whole;
    }

    [Benchmark]
    public int Encode()
    {
        _output.ResetWrittenCount();
        _encode!(_output);
        return _output.WrittenCount;
    }

    /// <summary>Leaves out what an encoder cannot do, and adds the ratio to the baseline of the same shape and source.</summary>
    private sealed class Config : ManualConfig
    {
        public Config()
        {
            HashSet<(string Source, string Encoder)> possible = [.. FindPossible()];
            AddFilter(new SimpleFilter(benchmark => possible.Contains(
                ((string)benchmark.Parameters[nameof(Source)], (string)benchmark.Parameters[nameof(Encoder)]))));
            AddColumn(new BaselineRatioColumn(nameof(Encoder), Contenders.Baseline.Name));
        }

        private static IEnumerable<(string Source, string Encoder)> FindPossible()
        {
            Sample sample = RowGenerator.Generate("row", new GeneratorOptions { Rows = 1 });
            return RowSources.All.SelectMany(
                source => Race.Create(sample, source, Contenders.All).Entries,
                (source, entry) => (source.Name, entry.Contender.Name));
        }
    }
}
