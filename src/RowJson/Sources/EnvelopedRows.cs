using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>Rows within an envelope. A source that is one value is put together with it, as one value.</summary>
[JsonConverter(typeof(JsonRowsConverter))]
internal sealed class EnvelopedRows(JsonRows rows, JsonRowEnvelope envelope) : JsonRows
{
    internal override RowRoot Root => rows.Root;

    internal override JsonRows For(JsonRowOptions options)
    {
        JsonRows source = rows.For(options);
        return ReferenceEquals(source, rows) ? this : new EnvelopedRows(source, envelope);
    }

    internal override JsonRowEnvelope? Envelope => IsSingleValue ? null : envelope;

    private bool IsSingleValue => rows.Root == RowRoot.SingleValue;

    internal override IRowPass Open() => IsSingleValue ? new SingleValuePass(this) : rows.Open();

    internal override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        IsSingleValue ? Open() : rows.OpenAsync(options, policy);

    internal override long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options)
    {
        try
        {
            envelope.WriteBefore(writer, options.SerializerOptions);
            long start = Utf8JsonWriterSink.LengthOf(writer);
            long count = rows.WriteSingleValue(writer, options);
            long bytes = Utf8JsonWriterSink.LengthOf(writer) - start;
            envelope.WriteAfter(writer, options.SerializerOptions, new JsonRowProgress(count, bytes));
            return count;
        }
        catch (EnvelopeFailedException exception)
        {
            throw RowFailure.Create(exception, hasOutput: true);
        }
    }

    private sealed class SingleValuePass(EnvelopedRows rows) : IRowPass
    {
        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            JsonRowOptions options = encoder.Context.Options;
            JsonSerializerOptions serializer = options.SerializerOptions;
            JsonWriterOptions style = StyledFrame.StyleOf(serializer, serializer.WriteIndented && !RowFrame.HoldsDocuments(options.Format));
            var text = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(text, style with { Encoder = serializer.Encoder }))
                rows.WriteSingleValue(writer, options);
            encoder.WriteEncodedRows(text.WrittenSpan, rows: 1);
            return null;
        }
    }
}

/// <summary>Asynchronous rows within an envelope.</summary>
[JsonConverter(typeof(AsyncJsonRowsConverter))]
internal sealed class EnvelopedAsyncRows(AsyncJsonRows rows, JsonRowEnvelope envelope) : AsyncJsonRows
{
    internal override JsonRowEnvelope Envelope => envelope;

    internal override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) => rows.OpenAsync(options, policy);
}
