namespace RowJson;

// Objects, lists and dictionaries where cycles are ignored: one that is met again inside itself is written as null.
internal sealed class CycleWriter<TValue>(ValueWriter<TValue> writer) : ValueWriter<TValue>
    where TValue : class
{
    public override bool ChecksDepth => writer.ChecksDepth;

    public override bool IgnoresCycles => true;

    public override int Write(ValueEncoder encoder, int position, TValue value)
    {
        if (encoder.IsAncestor(value)) return encoder.WriteNull(position);
        encoder.PushAncestor(value);
        position = writer.Write(encoder, position, value);
        encoder.PopAncestor();
        return position;
    }

    public override int WriteElement(ValueEncoder encoder, int position, TValue value)
    {
        if (encoder.IsAncestor(value)) return encoder.WriteNull(position);
        encoder.PushAncestor(value);
        position = writer.WriteElement(encoder, position, value);
        encoder.PopAncestor();
        return position;
    }
}
