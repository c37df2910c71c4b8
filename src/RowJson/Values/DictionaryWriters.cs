namespace RowJson;

// Dictionaries of scalars or strings, and classes derived from them.
internal sealed class ScalarDictionaryWriter<TDictionary, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, format);
}

// Dictionaries of other values, and classes derived from them.
internal sealed class DictionaryWriter<TDictionary, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, element);
}

// Dictionaries of values of any type.
internal sealed class ObjectDictionaryWriter : ValueWriter<Dictionary<string, object?>>
{
    public override int Write(ValueEncoder encoder, int position, Dictionary<string, object?> value) =>
        encoder.WriteDictionary(position, value);
}

// Other dictionaries of scalars or strings.
internal sealed class ScalarPairsWriter<TPairs, TValue>(ListFormat format) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, format);
}

// Other dictionaries of other values.
internal sealed class PairsWriter<TPairs, TValue>(ValueWriter<TValue> element) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, element);
}

// Dictionaries of scalars or strings whose keys are integers, and classes derived from them.
internal sealed class ScalarNumberedWriter<TDictionary, TKey, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteNumbered(position, value, format);
}

// Dictionaries of other values whose keys are integers, and classes derived from them.
internal sealed class NumberedWriter<TDictionary, TKey, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteNumbered(position, value, element);
}
