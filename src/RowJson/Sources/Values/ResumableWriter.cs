using System.Text.Json;

namespace RowJson;

/// <summary>How far a value has come.</summary>
internal enum ResumeStatus
{
    /// <summary>It is complete.</summary>
    Complete,

    /// <summary>The batch is full: it is sent before the value goes on.</summary>
    BatchIsFull,

    /// <summary>The next row has to be awaited.</summary>
    Waits,
}

/// <summary>Writes a value in parts: where the batch is full it stops, and goes on from there.</summary>
/// <remarks>
/// It holds the value under way, and so do those of its parts, which are made with it: one for each place of a type. Nothing is allocated
/// for a value, and one write at a time may use it.
/// </remarks>
internal abstract class ResumableWriter
{
    /// <summary>How much deeper than the value its rows lie.</summary>
    public abstract int RowLevel { get; }

    /// <summary>The part of the value that is under way; null if there is none.</summary>
    public virtual ResumableWriter? Part => null;

    /// <summary>The innermost part that is under way, or this one.</summary>
    public ResumableWriter Innermost
    {
        get
        {
            ResumableWriter writer = this;
            while (writer.Part is { } part) writer = part;
            return writer;
        }
    }

    /// <summary>The serializer writes rows in such values until columns come.</summary>
    public virtual bool IsWaiting(RowContext context) => false;

    /// <summary>Counts what the serializer has written meanwhile; 0 if that is not known.</summary>
    public abstract void Count(RowContext context, long bytes);

    /// <summary>Sets the value to write, which is not null and of the type that this writes.</summary>
    public abstract void SetAny(object value);

    /// <summary>Begins the value, which lies at a depth.</summary>
    public abstract void Begin(RowEncoder encoder, int depth);

    /// <summary>Writes until the value is complete, or something comes before that.</summary>
    public abstract ResumeStatus Resume(RowEncoder encoder);

    /// <summary>Ends a wait.</summary>
    public virtual ValueTask WaitAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    /// <summary>The row or the member that <see cref="Resume"/> has failed at; null if it is not a value's failure.</summary>
    public abstract FailedValue? FailedIn(RowEncoder encoder);

    /// <summary>Writes in its place the text that the serializer has made of it: the next call goes on after it.</summary>
    public abstract void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text);

    /// <summary>Gives back what the value has opened, and forgets it.</summary>
    public abstract void End();

    /// <inheritdoc cref="End"/>
    public virtual ValueTask EndAsync()
    {
        End();
        return default;
    }
}

/// <inheritdoc/>
internal abstract class ResumableWriter<TValue> : ResumableWriter
{
    /// <summary>Sets the value to write, which is not null.</summary>
    public abstract void Set(TValue value);

    public sealed override void SetAny(object value) => Set((TValue)value);
}
