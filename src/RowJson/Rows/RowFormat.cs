namespace RowJson;

// Converts a row that has been written as an object to another format before it leaves.
internal abstract class RowFormat(RowEncoder encoder, Utf8Output output)
{
    protected readonly RowEncoder _encoder = encoder;
    protected readonly Utf8Output _output = output;

    // Drops what belongs to one output.
    public virtual void Close()
    {
    }

    // Ends a row; returns the position after the converted row.
    public abstract int End(int position);
}

// A line before each row.
internal sealed class PrefixFormat(JsonRowPrefix prefix, RowEncoder encoder, Utf8Output output) : RowFormat(encoder, output)
{
    private PrefixBuffer? _line;

    // Does not keep the memory of a very long line. The memory is not returned to a pool, because a function may have kept the writer.
    public override void Close() => _line = null;

    public override int End(int position)
    {
        _line ??= new PrefixBuffer(_encoder.Context.Options.SerializerOptions);
        _line.Clear();
        int start = _encoder.TextStart;
        if (prefix.Write(_line, _output.Buffer.AsSpan(start, position - start)) is { } column)
        {
            _encoder.Column = column;
            throw new RowRefusedException(
                $"JsonRowOptions.RowPrefix needs the column '{column}', which the row does not have, or not as a string, a number or a "
                + "Boolean. Give every row the column.");
        }
        _line.Write("\n"u8);
        return _encoder.Insert(start - _output.RowStart, position, _line.Text);
    }
}
