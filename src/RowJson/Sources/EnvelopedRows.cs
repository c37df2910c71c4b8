namespace RowJson;

// Rows within an envelope. A source that is one value is put together with it, as one value.
internal sealed class EnvelopedRows(RowSource rows, JsonRowEnvelope envelope) : RowSource
{
    public override RowRoot Root => rows.Root;

    public override bool CanBeReadAgain => rows.CanBeReadAgain;

    public override bool IsAsync => rows.IsAsync;

    public static EnvelopedRows Of(RowSource rows, JsonRowEnvelope envelope)
    {
        ArgumentNullException.ThrowIfNull(envelope);
        return rows is not EnvelopedRows
            ? new EnvelopedRows(rows, envelope)
            : throw new InvalidOperationException("The rows are in an envelope already. Add the properties to that one.");
    }

    public override RowSource For(JsonRowOptions options)
    {
        RowSource source = rows.For(options);
        if (IsSingleValue) envelope.RequireUniqueNames(options);
        return ReferenceEquals(source, rows) ? this : new EnvelopedRows(source, envelope);
    }

    public override JsonRowEnvelope? Envelope => IsSingleValue ? null : envelope;

    public override string ToString() => $"{rows} in {envelope}";

    private bool IsSingleValue => rows.Root == RowRoot.SingleValue;

    public override IRowPass Open() => IsSingleValue ? new SingleValuePass(this) : rows.Open();

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) => IsSingleValue ? Open() : rows.OpenAsync(policy);

    public override long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options)
    {
        long start = envelope.WriteBefore(writer, options.SerializerOptions);
        envelope.WriteRowsName(writer, options, columnNames: null);
        long count = rows.WriteSingleValue(writer, options);
        long bytes = Utf8JsonWriterSink.LengthOf(writer) - start;
        envelope.WriteAfter(writer, options.SerializerOptions, new JsonRowProgress { Rows = count, Bytes = bytes });
        return count;
    }

    private sealed class SingleValuePass(EnvelopedRows rows) : IRowPass
    {
        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            JsonRowOptions options = encoder.Context.Options;
            JsonSerializerOptions serializer = options.SerializerOptions;
            JsonWriterOptions style = WriterStyle.Of(serializer, RowFrame.IsIndented(options));
            var text = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(text, style with { Encoder = serializer.Encoder }))
                rows.WriteSingleValue(writer, options);
            encoder.WriteEncodedRows(text.WrittenSpan, rows: 1);
            return null;
        }
    }
}

// Rows that are known when the options of a write are.
internal sealed class DeferredRows(Func<JsonRowOptions, RowSource> choose) : RowSource
{
    public override RowSource For(JsonRowOptions options) => choose(options).For(options);
}
