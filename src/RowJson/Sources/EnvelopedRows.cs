namespace RowJson;

// Rows, or one value, within an envelope.
internal sealed class EnvelopedRows(RowSource rows, JsonRowEnvelope envelope) : RowSource
{
    public override bool IsValue => rows.IsValue;

    public override JsonRowEnvelope Envelope => envelope;

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
        return ReferenceEquals(source, rows) ? this : Of(source, envelope);
    }

    public override string ToString() => $"{rows} in {envelope}";

    public override IRowPass Open() => rows.Open();

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) => rows.OpenAsync(policy);
}

// Rows that are known only when the options of a write are known.
internal sealed class DeferredRows(Func<JsonRowOptions, RowSource> choose) : RowSource
{
    public override RowSource For(JsonRowOptions options) => choose(options).For(options);
}
