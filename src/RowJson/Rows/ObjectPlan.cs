using System.Runtime.CompilerServices;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>How rows of one contract are written under one set of options: by the serializer at first, by columns once it pays.</summary>
/// <remarks>
/// To compile columns takes as long as the serializer takes for some ten thousand rows. So it is done beside the first rows, on another
/// thread, and only when there have been as many, by their bytes.
/// </remarks>
internal sealed class ObjectPlan<T>(RowContext context, JsonTypeInfo<T> info)
{
    /// <summary>Rows are single values, which the encoder writes itself where no converter of the user's is for them.</summary>
    private static readonly bool IsScalar =
        typeof(T) == typeof(string) || (typeof(T).IsValueType && ScalarTypes.Of(typeof(T)) is { IsText: false });

    private ObjectColumns<T>? _columns;
    private ValueWriter<T>? _writer;
    private bool? _writesScalars;
    private bool _ignoresCycles;
    private long _bytes;
    private int _hasBegun;

    /// <summary>What the plan belongs to.</summary>
    public RowContext Context => context;

    /// <summary>The contract.</summary>
    public JsonTypeInfo<T> Info => info;

    /// <summary>There is something else than the serializer to write by.</summary>
    public bool IsReady
    {
        get
        {
            if (_hasBegun == 0 && BeginsAtOnce) Begin();
            return (Volatile.Read(ref _writer) ?? (object?)Volatile.Read(ref _columns)) is not null;
        }
    }

    /// <summary>The serializer writes until columns are ready: sources that can give it several rows at once do so.</summary>
    public bool IsWaiting => !BeginsAtOnce && !(IsScalar && (_writesScalars ??= FindWhetherScalarsAreDirect())) && !IsReady;

    /// <summary>The columns; null while, or where, the serializer writes.</summary>
    public ObjectColumns<T>? ColumnsFor(RowEncoder encoder)
    {
        if (_hasBegun == 0 && BeginsAtOnce) Begin();
        return encoder.WritesObjectsDirectly ? Volatile.Read(ref _columns) : null;
    }

    /// <summary>
    /// What writes rows that are lists, dictionaries or objects with a discriminator; null where the serializer does, and for other rows.
    /// </summary>
    private ValueWriter<T>? WriterFor(RowEncoder encoder) =>
        encoder.WritesObjectsDirectly && !encoder.HasColumnOptions ? Volatile.Read(ref _writer) : null;

    /// <summary>Writes one row.</summary>
    public void Write(RowEncoder encoder, T row)
    {
        if (encoder.NeedsColumns) DescribeColumns(encoder);
        if (IsScalar && WritesScalars(encoder))
        {
            encoder.WriteScalarRow(row);
            return;
        }
        if (row is not null && ColumnsFor(encoder) is { } columns)
        {
            WriteColumns(encoder, columns, in row);
            return;
        }
        if (row is not null && WriterFor(encoder) is { } writer)
        {
            encoder.WriteValueRow(row, writer);
            return;
        }
        long start = encoder.BytesWritten;
        encoder.Fallback.WriteRow(row, info);
        Count(encoder.BytesWritten - start);
    }

    /// <summary>
    /// Writes rows of a list until the encoder's batch is full, or all; returns the first that is not written.
    /// </summary>
    public int WriteItems(RowEncoder encoder, LiveList<T> items, int index)
    {
        if (encoder.NeedsColumns) DescribeColumns(encoder);
        if (IsScalar && WritesScalars(encoder)) return encoder.WriteScalarRows(items, index);
        long start = encoder.BytesWritten;
        ObjectColumns<T>? columns = ColumnsFor(encoder);
        ValueWriter<T>? writer = WriterFor(encoder);
        bool isDirect = columns is not null || writer is not null;
        if (!isDirect && WritesBatches(encoder))
        {
            index += encoder.Fallback.WriteBatch(items, index, info);
            Count(encoder.BytesWritten - start);
            return index;
        }
        while (items.TryGetItem(index, out T row))
        {
            index++;
            if (row is null || !isDirect) encoder.Fallback.WriteRow(row, info);
            else if (columns is not null) WriteColumns(encoder, columns, in row);
            else encoder.WriteValueRow(row, writer!);
            if (encoder.BatchIsFull) break;
        }
        if (!isDirect) Count(encoder.BytesWritten - start);
        return index;
    }

