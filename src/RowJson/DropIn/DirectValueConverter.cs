using System.Text.Json;

namespace RowJson;

/// <summary>A value that is written as one row, once there is something to write it by.</summary>
/// <param name="options">The options.</param>
internal abstract class DirectValueConverter<TValue>(DropInOptions options) : ValueConverter<TValue>(options)
    where TValue : notnull
{
    private readonly ObjectPlans<TValue> _plans = new(typeInfo: null);

    protected sealed override void Write(Utf8JsonWriter writer, TValue value)
    {
        if (IsNearMaxDepth(writer)) WritePlain(writer, value);
        else if (!TryWriteShort(writer, value)) WriteRow(writer, value);
    }

    /// <summary>Writes a value that would take less time than to rent an encoder; false, with nothing written, for others.</summary>
    protected abstract bool TryWriteShort(Utf8JsonWriter writer, TValue value);

    private void WriteRow(Utf8JsonWriter writer, TValue value)
    {
        RowContext context = Options.Rows.ContextFor(writer.Options.Encoder);
        ObjectPlan<TValue> plan = _plans.For(context);
        if (!plan.IsReady)
        {
            plan.Count(WritePlain(writer, value));
            return;
        }
        var row = new OneValue(plan, value);
        RowListWriter.WriteRows(writer, context, ref row);
    }

    /// <summary>The value as the only row.</summary>
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
