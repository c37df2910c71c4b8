namespace RowJson;

// Values that are written as one row: objects, dictionaries, lists of lists of scalars.
// options: the options.
// shortCount: collections of fewer elements are the serializer's: to rent an encoder takes as long.
internal sealed class WholeRoot<T>(DropInOptions options, int shortCount) : RootConverter<T>(options)
{
    private readonly ObjectItems<T> _items = new(typeInfo: null);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        RowContext context = Options.Rows.ContextFor(writer.Options.Encoder);
        ObjectPlan<T> plan = _items.PlanFor(context);
        if (writer.Options.Indented || IsNearMaxDepth(writer) || IsShort(value))
            WritePlain(writer, value);
        else if (plan.IsReady(context)) Write(writer, context, plan, value);
        else plan.Count(context, WritePlain(writer, value));
    }

    private bool IsShort(T value) => shortCount > 0 && value is ICollection collection && collection.Count < shortCount && value switch
    {
        Dictionary<string, object?> entries => HoldsSimpleValues(entries.Values),
        IEnumerable<object?> items => HoldsSimpleValues(items),
        _ => true,
    };

    private static bool HoldsSimpleValues(IEnumerable<object?> values)
    {
        foreach (object? value in values)
            if (value is not (null or string or int or long or bool)) return false;
        return true;
    }

    // Writes a value by the columns of a plan that is ready; returns the bytes.
    public static long Write(Utf8JsonWriter writer, RowContext context, ObjectPlan<T> plan, T value)
    {
        long start = Utf8JsonWriterSink.LengthOf(writer);
        RowEncoder encoder = Open(writer, context, writer.CurrentDepth);
        try
        {
            using (new EncodingScope(encoder)) plan.Write(encoder, value);
            Send(writer, encoder);
            return Utf8JsonWriterSink.LengthOf(writer) - start;
        }
        catch (Exception exception) when (FailedValue.IsOfSerializer(exception, encoder))
        {
            new FailedValue<T>(value, plan.Info, writer.CurrentDepth).ThrowAsSerializer(exception, writer.Options);
            throw;
        }
        finally
        {
            context.Return(encoder);
        }
    }
}
