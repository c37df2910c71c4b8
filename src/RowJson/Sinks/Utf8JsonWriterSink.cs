namespace RowJson;

// A Utf8JsonWriter, which receives a batch of rows at a time as one raw value and so never sees half a row.
internal sealed class Utf8JsonWriterSink(Utf8JsonWriter writer, JsonRowOptions options) : IRowSink
{
    private readonly PooledBufferWriter _buffer = PooledBufferWriter.ForBatches(options);
    private RowEncoder? _encoder;
    private JsonRowEnvelope? _envelope;
    private bool _hasArray;
    private int _depth;

    // The bytes that the writer had before the envelope.
    private long _start;

    // The bytes that the writer had after the last write, where nobody else may write meanwhile; else -1.
    private long _length = -1;

    // Nobody else may write until the array is closed: the write is one call. Otherwise what is between the rows is the caller's.
    public bool IsExclusive { get; init; }

    public static Utf8JsonWriterSink Of(Utf8JsonWriter writer, JsonRowOptions options)
    {
        Check(writer, options);
        return new Utf8JsonWriterSink(writer, options);
    }

    // Refuses what cannot be one value inside a document, before anything is written.
    public static void Check(Utf8JsonWriter writer, JsonRowOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        SerializerTraits traits = options.ContextFor(writer.Options.Encoder).Traits;
        if (writer.CurrentDepth >= traits.MaxDepth)
        {
            throw new JsonException(
                $"The writer is nested {writer.CurrentDepth} levels deep, as many as MaxDepth allows. "
                + "Raise JsonSerializerOptions.MaxDepth.");
        }
        if (!RowFrame.HoldsDocuments(options.Framing)) return;
        throw new ArgumentException(
            "JSON Lines and text sequences are several values, and a Utf8JsonWriter takes one here. "
            + "Use JsonRowFormat.Array, or write to a stream or buffer.",
            nameof(options));
    }

    public object Receiver => writer;

    // The writer's own encoder holds, whatever the options'.
    public RowContext ContextFor(JsonRowOptions options) => options.ContextFor(writer.Options.Encoder);

    public IBufferWriter<byte> Buffer => _buffer;

    public void Open(RowEncoder encoder, in RowOutline outline)
    {
        Debug.Assert(outline.Root == RowRoot.Rows, "A single value is written by the writer itself.");
        (_encoder, _envelope) = (encoder, outline.EnvelopeFor(options));
        if (_envelope is not null) _start = _envelope.WriteBefore(writer, options.SerializerOptions);
        encoder.OpenInside(_buffer, writer, rowDepth: writer.CurrentDepth + 1);
        // The names come before the rows, and are known with the first one.
        if (encoder.ColumnNames is null) OpenArray(columnNames: null);
        else Remember();
    }

    private void OpenArray(byte[]? columnNames)
    {
        _envelope?.WriteRowsName(writer, options, columnNames);
        writer.WriteStartArray();
        _hasArray = true;
        Remember();
    }

    public void Complete()
    {
        CheckUntouched();
        if (!_hasArray) OpenArray(_encoder!.ColumnNames);
        var written = new JsonRowProgress { Rows = _encoder!.RowsWritten, Bytes = LengthOf(writer) - _start };
        writer.WriteEndArray();
        _envelope?.WriteAfter(writer, options.SerializerOptions, written);
    }

    public void Send()
    {
        if (IsExclusive || _buffer.WrittenCount > 0) CheckUntouched();
        if (_buffer.WrittenCount == 0) return;
        if (!_hasArray) OpenArray(_encoder!.ColumnNames);
        writer.WriteRawValue(_buffer.WrittenSpan, skipInputValidation: true);
        _buffer.Clear();
        Remember();
    }

    public void Dispose() => _buffer.Dispose();

    // The bytes that a writer has been given, flushed or not.
    public static long LengthOf(Utf8JsonWriter writer) => writer.BytesCommitted + writer.BytesPending;

    private void Remember()
    {
        _depth = writer.CurrentDepth;
        if (IsExclusive) _length = LengthOf(writer);
    }

    // Throws where the writer is not where it was left: rows would become part of something else.
    private void CheckUntouched()
    {
        if (writer.CurrentDepth == _depth && (_length < 0 || _length == LengthOf(writer))) return;
        throw new InvalidOperationException(Misuse.ForeignWrite);
    }
}
