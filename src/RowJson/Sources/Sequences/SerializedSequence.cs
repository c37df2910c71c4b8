namespace RowJson;

// A sequence that a converter of the user's writes as one value.
internal sealed class SerializedSequence(object rows, JsonTypeInfo info) : RowSource, IRowPass
{
    // The sequence as one value, if the user has a converter for its declared or runtime type; null if its rows are written. The converters
    // alone are asked: the resolver is not to be asked about types that no row holds.
    public static SerializedSequence? Find(object rows, Type? declared, JsonRowOptions options)
    {
        // By index: enumerating the list would allocate with each write.
        IList<JsonConverter> converters = options.SerializerOptions.Converters;
        // Rows that are documents have no sequence around them.
        if (declared is null || converters.Count == 0 || RowFrame.HoldsDocuments(options.Framing)) return null;
        for (int i = 0; i < converters.Count; i++)
        {
            JsonConverter converter = converters[i];
            Type? claimed = converter.CanConvert(declared) ? declared : converter.CanConvert(rows.GetType()) ? rows.GetType() : null;
            if (claimed is not null) return new SerializedSequence(rows, options.Context.Traits.Options.GetTypeInfo(claimed));
        }
        return null;
    }

    public override bool IsValue => true;

    public override IRowPass Open() => this;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        encoder.Fallback.WriteRow(rows, info);
        return null;
    }
}
