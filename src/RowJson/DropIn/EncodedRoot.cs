using System.Reflection.Metadata;

namespace RowJson;

// Values that an encoder writes, by columns once these are ready, unless the serializer turns out to be faster.
internal abstract class EncodedRoot<T>(DropInOptions options) : RootConverter<T>(options)
{
    private readonly int _deepest = KnownSerializerOptions.MaxDepthOf(options.Plain) - MaxLevels;

    private readonly SpeedComparison _speed = new(TimeProvider.System, options.Sizes.BetweenComparisons);

    private bool? _serializerKnowsAll, _isKept;
    private ObjectPlan<T>? _plan;

    // Writes a value that is not worth an encoder; false, with nothing written, for others. began: for End.
    protected bool TryWritePlain(Utf8JsonWriter writer, T value, ShortWriter<T>? shortValues, out long began)
    {
        began = _speed.Begin();
        if (shortValues is not null && writer.CurrentDepth < _deepest && shortValues(writer, value)) return true;
        bool isPlain = (_speed.IsPlain && MayBePlain(value)) || !Utf8JsonWriterSink.TakesRawValue(writer) || IsNearMaxDepth(writer);
        if (!isPlain) return false;
        _speed.End(isPlain: true, began, WritePlain(writer, value));
        return true;
    }

    // A converter gives an exception no path: it is found by writing the value again.
    private bool MayBePlain(T value) => SerializerKnowsAll && (value is ICollection || (_isKept ??= FailedValue.IsKept(typeof(T))));

    protected bool SerializerKnowsAll => _serializerKnowsAll ??= Options.Converters.SerializerKnowsAll(typeof(T));

    // An encoder has written a value.
    protected void End(long began, long bytes) => _speed.End(isPlain: false, began, bytes);

    // Finding a plan takes some nanoseconds, or a hundred if another type has its place. While code can be edited, there may be a new one.
    protected ObjectPlan<T> PlanIn(RowContext context) =>
        _plan is { } plan && ReferenceEquals(plan.ContextId, context.Id) && !MetadataUpdater.IsSupported
            ? plan : _plan = context.PlanOf<T>(typeof(T).GetHashCode());

    // Writes a value by the columns of a plan that is ready; returns the bytes.
    protected static long WriteRow(Utf8JsonWriter writer, RowContext context, ObjectPlan<T> plan, T value)
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
            new FailedValue(value, plan.Info).ThrowAsSerializer(exception, writer, writer.CurrentDepth);
            throw;
        }
    }

    // Whatever is nested in a value has to be within MaxDepth: a value that reaches it is left to the serializer, to write or to refuse.
    private bool IsNearMaxDepth(Utf8JsonWriter writer) => writer.CurrentDepth
        >= (writer.Options.MaxDepth is > 0 and int ofWriter ? Math.Min(_deepest, ofWriter - MaxLevels) : _deepest);

    // The same for a value that is written to a stream.
    protected bool IsNearMaxDepth() => _deepest <= 0;

    // An object, two values in each other, and rows with a list, whose elements have a depth.
    private const int MaxLevels = 6;
}

// Values that are written as one row: objects, dictionaries, lists of lists of scalars.
// shortValues: writes collections of few values; null if an encoder writes them.
internal sealed class WholeRoot<T>(DropInOptions options, ShortWriter<T>? shortValues) : EncodedRoot<T>(options)
{
    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (TryWritePlain(writer, value, shortValues, out long began)) return;
        RowContext context = Options.Rows.Context.For(writer.Options.Encoder);
        ObjectPlan<T> plan = PlanIn(context);
        if (plan.IsReady(context)) End(began, WriteRow(writer, context, plan, value));
        else plan.Count(context, WritePlain(writer, value));
    }
}
