namespace RowJson;

// How far a value has come.
internal enum ResumeStatus
{
    // It is complete.
    Complete,

    // The batch is full: it is sent before the value goes on.
    BatchIsFull,

    // The next row has to be awaited.
    Waits,
}

// Writes a value in parts: where the batch is full it stops, and goes on from there.
// It holds the value under way, and so do those of its parts, which are made with it: one for each place of a type. Nothing is allocated
// for a value, and one write at a time may use it.
internal abstract class ResumableWriter
{
    // How much deeper than the value its rows lie.
    public abstract int RowLevel { get; }

    // The part of the value that is under way; null if there is none.
    public virtual ResumableWriter? Part => null;

    // The innermost part that is under way, or this one.
    public ResumableWriter Innermost
    {
        get
        {
            ResumableWriter writer = this;
            while (writer.Part is { } part) writer = part;
            return writer;
        }
    }

    // The serializer writes rows in such values until columns come.
    public virtual bool IsWaiting(RowContext context) => false;

    // Counts what the serializer has written meanwhile.
    public abstract void Count(RowContext context, long bytes);

    // Sets the value to write, which is not null and of the type that this writes.
    public abstract void SetAny(object value);

    // Begins the value, which lies at a depth.
    public abstract void Begin(RowEncoder encoder, int depth);

    // Writes until the value is complete, or something comes before that.
    public abstract ResumeStatus Resume(RowEncoder encoder);

    // Begins a wait, which may be over at once.
    public virtual bool TryWait(CancellationToken cancellationToken) => throw new NotSupportedException();

    // Ends a wait.
    public virtual ValueTask WaitAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    // The row or the member that Resume has failed at; null if it is not a value's failure.
    public abstract FailedValue? FailedIn(RowEncoder encoder);

    // Writes in its place the text that the serializer has made of it: the next call goes on after it.
    public abstract void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text);

    // Gives back what the value has opened, and forgets it.
    public abstract void End();

    public virtual ValueTask EndAsync()
    {
        End();
        return default;
    }
}

internal abstract class ResumableWriter<TValue> : ResumableWriter
{
    // Sets the value to write, which is not null.
    public abstract void Set(TValue value);

    public sealed override void SetAny(object value) => Set((TValue)value);
}
