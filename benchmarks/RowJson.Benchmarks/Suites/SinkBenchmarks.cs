using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>
/// One result of about 10 MB into every kind of sink: the cost of a stream, a pipe or a larger document compared with a buffer.
/// The outputs of all sinks are compared before any of them is timed.
/// </summary>
/// <remarks>
/// All cases in one process, on the same rows: from process to process, the addresses of 10 MB of pages make as much difference as the
/// sink.
/// </remarks>
[MemoryDiagnoser]
[InThisProcess]
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
public class SinkBenchmarks
{
    private const int RowCount = 60_000;

    private static readonly Dictionary<string, JsonRows> Loaded = [];

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly MemoryStream _memory = new();
    private readonly YieldingStream _yielding = new();
    private JsonRows _rows = null!;
    private Utf8JsonWriter _writer = null!;

    [Params("document", "dictionary")]
    public string Source { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        if (!Loaded.TryGetValue(Source, out JsonRows? rows)) Loaded[Source] = rows = Load(Source);
        _rows = rows;
        _writer = new Utf8JsonWriter(_buffer);
        CheckAsync().GetAwaiter().GetResult();
    }

    [Benchmark(Baseline = true)]
    public long Buffer()
    {
        _buffer.ResetWrittenCount();
        return _rows.WriteTo(_buffer);
    }

    [Benchmark]
    public long NullStream() => _rows.WriteTo(Stream.Null);

    [Benchmark]
    public long MemoryStream()
    {
        _memory.SetLength(0);
        return _rows.WriteTo(_memory);
    }

    [Benchmark]
    public Task<JsonRowResult> NullStreamAsync() => _rows.WriteToAsync(Stream.Null);

    /// <summary>A stream none of whose writes has ended when it returns.</summary>
    [Benchmark]
    public Task<JsonRowResult> YieldingStreamAsync() => _rows.WriteToAsync(_yielding);

    [Benchmark]
    public Task<JsonRowResult> PipeAsync() => DrainAsync(static _ => { });

    [Benchmark]
    public long JsonWriter()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset();
        long rows = _rows.WriteTo(_writer);
        _writer.Flush();
        return rows;
    }

    /// <summary>A reader that only takes what comes, as a fast client does.</summary>
    private async Task<JsonRowResult> DrainAsync(Action<ReadOnlySequence<byte>> take)
    {
        var pipe = new Pipe();
        Task reading = ReadAsync(pipe.Reader, take);
        JsonRowResult result = await _rows.WriteToAsync(pipe.Writer);
        await pipe.Writer.CompleteAsync();
        await reading;
        return result;
    }

    private static async Task ReadAsync(PipeReader reader, Action<ReadOnlySequence<byte>> take)
    {
        while (true)
        {
            ReadResult result = await reader.ReadAsync();
            take(result.Buffer);
            reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted) return;
        }
    }

    private static JsonRows Load(string source)
    {
        Sample sample = RowGenerator.Generate("sinks", new GeneratorOptions { Rows = RowCount });
        return RowSources.Get(source).Load(sample) switch
        {
            JsonDocument document => JsonRows.From(document),
            List<Dictionary<string, object?>> dictionaries => JsonRows.From(dictionaries),
            _ => throw new BenchmarkException($"{source}: not a source of this suite"),
        };
    }

    private async Task CheckAsync()
    {
        Buffer();
        byte[] expected = _buffer.WrittenSpan.ToArray();
        MemoryStream();
        Check("MemoryStream", _memory.ToArray(), expected);
        JsonWriter();
        Check("JsonWriter", _buffer.WrittenSpan.ToArray(), expected);
        using var yielded = new MemoryStream();
        await _rows.WriteToAsync(yielded);
        Check("stream, asynchronously", yielded.ToArray(), expected);
        using var piped = new MemoryStream();
        await DrainAsync(part =>
        {
            foreach (ReadOnlyMemory<byte> memory in part) piped.Write(memory.Span);
        });
        Check("pipe", piped.ToArray(), expected);
    }

    private static void Check(string sink, byte[] actual, byte[] expected)
    {
        if (!actual.AsSpan().SequenceEqual(expected)) throw new BenchmarkException($"{sink}: the output is not the same as the buffer's");
    }

    private sealed class YieldingStream : MemoryStream
    {
        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => await Task.Yield();
    }
}
