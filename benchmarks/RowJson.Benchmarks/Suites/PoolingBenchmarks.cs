using System.Buffers;
using System.Collections.Concurrent;
using System.IO.Compression;
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace RowJson.Benchmarks;

/// <summary>
/// Many results of 100 rows × 10 columns, each to a stream of its own, on one thread and on all: what do new writers and
/// buffers cost, what does a pool of them save, and what does RowJson's own pooling? Figures are for one result.
/// </summary>
[MemoryDiagnoser]
public class PoolingBenchmarks
{
    private const int Results = 32;

    private readonly ConcurrentBag<(ArrayBufferWriter<byte> Buffer, Utf8JsonWriter Writer)> _pool = [];
    private readonly JsonRowOptions _options = new();
    private List<Dictionary<string, object?>> _rows = [];

    /// <summary>Whether the streams are compressed, as fast as that can be; what they take is dropped.</summary>
    [Params(false, true)]
    public bool GZip { get; set; }

    [ParamsSource(nameof(ThreadCounts))]
    public int Threads { get; set; }

    public static IEnumerable<int> ThreadCounts => new[] { 1, Environment.ProcessorCount }.Distinct();

    [GlobalSetup]
    public void Setup()
    {
        Sample sample = RowGenerator.Generate("result", new GeneratorOptions { Rows = 100, Columns = 10 });
        _rows = (List<Dictionary<string, object?>>)RowSources.Get("dictionary").Load(sample);
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(_rows);
        foreach (Action<Stream> write in new[] { WriteNew, WriteByStream, WritePooled, WritePooled, WriteRowJson })
            SuiteCheck.SameBytes(write.Method.Name, expected, WriteAndRead(write));
    }

    /// <summary>A new buffer and a new writer for each result.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Results)]
    public void New() => Run(WriteNew);

    /// <summary><c>JsonSerializer.Serialize(stream, rows)</c>, which has a pool of its own.</summary>
    [Benchmark(OperationsPerInvoke = Results)]
    public void SerializeToStream() => Run(WriteByStream);

    /// <summary>Buffer and writer taken from a bag and put back.</summary>
    [Benchmark(OperationsPerInvoke = Results)]
    public void Pooled() => Run(WritePooled);

    [Benchmark(OperationsPerInvoke = Results)]
    public void RowJson() => Run(WriteRowJson);

    private void Run(Action<Stream> write)
    {
        if (Threads > 1)
        {
            Parallel.For(0, Results, new ParallelOptions { MaxDegreeOfParallelism = Threads }, _ => WriteOne(write, Stream.Null));
            return;
        }
        for (int i = 0; i < Results; i++)
            WriteOne(write, Stream.Null);
    }

    private void WriteOne(Action<Stream> write, Stream stream)
    {
        if (!GZip)
        {
            write(stream);
            return;
        }
        using var compressed = new GZipStream(stream, CompressionLevel.Fastest, leaveOpen: true);
        write(compressed);
    }

    private ReadOnlySpan<byte> WriteAndRead(Action<Stream> write)
    {
        var written = new MemoryStream();
        WriteOne(write, written);
        if (!GZip)
            return written.ToArray();
        written.Position = 0;
        var plain = new MemoryStream();
        using var compressed = new GZipStream(written, CompressionMode.Decompress);
        compressed.CopyTo(plain);
        return plain.ToArray();
    }

    private void WriteNew(Stream stream)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { SkipValidation = true });
        JsonSerializer.Serialize(writer, _rows);
        stream.Write(buffer.WrittenSpan);
    }

    private void WriteByStream(Stream stream) => JsonSerializer.Serialize(stream, _rows);

    private void WritePooled(Stream stream)
    {
        if (!_pool.TryTake(out (ArrayBufferWriter<byte> Buffer, Utf8JsonWriter Writer) pooled))
            pooled = (new ArrayBufferWriter<byte>(), EncodingSettings.Default.CreateWriter());
        pooled.Buffer.ResetWrittenCount();
        pooled.Writer.Reset(pooled.Buffer);
        JsonSerializer.Serialize(pooled.Writer, _rows);
        stream.Write(pooled.Buffer.WrittenSpan);
        _pool.Add(pooled);
    }

    private void WriteRowJson(Stream stream) => JsonRows.From(_rows).WriteTo(stream, _options);
}