    /// <summary>Tells the encoder of compact rows which columns the contract has, where it says all of them.</summary>
    public void DescribeColumns(RowEncoder encoder)
    {
        if (ObjectContract.ColumnNames(info) is not { } names) return;
        encoder.SetColumns(context.Options.ChangesColumns ? names.Select(context.Columns.Rename).OfType<string>() : names);
    }

    private void WriteColumns(RowEncoder encoder, ObjectColumns<T> columns, ref readonly T row)
    {
        if (columns.WritesValuesOnly && !encoder.TakesColumns(columns))
        {
            encoder.Fallback.WriteRow(row, info);
            return;
        }
        if (_ignoresCycles)
        {
            encoder.BeginAncestors();
            // No type is derived from a structure.
            if (!typeof(T).IsValueType)
            {
                if (encoder.IsAncestor(row!))
                {
                    encoder.Fallback.WriteNullRow();
                    return;
                }
                encoder.PushAncestor(row!);
            }
        }
        int position = columns.Write(encoder, encoder.BeginObjectRow(out int start), in row);
        if (columns.WritesValuesOnly) encoder.EndColumnsRow(position, start);
        else encoder.EndObjectRow(position, start);
    }

    /// <summary>The metadata by which the serializer writes several rows at once; null where they are not the serializer's.</summary>
    public JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) =>
        !(IsScalar && WritesScalars(encoder)) && ColumnsFor(encoder) is null && WriterFor(encoder) is null && WritesBatches(encoder)
            ? info
            : null;

    /// <summary>
    /// From the first row on: the next calls need what is compiled for a batch in the first, and nothing for single rows.
    /// </summary>
    private bool WritesBatches(RowEncoder encoder) => encoder.Fallback.WritesBatches(info);

    /// <summary>Counts what the serializer has written. An estimate: several threads may write.</summary>
    public void Count(long bytes)
    {
        if (_hasBegun == 0 && (_bytes += bytes) >= ColumnGain.BytesBeforeColumns) Begin();
    }

    /// <summary>
    /// Options that concern columns are not the serializer's: a row must not be written otherwise only because it is among the first.
    /// </summary>
    private bool BeginsAtOnce => ColumnGain.IsForced(context.Options);

    /// <summary>Rows are written by the encoder, as single values.</summary>
    public bool WritesScalars(RowEncoder encoder) =>
        IsScalar && encoder.WritesObjectsDirectly && (_writesScalars ??= FindWhetherScalarsAreDirect());

    private bool FindWhetherScalarsAreDirect()
    {
        SerializerTraits traits = context.Traits;
        return context.Options.ObjectAccess != ObjectAccess.Serializer
            && info.Kind == JsonTypeInfoKind.None && info.NumberHandling is null
            && SharedContracts.Has(context.Options.SerializerOptions, info)
            && traits.IsBuiltIn(typeof(T)) && !traits.IsConverted(typeof(T))
            && !(traits.QuotesNumbers && ScalarTypes.Of(typeof(T)) is { IsNumber: true });
    }

    private void Begin()
    {
        if (Interlocked.Exchange(ref _hasBegun, 1) != 0) return;
        ObjectAccess access = context.Options.ObjectAccess;
        bool compiles = RuntimeFeature.IsDynamicCodeSupported && access != ObjectAccess.Delegates;
        if (access == ObjectAccess.Serializer) return;
        if (BeginsAtOnce || !compiles) Build(compiles);
        else ThreadPool.UnsafeQueueUserWorkItem(static plan => plan.Build(compiles: true), this, preferLocal: false);
    }

    private void Build(bool compiles)
    {
        try
        {
            SerializerTraits traits = context.TraitsOf(info);
            if (!traits.WritesObjectsDirectly) return;
            _ignoresCycles = traits.IgnoresCycles;
            var builder = new ObjectColumnsBuilder(context, traits, compiles);
            bool isPlain = info is { Kind: JsonTypeInfoKind.Object, PolymorphismOptions: null };
            if (isPlain) Volatile.Write(ref _columns, builder.BuildRow(info));
            else if (ReferenceEquals(traits, context.Traits)) Volatile.Write(ref _writer, builder.BuildValue<T>());
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A contract that cannot be read: the serializer says what is wrong with it when it writes a row.
        }
    }
}
