namespace RowJson;

internal enum ResumeStatus
{
    Complete,

    // The batch is full: it is sent before the value goes on.
    BatchIsFull,

    // The next row has to be awaited.
    Waits,
}

// Writes a value in parts: when the batch is full it stops, and goes on from there. It holds the value under way, and so do the writers of
// its parts, which are made with it, one for each place of a type. Nothing is allocated for a value, and one write at a time may use it.
internal abstract class ResumableWriter
{
    // The part of the value that is under way; null if there is none.
    public ResumableWriter? Part { get; protected set; }

    // The innermost part that is under way, or this one.
    public ResumableWriter Innermost => Part?.Innermost ?? this;

    // The serializer writes rows in such values until columns come.
    public abstract bool IsWaiting(RowContext context);

    // Counts what the serializer has written meanwhile.
    public abstract void Count(RowContext context, long bytes);

    // Sets the value to write, which is not null and of the type that this writes.
    public abstract void SetAny(object value);

    // A value that fails as this one has, with as little as possible before the failure; null if there is none.
    public abstract object? Failed(RowEncoder encoder, Exception exception);

    // Begins the value, which lies at a depth.
    public abstract void Begin(RowEncoder encoder, int depth);

    // Writes until the value is complete, or has to pause before that.
    public abstract ResumeStatus Resume(RowEncoder encoder);

    // Begins a wait, which may be over at once, and which WaitAsync ends.
    public virtual bool TryWait(CancellationToken cancellationToken) => throw new NotSupportedException();

    public virtual ValueTask WaitAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    // The row or the member that Resume has failed at; null if it is not a value's failure.
    public virtual FailedValue? FailedIn(RowEncoder encoder) => null;

    // The value of the call, when Resume has failed: the serializer is given what failed in it, and finds the path that leads there.
    // Null if nothing can be given to it.
    public abstract FailedValue? FailedWhole(RowEncoder encoder, Exception exception);

    // Writes the text that the serializer has made of the failed value in its place: the next call goes on after it.
    public virtual void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text) => throw new NotSupportedException();

    // Releases what the value has opened, and forgets the value.
    public abstract void End();

    // Called before End, and ends what has to be awaited: only the innermost part under way has anything of that kind.
    public virtual ValueTask EndAsync() => default;

    // A list of one element, as a value of the list's type; null if that is neither a list nor an array.
    protected static object? OneOf<TList, T>(T element) =>
        typeof(TList).IsAssignableFrom(typeof(List<T>)) ? new List<T> { element }
        : typeof(TList).IsAssignableFrom(typeof(T[])) ? new[] { element }
        : null;

    // A value by the contract that the application's options have for its type.
    protected static FailedValue FailedOf<T>(object? value, RowEncoder encoder) =>
        new(value, encoder.Context.Options.SerializerOptions.GetTypeInfo(typeof(T)));
}

internal abstract class ResumableWriter<TValue> : ResumableWriter
{
    protected TValue? _value;

    // Sets the value to write, which is not null.
    public void Set(TValue value) => _value = value;

    public override object? Failed(RowEncoder encoder, Exception exception) => _value;

    public override FailedValue? FailedWhole(RowEncoder encoder, Exception exception) =>
        Failed(encoder, exception) is { } failed ? FailedOf<TValue>(failed, encoder) : null;

    public sealed override void SetAny(object value) => Set((TValue)value);
}
