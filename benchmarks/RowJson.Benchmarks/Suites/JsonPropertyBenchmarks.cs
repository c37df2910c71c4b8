using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>
/// The cost of one property's name in a document. Figures are for one property of a row with
/// <see cref="Properties"/> of them, the enumeration included.
/// </summary>
[MemoryDiagnoser]
public class JsonPropertyBenchmarks : IDisposable
{
    private const int Properties = 1_000;

    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly Utf8JsonWriter _writer = EncodingSettings.Default.CreateWriter();

    // The policy keeps each name, but could change it: the properties have to be enumerated.
    private readonly JsonRowOptions _options = new() { ColumnFilter = static _ => true };

    private JsonDocument? _document;

    /// <summary>What the names hold.</summary>
    [Params(NameKind.Simple, NameKind.Escapes, NameKind.Unicode)]
    public NameKind Name { get; set; }

    public enum NameKind
    {
        Simple,
        Escapes,
        Unicode,
    }

    [GlobalSetup]
    public void Setup()
    {
        string name = Name switch
        {
            NameKind.Simple => "column",
            NameKind.Escapes => "col\"u\nmn",
            _ => "größe東京",
        };
        var row = Enumerable.Range(0, Properties).ToDictionary(i => $"{name}{i}", i => i % 10);
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(new[] { row });
        _document = JsonDocument.Parse(expected);

        foreach (Func<int> encode in new[] { WriteTo, NameAndValue, RowJson })
        {
            encode();
            SuiteCheck.SameBytes($"{encode.Method.Name} ({Name})", expected, _output.WrittenSpan);
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Properties)]
    public int WriteTo()
    {
        BeginRow();
        foreach (JsonProperty property in _document!.RootElement[0].EnumerateObject())
            property.WriteTo(_writer);
        return EndRow();
    }

    [Benchmark(OperationsPerInvoke = Properties)]
    public int NameAndValue()
    {
        BeginRow();
        foreach (JsonProperty property in _document!.RootElement[0].EnumerateObject())
        {
            _writer.WritePropertyName(property.Name);
            property.Value.WriteTo(_writer);
        }
        return EndRow();
    }

    [Benchmark(OperationsPerInvoke = Properties)]
    public int RowJson()
    {
        _output.ResetWrittenCount();
        JsonRows.From(_document!.RootElement).WriteTo(_output, _options);
        return _output.WrittenCount;
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _document?.Dispose();
        _writer.Dispose();
        GC.SuppressFinalize(this);
    }

    private void BeginRow()
    {
        _output.ResetWrittenCount();
        _writer.Reset(_output);
        _writer.WriteStartArray();
        _writer.WriteStartObject();
    }

    private int EndRow()
    {
        _writer.WriteEndObject();
        _writer.WriteEndArray();
        _writer.Flush();
        return _output.WrittenCount;
    }
}
