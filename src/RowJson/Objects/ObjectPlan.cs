using System.Runtime.CompilerServices;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>How the rows of one contract are written under one set of options: by the serializer at first, and by columns once it pays.</summary>
/// <remarks>
/// To compile columns takes as long as the serializer takes for some thousand rows. So it is done beside the first rows, on another
/// thread, and only when there have been some.
/// </remarks>
internal sealed class ObjectPlan<T>(EncodingContext context, JsonTypeInfo<T> info)
{
    /// <summary>Rows that are written before columns are compiled.</summary>
    private const int RowsBeforeCompiling = 200;

    private ObjectColumns<T>? _columns;
    private int _rows;
    private int _hasBegun;

    public EncodingContext Context => context;

    /// <summary>The columns; null while, or where, the serializer writes.</summary>
    public ObjectColumns<T>? Columns => Volatile.Read(ref _columns);

    /// <summary>Counts rows that the serializer has written.</summary>
    public void CountRows(int rows)
    {
        if (_hasBegun != 0 || (_rows += rows) < RowsBeforeCompiling) return;
        Begin();
    }

    public void Begin()
    {
        if (Interlocked.Exchange(ref _hasBegun, 1) != 0) return;
        switch (context.Options.ObjectAccess)
        {
            case ObjectAccess.Serializer: return;
            case ObjectAccess.Delegates: Build(compiles: false); return;
            case ObjectAccess.Compiled: Build(compiles: true); return;
            default:
                if (RuntimeFeature.IsDynamicCodeSupported) ThreadPool.UnsafeQueueUserWorkItem(static plan => plan.Build(compiles: true), this, preferLocal: false);
                else Build(compiles: false);
                return;
        }
    }

    private void Build(bool compiles)
    {
        SerializerTraits traits = context.TraitsOf(info.Options);
        if (!traits.WritesDirectly) return;
        Volatile.Write(ref _columns, new ObjectColumnsBuilder(context, traits, compiles).BuildRow(info));
    }
}

/// <summary>How members of objects are read.</summary>
internal enum ObjectAccess
{
    /// <summary>By compiled code where that is supported, else by delegates; by the serializer for the first rows.</summary>
    Automatic,

    /// <summary>By the serializer.</summary>
    Serializer,

    /// <summary>By delegates, from the first row on.</summary>
    Delegates,

    /// <summary>By compiled code, from the first row on.</summary>
    Compiled,
}
