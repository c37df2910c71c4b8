using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;

namespace RowJson.Benchmarks;

/// <summary>
/// Strings by length, kind and encoder against <c>Utf8JsonWriter</c>. Figures are for one string of <see cref="Count"/>
/// different ones that are written one after another.
/// </summary>
[MemoryDiagnoser]
[Config(typeof(Config))]
public class StringBenchmarks : IDisposable
{
    private const int Count = 32;

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8Output _output = new(System.Buffers.ArrayPool<byte>.Shared, 1, BufferSizes.Default);
    private string[] _texts = [];
    private Utf8JsonWriter? _writer;
    private EscapeTable? _escapes;

    [ParamsAllValues]
    public TextKind Kind { get; set; }

    /// <summary>In UTF-16 code units.</summary>
    [Params(0, 4, 16, 64, 1_000, 10_000)]
    public int Length { get; set; }

    /// <summary>Whether the encoder is the relaxed one, which escapes little of Unicode; else the default one.</summary>
    [ParamsAllValues]
    public bool Relaxed { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        JavaScriptEncoder encoder = Relaxed ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : JavaScriptEncoder.Default;
        _texts = TextMaker.Make(Kind, Length, Count);
        var settings = new EncodingSettings { Encoder = encoder };
        _writer = settings.CreateWriter();
        _escapes = new EscapeTable(encoder);

        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(_texts, settings.ToSerializerOptions());
        foreach (Func<int> encode in new[] { Utf8JsonWriter, RowJson })
        {
            encode();
            SuiteCheck.SameBytes($"{encode.Method.Name} ({Kind}, {Length})", expected, _buffer.WrittenSpan);
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public int Utf8JsonWriter()
    {
        _buffer.ResetWrittenCount();
        _writer!.Reset(_buffer);
        _writer.WriteStartArray();
        foreach (string text in _texts)
            _writer.WriteStringValue(text);
        _writer.WriteEndArray();
        _writer.Flush();
        return _buffer.WrittenCount;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int RowJson()
    {
        _buffer.ResetWrittenCount();
        int position = _output.Open(_buffer);
        byte separator = (byte)'[';
        foreach (string text in _texts)
        {
            position = WriteByte(position, separator);
            position = StringEncoder.WriteQuoted(_output, position, text, _escapes!);
            // As after a row: what is complete may leave.
            _output.EndRow(position);
            separator = (byte)',';
        }
        _output.EndRow(WriteByte(position, (byte)']'));
        _output.Commit();
        _output.Close();
        return _buffer.WrittenCount;
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _writer?.Dispose();
        GC.SuppressFinalize(this);
    }

    private int WriteByte(int position, byte value)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = value;
        return position + 1;
    }

    /// <summary>Leaves out what shows nothing new: 32 of 84 combinations stay.</summary>
    private sealed class Config : ManualConfig
    {
        public Config() => AddFilter(new SimpleFilter(benchmark => TellsSomething(
            (TextKind)benchmark.Parameters[nameof(Kind)],
            (int)benchmark.Parameters[nameof(Length)],
            (bool)benchmark.Parameters[nameof(Relaxed)])));

        private static bool TellsSomething(TextKind kind, int length, bool relaxed) => kind switch
        {
            // All lengths of the commonest; the encoders hardly differ: 6 + 2.
            TextKind.Ascii => !relaxed || length is 16 or 1_000,
            // A quote is escaped by both encoders: 3 × 2.
            TextKind.EscapeAtStart or TextKind.EscapeInMiddle or TextKind.EscapeAtEnd => !relaxed && length is 16 or 1_000,
            // Escaped by one encoder, copied or transcoded by the other: 3 × 3 × 2.
            _ => length is 16 or 64 or 1_000,
        };
    }
}
