namespace RowJson;

// A value that is written as one row, once there is something to write it by.
// options: the options.
internal abstract class DirectValueConverter<TValue>(DropInOptions options) : ValueConverter<TValue>(options)
    where TValue : notnull
{
    private readonly ObjectItems<TValue> _items = new(typeInfo: null);

    // Values of the type have been longer than LongestRow.
    private bool _isLong;

    // The contract for values that are not written as rows.
    protected virtual JsonTypeInfo<TValue> Unready => Plain;

    // After a value with more bytes than this, later values are not written as rows.
    protected virtual int LongestRow => int.MaxValue;

    protected sealed override void Write(Utf8JsonWriter writer, TValue value)
    {
        if (IsNearMaxDepth(writer)) WritePlain(writer, value);
        else if (!TryWriteShort(writer, value)) WriteRow(writer, value);
    }

    // Writes a value that would take less time than to rent an encoder; false, with nothing written, for others.
    protected abstract bool TryWriteShort(Utf8JsonWriter writer, TValue value);

    private void WriteRow(Utf8JsonWriter writer, TValue value)
    {
        RowContext context = Options.Rows.ContextFor(writer.Options.Encoder);
        ObjectPlan<TValue> plan = _items.PlanFor(context);
        if (_isLong || !plan.IsReady(context))
        {
            long length = Write(writer, value, Unready);
            plan.Count(context, length);
            _isLong |= length > LongestRow;
            return;
        }
        var row = new OneValue(plan, value);
        long start = Utf8JsonWriterSink.LengthOf(writer);
        RowListWriter.WriteRows(writer, context, ref row);
        _isLong = Utf8JsonWriterSink.LengthOf(writer) - start > LongestRow;
    }

    // The value as the only row.
    private struct OneValue(ObjectPlan<TValue> plan, TValue value) : IRowBatches
    {
        public bool HasRows { get; private set; } = true;

        public void Encode(RowEncoder encoder)
        {
            plan.Write(encoder, value);
            HasRows = false;
        }

        public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
            JsonSerializer.Serialize(writer, value, plan.Info);

        public readonly void Dispose()
        {
        }
    }
}
