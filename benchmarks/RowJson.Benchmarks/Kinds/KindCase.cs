using System.Buffers;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A kind of value, written by plain options, by the options made of them, and as rows where it is a sequence.</summary>
/// <param name="name">The kind.</param>
/// <param name="options">The plain options.</param>
/// <param name="dropInTarget">How many times faster the options made of them are to be.</param>
/// <param name="rowsTarget">The same for rows; null if the value is none.</param>
internal abstract class KindCase(string name, JsonSerializerOptions options, double dropInTarget, double? rowsTarget) : IMeasuredCase
{
    /// <summary>More than the serializer writes of a type before columns are compiled.</summary>
    private const int BytesUntilCompiled = 4_000_000;

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer = new(Stream.Null, new JsonWriterOptions { Indented = options.WriteIndented, SkipValidation = true });
    private readonly JsonSerializerOptions _dropIn = JsonRowSerializer.CreateWriteOptions(options);
    private readonly JsonRowOptions _rows = new(options);

    public string Name => name;

    public double DropInTarget => dropInTarget;

    public double? RowsTarget => rowsTarget;

    public static KindCase Of<T>(string name, T value, JsonSerializerOptions options, double dropInTarget) =>
        new Case<T>(name, value, rows: null, options, dropInTarget, rowsTarget: null);

    /// <summary>A value that is a list of rows.</summary>
    public static KindCase OfRows<TList, T>(string name, TList rows, JsonSerializerOptions options, double dropInTarget, double rowsTarget)
        where TList : IEnumerable<T> => new Case<TList>(name, rows, JsonRows.From<T>(rows), options, dropInTarget, rowsTarget);

    public void WritePlain() => Serialize(options);

    public void WriteDropIn() => Serialize(_dropIn);

    public void WriteRows()
    {
        _buffer.ResetWrittenCount();
        Rows.WriteTo(_buffer, _rows);
    }

    /// <summary>Writes enough for columns to be compiled, and compares the outputs.</summary>
    public void Check()
    {
        for (int written = 0; written < BytesUntilCompiled; written += Math.Max(1, _buffer.WrittenCount)) WriteAll();
        // Columns are compiled on another thread.
        Thread.Sleep(300);
        for (int i = 0; i < 200; i++) WriteAll();
        byte[] expected = TextOf(WritePlain);
        if (!TextOf(WriteDropIn).AsSpan().SequenceEqual(expected)) throw new BenchmarkException($"{name}: the drop-in's bytes differ.");
        if (rowsTarget is not null && !TextOf(WriteRows).AsSpan().SequenceEqual(expected))
            throw new BenchmarkException($"{name}: the rows' bytes differ.");
    }

    public void Dispose() => _writer.Dispose();

    protected abstract JsonRows Rows { get; }

    protected abstract void Serialize(Utf8JsonWriter writer, JsonSerializerOptions options);

    private void WriteAll()
    {
        WritePlain();
        WriteDropIn();
        if (rowsTarget is not null) WriteRows();
    }

    private byte[] TextOf(Action write)
    {
        write();
        return _buffer.WrittenSpan.ToArray();
    }

    private void Serialize(JsonSerializerOptions with)
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        Serialize(_writer, with);
        _writer.Flush();
    }

    private sealed class Case<T>(string name, T value, JsonRows? rows, JsonSerializerOptions options, double dropInTarget, double? rowsTarget)
        : KindCase(name, options, dropInTarget, rowsTarget)
    {
        protected override JsonRows Rows => rows!;

        protected override void Serialize(Utf8JsonWriter writer, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value, options);
    }
}
