namespace RowJson;

// How rows of one declared type are written, wherever they come from: a list, another sequence, or one by one.
// It keeps what it has learnt about them from one list to the next.
internal abstract class RowEncoding<T>
{
    // The serializer writes such rows identically, by their type alone: it can be given all of them.
    public virtual bool MatchesSerializer => true;

    // The encoding for one pass: this one, unless it learns from the rows of a pass.
    public virtual RowEncoding<T> ForPass() => this;

    // Throws, before anything is written, if these options do not allow the rows to be written.
    public virtual void Require(RowContext context)
    {
    }

    public virtual void DescribeColumns(RowEncoder encoder)
    {
    }

    // The plan of rows with a contract; null for others.
    public virtual ObjectPlan<T>? PlanFor(RowContext context) => null;

    // The serializer writes the rows until columns come.
    public bool IsWaiting(RowContext context) => PlanFor(context) is { } plan && plan.IsWaiting(context);

    // Counts what the serializer has written meanwhile.
    public void Count(RowContext context, long bytes) => PlanFor(context)?.Count(context, bytes);

    // The metadata by which the serializer writes several rows in one call; null if each row is written on its own.
    public virtual JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => null;

    // Has the serializer write all rows at once; false, with nothing written, if they go in batches.
    public virtual bool TryWriteAll(RowEncoder encoder, IEnumerable<T> rows) => false;

    public abstract void Write(RowEncoder encoder, T row);

    // Writes rows from index on until the encoder's batch is full, or all; returns the first that is not written.
    public virtual int Write(RowEncoder encoder, LiveList<T> items, int index)
    {
        if (BatchInfo(encoder) is { } info) return index + encoder.Fallback.WriteRows(items, index, info);
        while (items.TryGetItem(index, out T row))
        {
            index++;
            Write(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }
}

internal sealed class DelegateRowEncoding<T>(Action<RowEncoder, T> write) : RowEncoding<T>
{
    public override void Write(RowEncoder encoder, T row) => write(encoder, row);
}

internal sealed class LearningRowEncoding<T>(Func<Action<RowEncoder, T>> open) : RowEncoding<T>
{
    public override bool MatchesSerializer => false;

    public override RowEncoding<T> ForPass() => new DelegateRowEncoding<T>(open());

    public override void Write(RowEncoder encoder, T row) => throw new NotSupportedException("The rows belong to a pass.");
}

// Rows by the columns of their contract, or by the serializer.
internal sealed class ObjectRowEncoding<T>(JsonTypeInfo<T>? typeInfo) : RowEncoding<T>
{
    private readonly int _hash = typeof(T).GetHashCode();

    // The plan of a contract of its own, for the options used last: most sources are written with one.
    private ObjectPlan<T>? _last;

    // A type that the options do not know fails here.
    public override void Require(RowContext context)
    {
        if (typeInfo is null) PlanFor(context);
    }

    public override void DescribeColumns(RowEncoder encoder) => PlanFor(encoder.Context).DescribeColumns(encoder);

    public override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => PlanFor(encoder.Context).BatchInfo(encoder);

    public override void Write(RowEncoder encoder, T row) => PlanFor(encoder.Context).Write(encoder, row);

    public override int Write(RowEncoder encoder, LiveList<T> items, int index) =>
        PlanFor(encoder.Context).WriteItems(encoder, items, index);

    public override ObjectPlan<T> PlanFor(RowContext context)
    {
        if (typeInfo is null) return context.PlanOf<T>(_hash);
        ObjectPlan<T>? plan = Volatile.Read(ref _last);
        if (!ReferenceEquals(plan?.ContextId, context.Id)) Volatile.Write(ref _last, plan = context.PlanOf(typeInfo));
        return plan!;
    }
}
