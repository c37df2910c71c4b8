namespace RowJson;

internal sealed class OutputWriter(Utf8Output output) : IBufferWriter<byte>
{
    // Where the value begins, from the beginning of the row under way.
    public int Start { get; private set; }

    public int Position { get; set; }

    // A value is being written; at other times the memory is not given to a writer.
    public bool IsOpen { get; private set; }

    public void Open()
    {
        if (IsOpen) throw new InvalidOperationException("The serializer is writing a value already.");
        IsOpen = true;
    }

    // A value begins at position; before is the number of bytes that its writer writes in front of it.
    public void Begin(int position, int before = 0)
    {
        Position = position - before;
        Start = position - output.RowStart;
    }

    public int End()
    {
        if (Position - output.RowStart <= Start) throw NoValue();
        Close();
        return Position;
    }

    public static InvalidOperationException NoValue() => new(ExceptionText.NoValue);

    public void Close() => IsOpen = false;

    public void Advance(int count) => Position += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (!IsOpen)
            throw new InvalidOperationException(
                "The Utf8JsonWriter belongs to a value that is written. Use a converter's writer inside its Write method only.");
        Position = output.Reserve(Position, Math.Max(sizeHint, 1));
        return output.Buffer.AsMemory(Position, output.Limit - Position);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}

// The text from one offset in the row under way to another.
internal readonly record struct TextPart(int Start, int End);
