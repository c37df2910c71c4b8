using System.Buffers;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>
/// Rows with one nested value each, re-serialised, re-validated or copied, by depth. Figures are for one row.
/// </summary>
[MemoryDiagnoser]
public class NestingBenchmarks : IDisposable
{
    private const int Rows = 500;

    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly Utf8JsonWriter _writer = EncodingSettings.Default.CreateWriter();
    private readonly JsonRowOptions _options = new();
    private NestedRows? _rows;

    [Params(1, 4, 16, 32)]
    public int Depth { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _rows = new NestedRows(Rows, Depth);
        Func<int>[] all =
        [
            SerializeElements, SerializeDictionaries, WriteRawValidated, WriteRawUnchecked,
            RowJsonElements, RowJsonDictionaries, RowJsonDocument,
        ];
        foreach (Func<int> encode in all)
        {
            encode();
            SuiteCheck.SameBytes($"{encode.Method.Name} ({Depth})", _rows.Utf8Json, _output.WrittenSpan);
        }
    }

    /// <summary>The nested values are elements of a document, which the serializer writes token by token.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Rows)]
    public int SerializeElements() => Serialize(_rows!.WithElements);

    [Benchmark(OperationsPerInvoke = Rows)]
    public int SerializeDictionaries() => Serialize(_rows!.WithDictionaries);

    /// <summary>A hand-written loop that passes the elements' text on, which the writer parses once more.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public int WriteRawValidated() => WriteRaw(skipValidation: false);

    /// <summary>The same unchecked: only right where the text is.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public int WriteRawUnchecked() => WriteRaw(skipValidation: true);

    [Benchmark(OperationsPerInvoke = Rows)]
    public int RowJsonElements() => Write(JsonRows.From(_rows!.WithElements));

    [Benchmark(OperationsPerInvoke = Rows)]
    public int RowJsonDictionaries() => Write(JsonRows.From(_rows!.WithDictionaries));

    /// <summary>The rows are elements of the document too.</summary>
    [Benchmark(OperationsPerInvoke = Rows)]
    public int RowJsonDocument() => Write(JsonRows.From(_rows!.Document));

    [GlobalCleanup]
    public void Dispose()
    {
        _rows?.Dispose();
        _writer.Dispose();
        GC.SuppressFinalize(this);
    }

    private int Serialize(List<Dictionary<string, object?>> rows)
    {
        _output.ResetWrittenCount();
        _writer.Reset(_output);
        JsonSerializer.Serialize(_writer, rows);
        return _output.WrittenCount;
    }

    private int WriteRaw(bool skipValidation)
    {
        _output.ResetWrittenCount();
        _writer.Reset(_output);
        _writer.WriteStartArray();
        foreach ((int id, byte[] nested) in _rows!.WithText)
        {
            _writer.WriteStartObject();
            _writer.WriteNumber(NestedRows.Id, id);
            _writer.WritePropertyName(NestedRows.Nested);
            _writer.WriteRawValue(nested, skipValidation);
            _writer.WriteEndObject();
        }
        _writer.WriteEndArray();
        _writer.Flush();
        return _output.WrittenCount;
    }

    private int Write(JsonRows rows)
    {
        _output.ResetWrittenCount();
        rows.WriteTo(_output, _options);
        return _output.WrittenCount;
    }
}
