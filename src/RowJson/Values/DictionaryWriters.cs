namespace RowJson;

internal sealed class ScalarDictionaryWriter<TDictionary, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, format);
}

internal sealed class DictionaryWriter<TDictionary, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, element);
}

internal sealed class ObjectDictionaryWriter : ValueWriter<Dictionary<string, object?>>
{
    public override int Write(ValueEncoder encoder, int position, Dictionary<string, object?> value) =>
        encoder.WriteDictionary(position, value);
}

internal sealed class ScalarPairsWriter<TPairs, TValue>(ListFormat format) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, format);
}

internal sealed class PairsWriter<TPairs, TValue>(ValueWriter<TValue> element) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, element);
}

// Dictionaries of scalars or strings whose keys are integers: no name of theirs is remembered, for each is as fast to write as to find.
internal sealed class ScalarNumberedWriter<TDictionary, TKey, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value)
    {
        position = encoder.BeginNested(position, format.ChecksDepth ? value.Count : 0, (byte)'{');
        int index = 0;
        foreach ((TKey key, TValue item) in value) position = encoder.WriteScalarItem(encoder.WriteKey(position, index++, key), item);
        return encoder.EndNested(position, (byte)'}');
    }
}

// Dictionaries of other values whose keys are integers.
internal sealed class NumberedWriter<TDictionary, TKey, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value)
    {
        position = encoder.BeginNested(position, element.ChecksDepth ? value.Count : 0, (byte)'{');
        int index = 0;
        foreach ((TKey key, TValue item) in value)
        {
            position = encoder.WriteKey(position, index++, key);
            position = item is null ? encoder.WriteNull(position) : element.WriteElement(encoder, position, item);
        }
        return encoder.EndNested(position, (byte)'}');
    }
}
