using System.Collections.Immutable;
using System.Runtime.ExceptionServices;

namespace RowJson;

// Values that are written as rows: for writing only.
internal abstract class RowConverter<TValue>(DropInOptions options) : JsonConverter<TValue>, IRowConverter
{
    private JsonTypeInfo<TValue>? _plain;

    protected DropInOptions Options => options;

    // The contract of the application's options.
    protected JsonTypeInfo<TValue> Plain => _plain ??= (JsonTypeInfo<TValue>)Options.Plain.GetTypeInfo(typeof(TValue));

    public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException(Options.Refusal);

    public sealed override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options)
    {
        // The writer may differ from the options.
        if (writer.Options.Indented) WriteIndented(writer, value);
        else Write(writer, value);
    }

    public JsonTypeInfo CreateInfo(JsonSerializerOptions options) => JsonMetadataServices.CreateValueInfo<TValue>(options, this);

    public virtual bool HasBatches => true;

    public virtual bool IsSequence => false;

    public virtual bool IsReady(object value) => false;

    public abstract IRowBatches Open(object value);

    // Writes a value to a writer that does not indent.
    protected abstract void Write(Utf8JsonWriter writer, TValue value);

    // Writes a value to a writer that indents.
    protected virtual void WriteIndented(Utf8JsonWriter writer, TValue value) => WritePlain(writer, value);

    // Writes a value by the application's options; returns the bytes of its text.
    protected long WritePlain(Utf8JsonWriter writer, TValue value) => Write(writer, value, Plain);

    // Writes a value by a contract; returns the bytes of its text.
    protected static long Write(Utf8JsonWriter writer, TValue value, JsonTypeInfo<TValue> contract)
    {
        long start = Utf8JsonWriterSink.LengthOf(writer);
        ContractWrite.Write(writer, value, contract);
        return Utf8JsonWriterSink.LengthOf(writer) - start;
    }
}

// A list, an array or another sequence of rows.
internal sealed class RowListConverter<TList, T>(DropInOptions options, RowItems<T> items) : RowConverter<TList>(options)
    where TList : IEnumerable<T>
{
    // Until columns come, a list is the serializer's as a whole, and costs what it costs there. In a longer one they come while it is
    // written.
    private const int LongestPlain = 50_000;

    // The serializer reads such lists by index, and other lists, except arrays, by their enumerator.
    private static bool IsDeclaredAsList => typeof(TList).IsAssignableTo(typeof(List<T>));

    private readonly bool _isOfLists =
        options.Plain.TryGetTypeInfo(typeof(T), out JsonTypeInfo? row) && row.Kind == JsonTypeInfoKind.Enumerable;

    // A batch is a value in the array, which the serializer refuses at MaxDepth: there a list is written whole. Lists in a list are not
    // rows of batches, because each would be held as a whole.
    public override bool HasBatches => !_isOfLists && Options.Rows.Context.Traits.MaxDepth > 1;

    // Elements are held already, and the serializer would find those of ours too deep at MaxDepth.
    public override bool IsSequence => !TakenRows.IsListOfElements(typeof(TList));

    public override bool IsReady(object value)
    {
        RowContext context = Options.Rows.Context;
        int rows = value is ICollection { Count: > 0 and int count } ? count : 1;
        if (items.IsWaiting(context)) items.Count(context, rows * ColumnGain.TypicalRow);
        return !items.IsWaiting(context);
    }

    public override IRowBatches Open(object value) => TryGetList((TList)value, out LiveList<T> list)
        ? new ListRows<T>(items, list, Enumerated(value))
        : new OpenedRows<T>(items, (TList)value);

    protected override void Write(Utf8JsonWriter writer, TList value)
    {
        bool isList = TryGetList(value, out LiveList<T> list);
        RowContext context = Options.Rows.ContextFor(writer.Options.Encoder);
        if (isList && list.Count <= LongestPlain && items.IsWaiting(context))
        {
            items.Count(context, WritePlain(writer, value));
        }
        else if (isList)
        {
            var rows = new ListRows<T>(items, list, Enumerated(value));
            RowListWriter.Write(writer, context, ref rows);
        }
        else WriteSequence(writer, context, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // a list needs less of a frame
    private void WriteSequence(Utf8JsonWriter writer, RowContext context, TList value)
    {
        // An element that indents begins with a line break, and the value of a name does not: a writer does not say which comes next.
        if (items.IsWaiting(context) && !writer.Options.Indented)
        {
            long start = Utf8JsonWriterSink.LengthOf(writer);
            var whole = new OneSequence(value, Plain);
            RowListWriter.WriteRows(writer, context, ref whole);
            items.Count(context, Utf8JsonWriterSink.LengthOf(writer) - start);
            return;
        }
        var sequence = new OpenedRows<T>(items, value);
        try
        {
            RowListWriter.Write(writer, context, ref sequence);
        }
        finally
        {
            sequence.Dispose();
        }
    }

    // Rows that are not indented by the options, but by the writer alone, are the serializer's.
    protected override void WriteIndented(Utf8JsonWriter writer, TList value)
    {
        if (Options.Plain.WriteIndented) Write(writer, value);
        else WritePlain(writer, value);
    }

    // The serializer enumerates a list that is declared as an interface, and so sees that a row has changed it.
    private static List<T>? Enumerated(object value) => IsDeclaredAsList ? null : value as List<T>;

    // A sequence that the serializer writes, as the only row: in one call, which gives exceptions their paths, and enumerates it once.
    private struct OneSequence(TList value, JsonTypeInfo contract) : IRowBatches
    {
        public bool HasRows { get; private set; } = true;

        public void Encode(RowEncoder encoder)
        {
            encoder.Fallback.WriteRowByInfo(value, contract);
            HasRows = false;
        }

        public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder)
        {
        }

        public readonly void Dispose()
        {
        }
    }

    // Read by index, as the serializer reads what is declared as a list; a list in an interface as well.
    private static bool TryGetList(TList value, out LiveList<T> list)
    {
        switch (value)
        {
            // Whatever class is derived from it.
            case List<T> ofItems when IsDeclaredAsList:
                list = new LiveList<T>(ofItems);
                return true;
            case ImmutableArray<T> { IsDefault: false } array:
                return LiveList<T>.TryGet(ImmutableCollectionsMarshal.AsArray(array)!, out list);
            default:
                return LiveList<T>.TryGet(value, out list);
        }
    }
}

// A table or a view, which the serializer cannot write.
internal sealed class TableConverter<TTable>(DropInOptions options) : RowConverter<TTable>(options)
    where TTable : class
{
    public override IRowBatches Open(object value) => new PassRows(RowsOf((TTable)value).Open());

    protected override void Write(Utf8JsonWriter writer, TTable value)
    {
        var rows = new PassRows(RowsOf(value).Open());
        try
        {
            RowListWriter.Write(writer, Options, ref rows);
        }
        finally
        {
            rows.Dispose();
        }
    }

    protected override void WriteIndented(Utf8JsonWriter writer, TTable value)
    {
        try
        {
            WriteLoop.Write(RowsOf(value), writer, Options.Rows);
        }
        catch (JsonRowException exception) when (exception.InnerException is { } failure)
        {
            // What it says is for somebody with options for rows.
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    private static DataTableRows RowsOf(TTable value) =>
        value is System.Data.DataTable table ? new DataTableRows(table, table.Rows) : DataTableRows.Of((System.Data.DataView)(object)value);
}
