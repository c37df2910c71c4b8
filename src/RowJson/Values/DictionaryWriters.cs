namespace RowJson;

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
