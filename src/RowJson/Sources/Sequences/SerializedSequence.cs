namespace RowJson;

// A sequence that a converter of the user's writes as one value.
internal sealed class SerializedSequence(object rows, JsonTypeInfo info) : RowSource, IRowPass
{
    // The sequence as one value, if the user has a converter for its declared or runtime type; null if its rows are written. Only the
    // converters are asked: the resolver must not be asked about types that no row holds.
    public static SerializedSequence? Find(object rows, Type? declared, JsonRowOptions options)
    {
        IList<JsonConverter> converters = options.SerializerOptions.Converters;
        // Rows that are documents have no sequence around them.
        if (declared is null || converters.Count == 0 || RowFrame.HoldsDocuments(options.Framing)) return null;
        RowContext context = options.Context;
        Type actual = rows.GetType();
        if (context.UnclaimedSequence is var (lastDeclared, lastActual) && lastDeclared == declared && lastActual == actual) return null;
        foreach (JsonConverter converter in converters)
        {
            Type? claimed = converter.CanConvert(declared) ? declared : converter.CanConvert(actual) ? actual : null;
            if (claimed is not null) return new SerializedSequence(rows, context.Traits.Options.GetTypeInfo(claimed));
        }
        context.UnclaimedSequence = new Tuple<Type, Type>(declared, actual);
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
