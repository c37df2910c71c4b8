namespace RowJson;

// Values that are written in parts: lists, and what holds them.
// shortValues: writes short lists; null for other values.
// sendsParts: the values are lists of something other than scalars, or hold such lists.
// mostSentPlain: the serializer sends collections of so many values or fewer.
// isRow: writing an object, or a list that is not long, as one row takes less time than in parts.
// isAsync: something in the values may have to be awaited, which the serializer does only with its own contracts.
internal sealed class PartsRoot<T>(
    DropInOptions options, ResumablePlan<T> plan, ShortWriter<T>? shortValues, bool sendsParts, int mostSentPlain,
    bool isRow, bool isAsync)
    : EncodedRoot<T>(options)
{
    // Longer lists are written in parts. As one row, lists of 1 to 300 objects take 0.7 to 0.9 of the time, but all of the text is kept.
    private const int LongestRow = 256;

    private readonly bool _isObject = !typeof(T).IsAssignableTo(typeof(IEnumerable));

    // Values have been so long that they are sent batch by batch.
    private bool _isLong;

    public override bool IsTaken => !isAsync;

    public override bool SendsParts => sendsParts;

    public override bool IsAsync => isAsync;

    public override JsonTypeInfo? CreateInfo(JsonSerializerOptions options) => isAsync ? null : base.CreateInfo(options);

    public override RowSource? Open(object value) =>
        // An awaited value is written by a call of the serializer, at another depth.
        Options.Plain.WriteIndented || IsNearMaxDepth()
            || (Quietly.CountOf(value) is >= 0 and var count && count <= mostSentPlain)
            || IsSerializers((T)value, Options.Rows.Context)
            ? null
            : new ResumableValue<T>(plan, (T)value);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        if (TryWritePlain(writer, value, shortValues, out long began)) return;
        RowContext context = Options.Rows.Context.For(writer.Options.Encoder);
        ObjectPlan<T>? row = IsOneRow(value) ? PlanIn(context) : null;
        if (row is not null && row.IsReady(context))
        {
            long length = WriteRow(writer, context, row, value);
            _isLong = length > BufferSizes.LargestBatchBuffer;
            End(began, length);
            return;
        }
        ResumableWriter<T> rented = plan.Rent();
        try
        {
            rented.Set(value);
            if (rented.IsWaiting(context)
                && (context.Traits.IgnoresCycles || Quietly.CountOf(value) <= RootConverters.LongestPlain))
            {
                // A call of the serializer also looks up types and paths, which takes as long as writing a few rows.
                long length = value is ICollection && SerializerKnowsAll ? WritePlain(writer, value) : WriteAside(writer, value);
                rented.Count(context, length);
                row?.Count(context, length);
            }
            else
            {
                // With the options that only write, RowJson takes over nothing but roots.
                End(began, Write(writer, context, rented, isRoot: ReferenceEquals(options, Options.WriteOnly)));
                row?.Count(context, ColumnGain.TypicalRow);
            }
        }
        finally
        {
            plan.Return(rented);
        }
    }

    public override bool IsReady(Utf8JsonWriter writer, T value, long bytes)
    {
        RowContext context = Options.Rows.Context.For(writer.Options.Encoder);
        if (!IsOneRow(value)) return !IsWaiting(context, bytes);
        ObjectPlan<T> row = PlanIn(context);
        row.Count(context, bytes);
        return row.IsReady(context);
    }

    // Returns the bytes.
    private long Write(Utf8JsonWriter writer, RowContext context, ResumableWriter<T> value, bool isRoot)
    {
        int depth = writer.CurrentDepth;
        long start = Utf8JsonWriterSink.LengthOf(writer);
        using var opened = new RawEncoder(writer, context, depth + plan.RowLevel);
        RowEncoder encoder = opened.Encoder;
        try
        {
            // A writer that validates does not accept a part of a value.
            if (!writer.Options.SkipValidation) encoder.HoldParts();
            value.Begin(encoder, depth);
            ResumeStatus status;
            do
            {
                using (new EncodingScope(encoder)) status = value.Resume(encoder);
                opened.Send();
            }
            while (status == ResumeStatus.BatchIsFull);
            plan.RowLevel = encoder.RowDepth - depth;
            return Utf8JsonWriterSink.LengthOf(writer) - start;
        }
        catch (Exception exception) when (FailedValue.IsOfSerializer(exception, encoder, isRoot))
        {
            value.FailedWhole(encoder, exception)?.ThrowAsSerializer(exception, writer, depth);
            throw;
        }
    }

    // Columns come in any case once the serializer has written this many values to streams.
    private const int ManyValues = 64;

    private bool IsOneRow(T value) =>
        isRow && !_isLong && (_isObject || Quietly.CountOf(value) is >= 0 and <= LongestRow);

    // If cycles are ignored, the serializer has to know what is around a row: it writes the value until columns come.
    private bool IsSerializers(T value, RowContext context) => context.Traits.IgnoresCycles && IsWaiting(
        context,
        Quietly.CountOf(value) is >= 0 and var rows ? (long)rows * ColumnGain.TypicalRow : ColumnGain.BytesBeforeColumns / ManyValues);

    // The serializer writes such a value until columns come. bytes: the length of the value.
    private bool IsWaiting(RowContext context, long bytes)
    {
        ResumableWriter<T> writer = plan.Rent();
        bool isWaiting = writer.IsWaiting(context);
        if (isWaiting) writer.Count(context, bytes);
        plan.Return(writer);
        return isWaiting;
    }
}
