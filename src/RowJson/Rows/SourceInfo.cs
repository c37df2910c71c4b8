namespace RowJson;

// What the encoder has to know about a source. IsValue: it is one value, and not an array of rows.
internal readonly record struct SourceInfo(bool IsValue, JsonRowEnvelope? Envelope)
{
    // Refuses what these options cannot hold, before anything is written.
    public void Require(JsonRowOptions options)
    {
        if (options.RowPrefix is not null && options.Framing != JsonRowFormat.Lines)
            throw new ArgumentException(
                "JsonRowOptions.RowPrefix is a line before each row. Set Format to JsonRowFormat.Lines.", nameof(options));
        if (!options.IsCompact && Envelope is null) return;
        bool keepsReferences = options.Context.Traits.KeepsReferences;
        if (options.IsCompact && keepsReferences)
            throw new NotSupportedException(
                "Compact rows cannot keep references: they are arrays. Set ReferenceHandler to null or IgnoreCycles, or use "
                + "JsonRowFormat.Array.");
        if (options.IsCompact && IsValue)
            throw new ArgumentException(
                "The source is a single value, and a compact format needs rows with columns. Use JsonRowFormat.Array.",
                nameof(options));
        EnvelopeFor(options)?.RequireUniqueNames(options);
        if (Envelope is null) return;
        if (RowFrame.HoldsDocuments(options.Framing))
            throw new ArgumentException(
                "JSON Lines and text sequences are several documents, and an envelope is one. Use JsonRowFormat.Array.", nameof(options));
        if (keepsReferences)
            throw new NotSupportedException(
                "An envelope cannot keep references between its properties. Set ReferenceHandler to null or IgnoreCycles.");
    }

    // The object around the rows with these options: column names that come before the rows are a property of it.
    public JsonRowEnvelope? EnvelopeFor(JsonRowOptions options) =>
        Envelope ?? (options.Framing == JsonRowFormat.CompactColumns ? new JsonRowEnvelope(options.RowsPropertyName) : null);
}
