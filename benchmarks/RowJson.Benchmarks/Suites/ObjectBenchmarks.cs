using System.Text.Encodings.Web;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;

namespace RowJson.Benchmarks;

/// <summary>
/// Objects: what does RowJson save over code that the compiler generated, over reflection, and over what one writes by hand? Each output
/// is compared with <c>JsonSerializer</c>'s before it is timed. Figures are for one row.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class ObjectBenchmarks
{
    private const int Rows = 10_000;
    private const string Generated = "JsonSerializerContext";
    private const string Relaxed = " (relaxed)";

    private static readonly IContender[] All =
    [
        .. Contenders.All,
        new RowJsonContender("RowJsonDelegates", settings => settings with { ObjectAccess = ObjectAccess.Delegates }),
    ];

    private RaceCase? _case;

    [ParamsSource(nameof(Classes))]
    public string Class { get; set; } = "";

    [Params("objects", "object-array", "async-objects")]
    public string Source { get; set; } = "";

    [ParamsSource(nameof(Encoders))]
    public string Encoder { get; set; } = "";

    public static IEnumerable<string> Classes => RowClass.All.Select(rowClass => rowClass.Name).Append("messages" + Relaxed);

    public static IEnumerable<string> Encoders => All.Select(contender => contender.Name);

    [GlobalSetup]
    public void Setup() => _case = new RaceCase(Generate(Class, Rows), Source, Find(Encoder), SettingsOf(Class));

    [Benchmark(OperationsPerInvoke = Rows)]
    public int Encode() => _case!.Encode();

    private static Sample Generate(string name, int rows) =>
        RowClass.All.Single(rowClass => rowClass.Name == name.Replace(Relaxed, "", StringComparison.Ordinal)).Generate(rows);

    private static EncodingSettings SettingsOf(string name) => name.EndsWith(Relaxed, StringComparison.Ordinal)
        ? new EncodingSettings { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }
        : EncodingSettings.Default;

    private static IContender Find(string name) => All.Single(contender => contender.Name == name);

    /// <summary>Leaves out what an encoder cannot do, and other forms than lists of classes that show nothing new in them.</summary>
    private sealed class Config : ManualConfig
    {
        public Config()
        {
            HashSet<(string Class, string Source, string Encoder)> possible = [.. Classes.SelectMany(FindPossible)];
            AddFilter(new SimpleFilter(benchmark => possible.Contains((
                (string)benchmark.Parameters[nameof(Class)],
                (string)benchmark.Parameters[nameof(Source)],
                (string)benchmark.Parameters[nameof(Encoder)]))));
            AddColumn(new BaselineRatioColumn(nameof(Encoder), Generated));
        }

        private static IEnumerable<(string Class, string Source, string Encoder)> FindPossible(string name)
        {
            string[] sources = name.StartsWith("order", StringComparison.Ordinal) ? ["objects", "object-array", "async-objects"] : ["objects"];
            Sample row = Generate(name, rows: 1);
            return sources.SelectMany(
                source => Race.Create(row, RowSources.Get(source), All, SettingsOf(name)).Contenders,
                (source, contender) => (name, source, contender.Name));
        }
    }
}
