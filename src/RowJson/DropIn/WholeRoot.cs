namespace RowJson;

// Values that are written as one row: objects, dictionaries, lists of lists of scalars.
// shortValues: writes collections of few values; null where an encoder does.
internal sealed class WholeRoot<T>(DropInOptions options, ShortValues<T>? shortValues) : RootConverter<T>(options)
{
    private readonly ObjectItems<T> _items = new(typeInfo: null);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (TryWritePlain(writer, value, shortValues)) return;
        RowContext context = Options.Rows.ContextFor(writer.Options.Encoder);
        ObjectPlan<T> plan = _items.PlanFor(context);
        if (plan.IsReady(context)) Write(writer, context, plan, value);
        else plan.Count(context, WritePlain(writer, value));
    }

    // Writes a value by the columns of a plan that is ready; returns the bytes.
    public static long Write(Utf8JsonWriter writer, RowContext context, ObjectPlan<T> plan, T value)
    {
        long start = Utf8JsonWriterSink.LengthOf(writer);
        using var rented = new RawEncoder(writer, context, writer.CurrentDepth);
        RowEncoder encoder = rented.Encoder;
        try
        {
            using (new EncodingScope(encoder)) plan.Write(encoder, value);
            rented.Send();
            return Utf8JsonWriterSink.LengthOf(writer) - start;
        }
        catch (Exception exception) when (FailedValue.IsOfSerializer(exception, encoder))
        {
            new FailedValue<T>(value, plan.Info, writer.CurrentDepth).ThrowAsSerializer(exception, writer);
            throw;
        }
    }
}
