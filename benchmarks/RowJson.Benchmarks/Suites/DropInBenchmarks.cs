using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>What <see cref="JsonSerializer"/> gains by options made for writing: into a writer that is used again, one call.</summary>
[MemoryDiagnoser]
public class DropInBenchmarks : IDisposable
{
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer = new(Stream.Null);
    private DropInGraph _graph = DropInGraph.All[0];
    private JsonSerializerOptions _reflection = new();
    private JsonSerializerOptions _generated = new();
    private JsonSerializerOptions _fast = new();
    private JsonSerializerOptions _fastGenerated = new();

    /// <summary>The values' names.</summary>
    public static IEnumerable<string> Names => DropInGraph.All.Select(graph => graph.Name);

    /// <summary>What is written.</summary>
    [ParamsSource(nameof(Names))]
    public string Value { get; set; } = "";

    /// <summary>BenchmarkDotNet calls it when a process ends.</summary>
    [GlobalCleanup]
    public void Dispose()
    {
        _writer.Dispose();
        GC.SuppressFinalize(this);
    }

    [GlobalSetup]
    public void Setup()
    {
        _graph = DropInGraph.All.Single(graph => graph.Name == Value);
        _reflection = new JsonSerializerOptions { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
        _generated = new JsonSerializerOptions { TypeInfoResolver = DropInContext.Default };
        _fast = JsonRowSerializer.CreateWriteOptions(_reflection);
        _fastGenerated = JsonRowSerializer.CreateWriteOptions(_generated);
        JsonSerializer.Serialize(DropInGraph.Page(1_000), _fast);
        JsonSerializer.Serialize(DropInGraph.Page(1_000), _fastGenerated);
        Reflection();
        byte[] expected = _buffer.WrittenSpan.ToArray();
        foreach (Func<int> write in new[] { Generated, DropIn, DropInGenerated })
        {
            write();
            SuiteCheck.SameBytes($"{write.Method.Name} ({Value})", expected, _buffer.WrittenSpan);
        }
    }

    [Benchmark(Baseline = true)]
    public int Reflection() => Write(_reflection);

    [Benchmark]
    public int Generated() => Write(_generated);

    [Benchmark]
    public int DropIn() => Write(_fast);

    [Benchmark]
    public int DropInGenerated() => Write(_fastGenerated);

    private int Write(JsonSerializerOptions options)
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        JsonSerializer.Serialize(_writer, _graph.Value, _graph.Type, options);
        _writer.Flush();
        return _buffer.WrittenCount;
    }
}

/// <summary>One page of 50,000 objects, asynchronously: as a whole, and batch by batch.</summary>
[MemoryDiagnoser]
public class DropInStreamBenchmarks
{
    private const int Rows = 50_000;

    private readonly OrderPage _page = DropInGraph.Page(Rows);
    private readonly JsonSerializerOptions _plain = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private JsonSerializerOptions _fast = new();

    [GlobalSetup]
    public void Setup() => _fast = JsonRowSerializer.CreateWriteOptions(_plain);

    [Benchmark(Baseline = true)]
    public Task PlainToStream() => JsonSerializer.SerializeAsync(Stream.Null, _page, _plain);

    [Benchmark]
    public Task DropInToStream() => JsonSerializer.SerializeAsync(Stream.Null, _page, _fast);

    [Benchmark]
    public Task BatchesToStream() => JsonRowSerializer.SerializeAsync(Stream.Null, _page, _plain);

    [Benchmark]
    public Task PlainToPipe() => JsonSerializer.SerializeAsync(NewPipe(), _page, _plain);

    [Benchmark]
    public Task DropInToPipe() => JsonSerializer.SerializeAsync(NewPipe(), _page, _fast);

    [Benchmark]
    public Task BatchesToPipe() => JsonRowSerializer.SerializeAsync(NewPipe(), _page, _plain);

    private static PipeWriter NewPipe() => PipeWriter.Create(Stream.Null);
}
