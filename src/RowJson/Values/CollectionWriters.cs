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

// Dictionaries. The parameters are those of lists.
internal sealed class DictionaryWriter<TPairs, TValue>(ValueWriter<TValue>? element, bool checksDepth) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    // The type is a Dictionary<,>, or derived from it: its own enumerator is asked.
    private readonly bool _isDictionary = typeof(TPairs).IsAssignableTo(typeof(Dictionary<string, TValue>));

    public override int Write(ValueEncoder encoder, int position, TPairs value) => _isDictionary
        ? encoder.WriteDictionary(position, Unsafe.As<Dictionary<string, TValue>>(value), element, checksDepth)
        : encoder.WritePairs(position, value, element);
}

internal sealed class ObjectDictionaryWriter : ValueWriter<Dictionary<string, object?>>
{
    public override int Write(ValueEncoder encoder, int position, Dictionary<string, object?> value) =>
        encoder.WriteDictionary(position, value);
}

// Dictionaries whose keys no policy changes. Their names are not remembered, because a name is written as fast as it is found.
internal sealed class KeyedWriter<TPairs, TKey, TValue>(ValueWriter<TValue>? element, bool checksDepth) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : struct
{
    // As above.
    private readonly bool _isDictionary = typeof(TPairs).IsAssignableTo(typeof(Dictionary<TKey, TValue>));

    public override int Write(ValueEncoder encoder, int position, TPairs value)
    {
        position = encoder.BeginNested(position, count: 0, (byte)'{');
        int index = 0;
        if (_isDictionary || value.GetType() == typeof(Dictionary<TKey, TValue>))
            foreach ((TKey key, TValue item) in Unsafe.As<Dictionary<TKey, TValue>>(value))
                position = WriteEntry(encoder, position, index++, key, item);
        else
            foreach ((TKey key, TValue item) in value) position = WriteEntry(encoder, position, index++, key, item);
        return encoder.EndNested(position, (byte)'}');
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteEntry(ValueEncoder encoder, int position, int index, TKey key, TValue item)
    {
        position = encoder.WriteKey(position, index, key, checksDepth || !_isDictionary);
        // Not by ValueEncoder.WriteElement: the type argument of a method that is inlined there would be looked up for each entry.
        return element is null ? encoder.WriteScalarItem(position, item)
            : item is null ? encoder.WriteNull(position)
            : element.Write(encoder, position, item);
    }
}
