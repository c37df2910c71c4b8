namespace RowJson;

// How rows of one contract are written with one set of options: by the serializer at first, by columns later. Compiling columns takes as
// long as the serializer takes for some ten thousand rows, so another thread compiles them after as many, counted by their bytes. A plan
// lives as long as its contract, perhaps as long as the process: it must not refer to its context, not even indirectly.
internal sealed class ObjectPlan<T>(object contextId, JsonTypeInfo<T> info)
{
    // Rows are single values, which the encoder writes itself, unless the user has a converter for them.
    private static readonly bool IsScalar =
        typeof(T) == typeof(string) || (typeof(T).IsValueType && ScalarTypes.OfElement(typeof(T)) is { IsText: false });

    private static readonly bool IsNumber = typeof(T).IsValueType && ScalarTypes.Of(typeof(T)) is { IsNumber: true };

    private readonly Lock _lock = new();
    private ObjectColumns<T>? _columns;
    private ValueWriter<T>? _writer;
    private bool? _writesScalars, _isSerializers;
    private JsonTypeInfo? _listInfo;
    private bool _ignoresCycles;
    private long _bytes;

    private volatile int _stage;

    // No row has been written.
    private const int New = 0;

    // The first columns are ready, if there are any before columns are compiled.
    private const int Prepared = 1;

    // The final columns are ready, or are being compiled.
    private const int Begun = 2;

    public object ContextId => contextId;

    public JsonTypeInfo<T> Info => info;

    // The contract of a nullable structure has the kind of the structure, but no properties.
    private bool IsObject =>
        info is { Kind: JsonTypeInfoKind.Object, PolymorphismOptions: null } && Nullable.GetUnderlyingType(typeof(T)) is null;

    // Rows are values without parts: creating their writer takes hardly any time.
    private bool IsSingle => info.Kind == JsonTypeInfoKind.None;

    // Columns or a row writer are ready.
    public bool IsReady(RowContext context)
    {
        if (_stage == New) Prepare(context);
        return (Volatile.Read(ref _writer) ?? (object?)Volatile.Read(ref _columns)) is not null;
    }

    // The serializer writes until columns are ready. Sources that can pass it several rows at once then do so.
    public bool IsWaiting(RowContext context) =>
        !ColumnGain.IsForced(context.Options) && !(IsScalar && (_writesScalars ??= FindWhetherScalarsAreDirect(context)))
        && !IsReady(context);

    // The contract by which one call of the serializer writes a list or an array exactly as its rows are written here. Null if there is no
    // such contract, once columns are ready, and for so many rows that columns would come meanwhile.
    public JsonTypeInfo? ListInfo(RowContext context, Type type, int rows)
    {
        if ((long)rows * ColumnGain.TypicalRow >= ColumnGain.BytesBeforeColumns || !IsWaiting(context)) return null;
        if (!(_isSerializers ??= IsSerializers(context))) return null;
        JsonTypeInfo? known = Volatile.Read(ref _listInfo);
        if (known?.Type != type) Volatile.Write(ref _listInfo, known = SharedContracts.ForList<T>(type, info.Options));
        return known;
    }

    // No option concerns rows or what is around them.
    private bool IsSerializers(RowContext context) =>
        context.Options is { Framing: JsonRowFormat.Array, RowPrefix: null, ChangesProperties: false }
            and { NonFiniteHandling: JsonNonFiniteHandling.Default, UnwritableHandling: JsonUnwritableHandling.Throw }
        && !context.Traits.KeepsReferences && context.Traits.WritesInSequence(info) && info.SerializeHandler is null
        && (info.Kind != JsonTypeInfoKind.None || SerializerTraits.IsSerializers(info.Converter))
        && SharedContracts.Has(context.Options.SerializerOptions, info);

    // Null if the serializer writes the rows, for now or always.
    public ObjectColumns<T>? ColumnsFor(RowEncoder encoder)
    {
        if (_stage == New) Prepare(encoder.Context);
        if (!encoder.WritesObjectsDirectly || Volatile.Read(ref _columns) is not { } columns) return null;
        return !encoder.Indents || columns.PaysOffIndented || ColumnGain.IsForced(encoder.Context.Options) ? columns : null;
    }

