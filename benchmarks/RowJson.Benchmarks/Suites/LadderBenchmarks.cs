using System.Buffers;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;

namespace RowJson.Benchmarks;

/// <summary>
/// The techniques step by step, each step an encoder of its own (see <see cref="LadderSteps"/>): what does each one gain?
/// 200 rows of 1,000 columns; each step's output is compared with <c>JsonSerializer</c>'s before it is timed.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class LadderBenchmarks
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private EncodeRows? _encode;

    [ParamsSource(nameof(Steps))]
    public string Step { get; set; } = "";

    public static IEnumerable<string> Steps => LadderSteps.All.Select(step => step.Name);

    [GlobalSetup]
    public void Setup()
    {
        (string name, IRowSource source, IContender contender) = LadderSteps.Get(Step);
        Sample sample = RowGenerator.Generate(name, new GeneratorOptions { Rows = 200, Columns = 1_000 });
        Race race = Race.Create(sample, source, [contender]);
        RaceRows rows = race.Load();
        OutputCheck.Check(race, rows, _output);
        _encode = rows.Entries[0].Encode;
        if (contender is StreamStep step)
            Console.WriteLine($"// {name}: {step.Writes} writes to the stream");
    }

    [Benchmark]
    public int Encode()
    {
        _output.ResetWrittenCount();
        _encode!(_output);
        return _output.WrittenCount;
    }

    private sealed class Config : ManualConfig
    {
        public Config() => AddColumn(new BaselineRatioColumn(nameof(Step), LadderSteps.All[0].Name));
    }
}
