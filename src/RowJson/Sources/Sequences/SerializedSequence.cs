namespace RowJson;

// A sequence that a converter of the user's writes as one value.
internal sealed class SerializedSequence(object rows, JsonTypeInfo info) : RowSource, IRowPass
{
    // The sequence as one value, if the user has a converter for its declared or runtime type; otherwise the rows. The converters alone are
    // asked: the resolver is not to be asked about types that no row holds.
    public static RowSource For(SequenceSource rows, JsonRowOptions options)
    {
        // Rows that are documents have no sequence around them.
        if (rows.SequenceType is not { } declared || RowFrame.HoldsDocuments(options.Framing)) return rows;
        // By index: enumerating the list would allocate with each write.
        IList<JsonConverter> converters = options.SerializerOptions.Converters;
        for (int i = 0; i < converters.Count; i++)
        {
            JsonConverter converter = converters[i];
            Type? claimed = converter.CanConvert(declared) ? declared
                : converter.CanConvert(rows.Identity!.GetType()) ? rows.Identity.GetType()
                : null;
            if (claimed is not null) return new SerializedSequence(rows.Identity!, options.Context.Traits.Options.GetTypeInfo(claimed));
        }
        return rows;
    }

    public override RowRoot Root => RowRoot.SingleValue;

    public override IRowPass Open() => this;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        encoder.Fallback.WriteRowByInfo(rows, info);
        return null;
    }

    public override long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options)
    {
        JsonSerializer.Serialize(writer, rows, info);
        return 1;
    }
}
