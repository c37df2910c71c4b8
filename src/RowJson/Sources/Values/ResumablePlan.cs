namespace RowJson;

// How values of one type are written in parts, under one set of options: what writes them, made once it is known to be used.
// create: makes what writes one value at a time.
// isForced: it is made at once: it takes no time, or has to write values from the first one on.
internal sealed class ResumablePlan<T>(Func<ResumableWriter<T>> create, bool isForced)
{
    private ResumableWriter<T>? _spare;
    private int _hasBegun;

    // There is something to write by; where not, it is made beside the write that asks.
    public bool IsReady => Volatile.Read(ref _spare) is not null || Volatile.Read(ref _hasBegun) == 2 || Begin();

    // What writes one value, and nobody else uses until it is returned.
    public ResumableWriter<T> Rent() => Interlocked.Exchange(ref _spare, null) ?? create();

    // Takes it back, after it has ended.
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
