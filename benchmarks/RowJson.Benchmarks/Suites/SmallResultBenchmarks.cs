using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>Results of 1, 10 and 100 rows of 10 columns: the cost of a call without its rows.</summary>
[MemoryDiagnoser]
public class SmallResultBenchmarks
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private object _rows = "";
    private EncodeRows? _serializer;
    private EncodeRows? _rowJson;

    [Params(1, 10, 100)]
    public int Rows { get; set; }

    [Params("document", "dictionary")]
    public string Source { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        Sample sample = RowGenerator.Generate("small", new GeneratorOptions { Rows = Rows, Columns = 10 });
        Race race = Race.Create(sample, RowSources.Get(Source), [Contenders.Baseline, Contenders.Buffer]);
        RaceRows rows = race.Load();
        OutputCheck.Check(race, rows, _output);
        _rows = rows.Rows;
        _serializer = rows.Entries[0].Encode;
        _rowJson = rows.Entries[1].Encode;

        byte[] expected = SerializeToUtf8Bytes();
        SuiteCheck.SameBytes(nameof(RowJson), expected, _output.WrittenSpan);
        SuiteCheck.SameBytes(nameof(RowJsonToUtf8Bytes), expected, RowJsonToUtf8Bytes());
    }

    /// <summary>A reused writer into a reused buffer.</summary>
    [Benchmark(Baseline = true)]
    public int Serialize() => Encode(_serializer!);

    [Benchmark]
    public byte[] SerializeToUtf8Bytes() => _rows switch
    {
        JsonDocument document => JsonSerializer.SerializeToUtf8Bytes(document.RootElement),
        List<Dictionary<string, object?>> dictionaries => JsonSerializer.SerializeToUtf8Bytes(dictionaries),
        _ => throw new NotSupportedException(),
    };

    /// <summary>Warm options into a reused buffer.</summary>
    [Benchmark]
    public int RowJson() => Encode(_rowJson!);

    [Benchmark]
    public byte[] RowJsonToUtf8Bytes() => _rows switch
    {
        JsonDocument document => JsonRows.From(document).ToUtf8Bytes(),
        List<Dictionary<string, object?>> dictionaries => JsonRows.From(dictionaries).ToUtf8Bytes(),
        _ => throw new NotSupportedException(),
    };

    private int Encode(EncodeRows encode)
    {
        _output.ResetWrittenCount();
        encode(_output);
        return _output.WrittenCount;
    }
}
