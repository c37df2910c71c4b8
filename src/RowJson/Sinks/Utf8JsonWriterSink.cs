using System.Buffers;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// A <see cref="Utf8JsonWriter"/>, which receives a batch of rows at a time as one raw value and so never sees half a row.
/// </summary>
internal sealed class Utf8JsonWriterSink(Utf8JsonWriter writer, int flushThreshold) : RowSink
{
    private readonly PooledBufferWriter _buffer = new(flushThreshold);
    private bool _hasRows;

    /// <summary>Refuses what cannot be one value inside a document, before anything is written.</summary>
    public static void Check(Utf8JsonWriter writer, JsonRowOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (options.Format != JsonRowFormat.Lines) return;
        throw new ArgumentException(
            "JSON Lines are several values, and a Utf8JsonWriter takes one here. Use JsonRowFormat.Array, or write to a stream or buffer.",
            nameof(options));
    }

    public override IBufferWriter<byte> Buffer => _buffer;

    public override void Flush()
    {
        if (_buffer.WrittenCount == 0) return;
        // The writer puts a comma before every value but the first, and so does the encoder: one is enough.
        ReadOnlySpan<byte> rows = _buffer.WrittenSpan[(_hasRows ? 1 : 0)..];
        writer.WriteRawValue(rows, skipInputValidation: true);
        _hasRows = true;
        _buffer.Clear();
    }

    public override ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public override void Dispose() => _buffer.Dispose();
}
