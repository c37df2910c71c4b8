namespace RowJson.Benchmarks;

/// <summary>Values of one type, and the two ways of writing them that are compared.</summary>
/// <param name="count">The number of values.</param>
internal abstract class NumberCase(int count)
{
    // The longest value, a Guid with its quotes, and its comma take 39 bytes; formatters may store a few bytes after the text.
    private const int Room = 64;

    private readonly byte[] _destination = new byte[count * Room];

    public Span<byte> Destination => _destination;

    /// <summary>Returns the number of bytes written to <see cref="Destination"/>.</summary>
    public abstract int WriteByFramework();

    /// <inheritdoc cref="WriteByFramework"/>
    public abstract int WriteByRowJson();
}

/// <inheritdoc cref="NumberCase"/>
/// <typeparam name="T">The type of the values.</typeparam>
/// <typeparam name="TText">How they are written; both are value types, so that the loops are compiled for them.</typeparam>
internal sealed class NumberCase<T, TText>(T[] values) : NumberCase(values.Length)
    where T : struct
    where TText : INumberText<T>
{
    public override int WriteByFramework()
    {
        Span<byte> destination = Destination;
        int position = 0;
        foreach (T value in values)
        {
            position += TText.WriteByFramework(destination[position..], value);
            destination[position++] = (byte)',';
        }
        return position;
    }

    public override int WriteByRowJson()
    {
        Span<byte> destination = Destination;
        int position = 0;
        foreach (T value in values)
        {
            position += TText.WriteByRowJson(ref destination[position], value);
            destination[position++] = (byte)',';
        }
        return position;
    }
}