    // Writes rows that are not objects, or that have a discriminator; null for other rows, and if the serializer writes them, as it does
    // indented numbers, because it gives a number that is a string no line of its own.
    private ValueWriter<T>? WriterFor(RowEncoder encoder) =>
        encoder.WritesObjectsDirectly && !encoder.HasColumnOptions && !(encoder.Indents && IsNumber) ? Volatile.Read(ref _writer) : null;

    // Not inlined: the code that opens and closes an encoder for a single value would use up the compiler's budget before the cells.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Write(RowEncoder encoder, T row)
    {
        if (encoder.NeedsColumns) DescribeColumns(encoder);
        if (IsScalar && WritesScalars(encoder)) encoder.WriteScalarRow(row);
        else if (row is not null && ColumnsFor(encoder) is { } columns)
        {
            WriteColumns(encoder, columns, in row);
            Count(encoder.Context, ColumnGain.TypicalRow);
        }
        else if (row is not null && WriterFor(encoder) is { } writer) encoder.WriteValueRow(row, writer);
        else
        {
            long start = encoder.BytesWritten;
            encoder.Fallback.WriteRow(row, info);
            Count(encoder.Context, encoder.BytesWritten - start);
        }
    }

    // Writes rows of a list until the encoder's batch is full, or all; returns the first that is not written.
    public int WriteItems(RowEncoder encoder, LiveList<T> items, int index)
    {
        if (encoder.NeedsColumns) DescribeColumns(encoder);
        if (IsScalar && WritesScalars(encoder)) return encoder.WriteScalarRows(items, index);
        long start = encoder.BytesWritten;
        ObjectColumns<T>? columns = ColumnsFor(encoder);
        ValueWriter<T>? writer = WriterFor(encoder);
        if (writer is not null && encoder.HasPlainFrame && !_ignoresCycles) index = encoder.WriteValueRows(items, index, writer);
        else if (columns is { WritesValuesOnly: false } && !_ignoresCycles) index = WriteObjects(encoder, columns, items, index);
        else if (writer is null && columns is null) index += encoder.Fallback.WriteRows(items, index, info);
        else index = WriteOthers(encoder, columns, writer, items, index);
        Count(encoder.Context, encoder.BytesWritten - start);
        return index;
    }

    // Writes rows with names that need nothing else. One try for all rows: with one for each, 1 to 8 cells take 1.04 to 1.18 of the time.
    private static int WriteObjects(RowEncoder encoder, ObjectColumns<T> columns, LiveList<T> items, int index)
    {
        int current = ObjectColumns<T>.NoColumn;
        try
        {
            while (items.TryGetItem(index, out T row))
            {
                index++;
                if (row is null) encoder.WriteNullRow();
                else
                {
                    int position = encoder.BeginObjectRow(out int start);
                    current = 0;
                    position = columns.WriteCells(encoder, position, in row, ref current);
                    current = ObjectColumns<T>.NoColumn;
                    encoder.EndObjectRow(position, start);
                }
                if (encoder.BatchIsFull) break;
            }
            return index;
        }
        catch (Exception) when (current >= 0 && encoder.NoteFailedColumn(columns.NameOf(current)))
        {
            throw;
        }
    }

