namespace RowJson;

// Arrays of scalars or strings.
internal sealed class ScalarArrayWriter<TValue>(ListFormat format) : ValueWriter<TValue[]>
{
    public override int Write(ValueEncoder encoder, int position, TValue[] value) => encoder.WriteList<TValue>(position, value, format);
}

// Lists of scalars or strings, and classes derived from them.
internal sealed class ScalarListWriter<TList, TValue>(ListFormat format) : ValueWriter<TList>
    where TList : List<TValue>
{
    // Nothing of the user's runs while the items are read.
    public override int Write(ValueEncoder encoder, int position, TList value) =>
        encoder.WriteList<TValue>(position, CollectionsMarshal.AsSpan(value), format);
}

// Other sequences of scalars or strings.
internal sealed class ScalarSequenceWriter<TSequence, TValue>(ListFormat format) : ValueWriter<TSequence>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TSequence value) => encoder.WriteSequence(position, value, format);
}

// Memory with scalars or strings.
internal sealed class ScalarMemoryWriter<TValue>(ListFormat format) : ValueWriter<ReadOnlyMemory<TValue>>
{
    public override int Write(ValueEncoder encoder, int position, ReadOnlyMemory<TValue> value) =>
        encoder.WriteList(position, value.Span, format);
}

// Arrays of other values.
internal sealed class ArrayWriter<TValue>(ValueWriter<TValue> element) : ValueWriter<TValue[]>
{
    public override int Write(ValueEncoder encoder, int position, TValue[] value) => encoder.WriteList(position, value, element);
}

// Lists of other values, and classes derived from them.
internal sealed class ListWriter<TList, TValue>(ValueWriter<TValue> element) : ValueWriter<TList>
    where TList : List<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TList value) => encoder.WriteList(position, value, element);
}

// Other sequences of other values.
internal sealed class SequenceWriter<TSequence, TValue>(ValueWriter<TValue> element) : ValueWriter<TSequence>
    where TSequence : class, IEnumerable<TValue>
{
    public override int Write(ValueEncoder encoder, int position, TSequence value) => encoder.WriteSequence(position, value, element);
}
