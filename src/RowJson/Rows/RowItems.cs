using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>How rows of one declared type are written, wherever they come from: a list, another sequence, or one by one.</summary>
/// <remarks>What it has learnt about them it keeps from one list to the next.</remarks>
internal abstract class RowItems<T>
{
    /// <summary>What writes the rows of one pass: this, unless it learns from the rows of a pass.</summary>
    public virtual RowItems<T> ForPass() => this;

    /// <summary>Throws what keeps the rows from being written with these options, before anything is.</summary>
    public virtual void Require(RowContext context)
    {
    }

    /// <inheritdoc cref="IAsyncRowPass.DescribeColumns"/>
    public virtual void DescribeColumns(RowEncoder encoder)
    {
    }

    /// <summary>The serializer writes the rows until columns come.</summary>
    public virtual bool IsWaiting(RowContext context) => false;

    /// <summary>Counts what the serializer has written meanwhile.</summary>
    public virtual void Count(RowContext context, long bytes)
    {
    }

    /// <summary>The metadata by which the serializer writes several rows in one call; null where each is written on its own.</summary>
    public virtual JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => null;

    /// <summary>Has the serializer write all rows at once; false, with nothing written, if they go in batches.</summary>
    public virtual bool TryWriteAll(RowEncoder encoder, IEnumerable<T> rows) => false;

    /// <summary>Writes one row.</summary>
    public abstract void Write(RowEncoder encoder, T row);

    /// <summary>
    /// Writes rows from <paramref name="index"/> on until the encoder's batch is full, or all; returns the first that is not written.
    /// </summary>
    public virtual int Write(RowEncoder encoder, LiveList<T> items, int index)
    {
        while (items.TryGetItem(index, out T row))
        {
            index++;
            Write(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }
}

/// <summary>Rows that a method writes.</summary>
internal sealed class EncodedItems<T>(Action<RowEncoder, T> write) : RowItems<T>
{
    public override void Write(RowEncoder encoder, T row) => write(encoder, row);
}

/// <summary>Rows whose writer learns with each row of a pass.</summary>
internal sealed class LearningItems<T>(Func<Action<RowEncoder, T>> open) : RowItems<T>
{
    public override RowItems<T> ForPass() => new EncodedItems<T>(open());

    public override void Write(RowEncoder encoder, T row) => throw new NotSupportedException("The rows belong to a pass.");
}

/// <summary>Rows by the columns of their contract, or as the serializer writes them.</summary>
/// <param name="typeInfo">The contract; null for that of the options that the rows are written with.</param>
internal sealed class ObjectItems<T>(JsonTypeInfo<T>? typeInfo) : RowItems<T>
{
    /// <summary>The plan for the options used last: most sources are written with one.</summary>
    private ObjectPlan<T>? _last;

    /// <summary>A type that the options do not know fails here.</summary>
    public override void Require(RowContext context)
    {
        if (typeInfo is null) PlanFor(context);
    }

    public override void DescribeColumns(RowEncoder encoder) => PlanFor(encoder.Context).DescribeColumns(encoder);

    public override bool IsWaiting(RowContext context) => PlanFor(context).IsWaiting;

    public override void Count(RowContext context, long bytes) => PlanFor(context).Count(bytes);

    public override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => PlanFor(encoder.Context).BatchInfo(encoder);

    public override void Write(RowEncoder encoder, T row) => PlanFor(encoder.Context).Write(encoder, row);

    public override int Write(RowEncoder encoder, LiveList<T> items, int index) =>
        PlanFor(encoder.Context).WriteItems(encoder, items, index);

    /// <summary>How the rows are written with these options.</summary>
    public ObjectPlan<T> PlanFor(RowContext context)
    {
        ObjectPlan<T>? plan = Volatile.Read(ref _last);
        if (plan is not null && ReferenceEquals(plan.Context, context)) return plan;
        plan = context.PlanOf(typeInfo ?? RowContract.Of<T>(context));
        Volatile.Write(ref _last, plan);
        return plan;
    }
}

/// <summary>Rows that are elements of documents.</summary>
internal sealed class ElementItems : RowItems<JsonElement>
{
    public override void Write(RowEncoder encoder, JsonElement row) => encoder.WriteElementRow(row);
}