    // One of columns and writer is null.
    private int WriteOthers(RowEncoder encoder, ObjectColumns<T>? columns, ValueWriter<T>? writer, LiveList<T> items, int index)
    {
        while (items.TryGetItem(index, out T row))
        {
            index++;
            if (writer is not null) encoder.WriteValueRow(row, writer);
            else if (row is null) encoder.WriteNullRow();
            else WriteColumns(encoder, columns!, in row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    public void DescribeColumns(RowEncoder encoder)
    {
        RowContext context = encoder.Context;
        // With references, $id and $ref are columns as well.
        IEnumerable<string>? names = context.Traits.KeepsReferences ? null : ObjectContract.PropertyNames(info);
        encoder.RequireColumns(names?.Select(JsonColumn.Named));
        if (names is null || !ObjectContract.WritesAll(info)) return;
        encoder.SetColumns(context.Options.ChangesColumns ? names.Select(context.Names.Columns.Rename).OfType<string>() : names);
    }

    private void WriteColumns(RowEncoder encoder, ObjectColumns<T> columns, ref readonly T row)
    {
        if (_ignoresCycles)
        {
            encoder.Ancestors.BeginRow();
            // No type is derived from a structure.
            if (!typeof(T).IsValueType)
            {
                if (encoder.Ancestors.Contains(row!))
                {
                    encoder.WriteNullRow();
                    return;
                }
                encoder.Ancestors.Push(row!);
            }
        }
        if (columns.WritesValuesOnly) encoder.WriteColumnsRow(columns, in row);
        else encoder.EndObjectRow(columns.Write(encoder, encoder.BeginObjectRow(out int start), in row), start);
    }

    // The metadata by which the serializer writes several rows at once; null if it does not write them.
    public JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) =>
        !(IsScalar && WritesScalars(encoder)) && ColumnsFor(encoder) is null && WriterFor(encoder) is null
        && encoder.Fallback.WritesBatches(info)
            ? info
            : null;

    // Counts what is written before columns are compiled. An estimate: several threads may write.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count(RowContext context, long bytes)
    {
        if (_stage != Begun && (_bytes += bytes) >= ColumnGain.BytesBeforeColumns) Begin(context);
    }

    public bool WritesScalars(RowEncoder encoder) =>
        IsScalar && encoder.WritesObjectsDirectly && (_writesScalars ??= FindWhetherScalarsAreDirect(encoder.Context));

    private bool FindWhetherScalarsAreDirect(RowContext context)
    {
        SerializerTraits traits = context.Traits;
        return context.Options.ObjectAccess != ObjectAccess.Serializer
            && info.Kind == JsonTypeInfoKind.None && info.NumberHandling is null
            && SharedContracts.Has(context.Options.SerializerOptions, info)
            && traits.IsBuiltIn(typeof(T)) && !traits.IsConverted(typeof(T))
            && !(traits.QuotesNumbers && ScalarTypes.Of(typeof(T)) is { IsNumber: true });
    }

    // Before the first row: makes the columns that the options require. Without them, the serializer's text would have to be read again to
    // choose from it. They use delegates until compiled columns are ready: making them takes less time than reading ten rows again.
    private void Prepare(RowContext context)
    {
        // Code that this thread calls in Build may write rows of the same type.
        if (_lock.IsHeldByCurrentThread) return;
        // The first row of another thread waits, because it must not be written in another way.
        lock (_lock)
        {
            if (_stage != New) return;
            ObjectAccess access = context.Options.ObjectAccess;
            bool isForced = ColumnGain.IsForced(context.Options);
            bool needsColumns = isForced || IsSingle || (IsObject && context.Options.ChangesProperties);
            bool compiles = isForced && RuntimeFeature.IsDynamicCodeSupported && access != ObjectAccess.Delegates;
            if (needsColumns && access != ObjectAccess.Serializer) Build(context, compiles);
            _stage = isForced || IsSingle || (needsColumns && !RuntimeFeature.IsDynamicCodeSupported) ? Begun : Prepared;
        }
    }

    private void Begin(RowContext context)
    {
        if (Interlocked.Exchange(ref _stage, Begun) == Begun) return;
        if (!RuntimeFeature.IsDynamicCodeSupported) Build(context, compiles: false);
        else
            ThreadPool.UnsafeQueueUserWorkItem(
                static work => work.Plan.Build(work.Context, compiles: true), (Plan: this, Context: context), preferLocal: false);
    }

    // If a contract cannot be read, the serializer throws the reason when it writes a row.
    private void Build(RowContext context, bool compiles) => Quietly.Run(() =>
    {
        SerializerTraits traits = context.TraitsOf(info);
        if (traits.KeepsReferences) return;
        _ignoresCycles = traits.IgnoresCycles;
        var builder = new ObjectColumnsBuilder(context, traits, compiles);
        if (IsObject) Volatile.Write(ref _columns, builder.BuildRow(info));
        else if (ReferenceEquals(traits, context.Traits)) Volatile.Write(ref _writer, builder.BuildValue<T>());
    });
}
