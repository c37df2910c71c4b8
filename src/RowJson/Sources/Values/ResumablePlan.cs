using System.Diagnostics.CodeAnalysis;

namespace RowJson;

/// <summary>How values of one type are written in parts, under one set of options: what writes them, made once it is known to be used.</summary>
/// <param name="create">Makes what writes one value at a time.</param>
/// <param name="isForced">It is made at once: it takes no time, or has to write values from the first one on.</param>
internal sealed class ResumablePlan<T>(Func<ResumableWriter<T>> create, bool isForced)
{
    private ResumableWriter<T>? _spare;
    private int _hasBegun;

    /// <summary>There is something to write by; where not, it is made beside the write that asks.</summary>
    public bool IsReady => Volatile.Read(ref _spare) is not null || Volatile.Read(ref _hasBegun) == 2 || Begin();

    /// <summary>What writes one value, and nobody else uses until it is returned.</summary>
    public ResumableWriter<T> Rent() => Interlocked.Exchange(ref _spare, null) ?? create();

    /// <summary>Takes it back, after it has ended.</summary>
    public void Return(ResumableWriter<T> writer) => Volatile.Write(ref _spare, writer);

    private bool Begin()
    {
        if (isForced)
        {
            Make();
            return _hasBegun == 2;
        }
        if (Interlocked.CompareExchange(ref _hasBegun, 1, 0) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(static plan => plan.Make(), this, preferLocal: false);
        return false;
    }

    [SuppressMessage("Design", "CA1031", Justification = "Without a writer, the serializer says what is wrong with the type.")]
    private void Make()
    {
        try
        {
            Return(create());
            Volatile.Write(ref _hasBegun, 2);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
