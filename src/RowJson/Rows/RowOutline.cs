namespace RowJson;

// What a source's rows are in the output.
internal enum RowRoot
{
    // The elements of an array, or lines.
    Rows,

    // The source is one value, not an array of rows.
    SingleValue,

    // The serializer writes all rows as one value: they share references.
    Sequence,
}

internal readonly record struct RowOutline(RowRoot Root, JsonRowEnvelope? Envelope)
{
    // Refuses what these options cannot hold, before anything is written.
    public void Require(JsonRowOptions options)
    {
        if (options.RowPrefix is not null && options.Framing != JsonRowFormat.Lines)
            throw new ArgumentException(
                "JsonRowOptions.RowPrefix is a line before each row. Set Format to JsonRowFormat.Lines.", nameof(options));
        if (!options.IsCompact && Envelope is null) return;
        bool keepsReferences = options.Context.Traits.KeepsReferences;
        if (options.IsCompact && Root == RowRoot.SingleValue)
            throw new ArgumentException(
                "The source is a single value, and a compact format needs rows with columns. Use JsonRowFormat.Array.",
                nameof(options));
        if (options.IsCompact && keepsReferences)
            throw new NotSupportedException(
                "Compact rows cannot keep references: they are arrays. Set ReferenceHandler to null or IgnoreCycles, or use "
                + "JsonRowFormat.Array.");
        EnvelopeFor(options)?.RequireUniqueNames(options);
        if (Envelope is null) return;
        if (RowFrame.HoldsDocuments(options.Framing))
            throw new ArgumentException(
                "JSON Lines and text sequences are several documents, and an envelope is one. Use JsonRowFormat.Array.", nameof(options));
        if (keepsReferences)
            throw new NotSupportedException(
                "An envelope cannot keep references between its properties. Set ReferenceHandler to null or IgnoreCycles.");
    }

    // The object around the rows with these options: names that come before them are a property of it.
    public JsonRowEnvelope? EnvelopeFor(JsonRowOptions options) =>
        Envelope ?? (options.Framing == JsonRowFormat.CompactColumns ? new JsonRowEnvelope(options.RowsPropertyName) : null);
}
