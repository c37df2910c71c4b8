using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;

namespace RowJson.Benchmarks;

/// <summary>
/// Shapes × sources × encoders. Most shapes and sources are run on demand only, see <see cref="MatrixShapes"/> and
/// <see cref="MatrixSources"/>. Each case's output is compared with <c>JsonSerializer</c>'s before it is timed.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class MatrixBenchmarks
{
    private RaceCase? _case;

    [ParamsSource(nameof(Shapes))]
    public string Shape { get; set; } = "";

    [ParamsSource(nameof(Sources))]
    public string Source { get; set; } = "";

    [ParamsSource(nameof(Encoders))]
    public string Encoder { get; set; } = "";

    public static IEnumerable<string> Shapes => MatrixShapes.Chosen;

    public static IEnumerable<string> Sources => MatrixSources.Chosen;

    public static IEnumerable<string> Encoders => Contenders.All.Select(contender => contender.Name);

    [GlobalSetup]
    public void Setup() => _case = new RaceCase(MatrixShapes.Generate(Shape), Source, Encoder);

    [Benchmark]
    public int Encode() => _case!.Encode();

    /// <summary>Leaves out what an encoder cannot do, and adds the ratio to the baseline of the same shape and source.</summary>
    private sealed class Config : ManualConfig
    {
        public Config()
        {
            HashSet<(string Shape, string Source, string Encoder)> possible = [.. Shapes.SelectMany(FindPossible)];
            AddFilter(new SimpleFilter(benchmark => possible.Contains((
                (string)benchmark.Parameters[nameof(Shape)],
                (string)benchmark.Parameters[nameof(Source)],
                (string)benchmark.Parameters[nameof(Encoder)]))));
            AddColumn(new BaselineRatioColumn(nameof(Encoder), Contenders.Baseline.Name));
        }

        private static IEnumerable<(string Shape, string Source, string Encoder)> FindPossible(string shape)
        {
            Sample row = MatrixShapes.Generate(shape, rows: 1);
            return Sources.Select(RowSources.Get).Where(source => source.AppliesTo(row)).SelectMany(
                source => Race.Create(row, source, Contenders.All).Contenders,
                (source, contender) => (shape, source.Name, contender.Name));
        }
    }
}
