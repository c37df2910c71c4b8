namespace RowJson;

// A Utf8JsonWriter. It receives a batch of rows at a time as one raw value, and so never sees half a row; or one value, once complete.
// context: the one for the writer's own encoder, which applies whatever the options' encoder is.
internal sealed class Utf8JsonWriterSink(Utf8JsonWriter writer, JsonRowOptions options, RowContext context) : IRowSink
{
    private RowEncoder? _encoder;
    private PooledBufferWriter? _buffer;
    private JsonRowEnvelope? _envelope;
    private bool _hasArray;

    // The source is not an array of rows: the writer has nothing of the value before it is complete.
    private bool _isValue;

    private int _depth;

    // The bytes that the writer had before the envelope.
    private long _start;

    // The bytes that the writer had after the last write, if nobody else may write meanwhile; otherwise -1.
    private long _length = -1;

    // Nobody else may write until the array is closed: the write is one call. Otherwise the caller may write between the rows.
    public bool IsExclusive { get; private init; }

    // Refuses what cannot be one value inside a document, before anything is written.
    public static Utf8JsonWriterSink Of(Utf8JsonWriter writer, JsonRowOptions options, bool isExclusive = false)
    {
        ArgumentNullException.ThrowIfNull(writer);
        RowContext context = options.Context.For(writer.Options.Encoder);
        if (writer.CurrentDepth >= context.Traits.MaxDepth)
        {
            throw new JsonException(
                $"The writer is nested {writer.CurrentDepth} levels deep, as many as MaxDepth allows. "
                + "Raise JsonSerializerOptions.MaxDepth.");
        }
        if (!RowFrame.HoldsDocuments(options.Framing)) return new(writer, options, context) { IsExclusive = isExclusive };
        throw new ArgumentException(
            "JSON Lines and text sequences are several values, and a Utf8JsonWriter takes one here. "
            + "Use JsonRowFormat.Array, or write to a stream or buffer.",
            nameof(options));
    }

    public object Receiver => writer;

    public RowContext ContextFor(JsonRowOptions options) => context;

    public string? Remains => _isValue ? "The output ends before the value." : null;

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo)
    {
        (_encoder, _buffer) = (encoder, encoder.OwnBuffer);
        (_envelope, _isValue) = (sourceInfo.EnvelopeFor(options), sourceInfo.IsValue);
        if (_envelope is not null) _start = _envelope.WriteBefore(writer, options.SerializerOptions);
        encoder.OpenInside(_buffer, writer, _isValue ? writer.CurrentDepth : writer.CurrentDepth + 1, _isValue);
        // The names come before the rows, and are known only with the first one.
        if (_isValue || encoder.ColumnNames is not null) Remember();
        else OpenArray(columnNames: null);
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
        if (_isValue) WriteValue();
        else if (!_hasArray) OpenArray(_encoder!.ColumnNames);
        var written = new JsonRowProgress { Rows = _encoder!.RowsWritten, Bytes = LengthOf(writer) - _start };
        if (_envelope is not null) _envelope.WriteAfter(writer, options.SerializerOptions, written, _isValue);
        else if (!_isValue) writer.WriteEndArray();
    }

    public void Send()
    {
        if (IsExclusive || _buffer!.WrittenCount > 0) CheckUntouched();
        if (_isValue || _buffer!.WrittenCount == 0) return;
        if (!_hasArray) OpenArray(_encoder!.ColumnNames);
        writer.WriteRawValue(_buffer.WrittenSpan, skipInputValidation: true);
        _buffer.Clear();
        Remember();
    }

    private void WriteValue()
    {
        _encoder!.Stage = JsonRowStage.Unknown; // a writer that can take no value here says so itself
        _envelope?.WriteRowsName(writer, options, columnNames: null);
        if (TakesRawValue(writer))
        {
            writer.WriteRawValue(_buffer!.WrittenSpan, skipInputValidation: true);
            return;
        }
        var reading = new JsonDocumentOptions { MaxDepth = int.MaxValue, CommentHandling = JsonCommentHandling.Skip };
        using JsonDocument value = JsonDocument.Parse(_buffer!.WrittenMemory, reading);
        value.RootElement.WriteTo(writer);
    }

    // A raw value inside another one gets no line of its own, which indentation requires.
    public static bool TakesRawValue(Utf8JsonWriter writer) => writer.CurrentDepth == 0 || !writer.Options.Indented;

    // The bytes that a writer has been given, flushed or not.
    public static long LengthOf(Utf8JsonWriter writer) => writer.BytesCommitted + writer.BytesPending;

    private void Remember()
    {
        _depth = writer.CurrentDepth;
        if (IsExclusive) _length = LengthOf(writer);
    }

    // Throws if the writer is not where it was left: rows would become part of something else.
    private void CheckUntouched()
    {
        if (writer.CurrentDepth == _depth && (_length < 0 || _length == LengthOf(writer))) return;
        throw new InvalidOperationException(WriteConflict.ForeignWrite);
    }
}
