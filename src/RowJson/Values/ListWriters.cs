namespace RowJson;

// Lists and other sequences.
// element: writes their elements; null if these are scalars or strings.
// checksDepth: the serializer checks the depth of each element.
internal sealed class ArrayWriter<TValue>(ValueWriter<TValue>? element, bool checksDepth) : ValueWriter<TValue[]>
{
    public override int Write(ValueEncoder encoder, int position, TValue[] value) =>
        encoder.WriteList<TValue>(position, value, element, checksDepth);
}

internal sealed class MemoryWriter<TValue>(ValueWriter<TValue>? element, bool checksDepth) : ValueWriter<ReadOnlyMemory<TValue>>
{
    public override int Write(ValueEncoder encoder, int position, ReadOnlyMemory<TValue> value) =>
        encoder.WriteList(position, value.Span, element, checksDepth);
}

internal sealed class ImmutableArrayWriter<TValue>(ValueWriter<TValue>? element) : ValueWriter<ImmutableArray<TValue>>
{
    // The enumerator of a default array throws, as it does for the serializer. The serializer checks the depth of all elements.
    public override int Write(ValueEncoder encoder, int position, ImmutableArray<TValue> value) => value.IsDefault
        ? encoder.WriteSequence(position, value, element)
        : encoder.WriteList(position, value.AsSpan(), element, checksDepth: true);
}

internal sealed class SequenceWriter<TSequence, TValue>(ValueWriter<TValue>? element, bool checksDepth) : ValueWriter<TSequence>
    where TSequence : class, IEnumerable<TValue>
{
    // The type is a List<>, or derived from it: it is read by index.
    private readonly bool _isList = typeof(TSequence).IsAssignableTo(typeof(List<TValue>));

    public override int Write(ValueEncoder encoder, int position, TSequence value) => _isList
        ? encoder.WriteList(position, Unsafe.As<List<TValue>>(value), element, checksDepth)
        : encoder.WriteSequence(position, value, element);
}
