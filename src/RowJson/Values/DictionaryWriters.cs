namespace RowJson;

/// <summary>Dictionaries of scalars or strings, and classes derived from them.</summary>
internal sealed class ScalarDictionaryWriter<TDictionary, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, format);
}

/// <summary>Dictionaries of other values, and classes derived from them.</summary>
internal sealed class DictionaryWriter<TDictionary, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<string, TValue>
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteDictionary(position, value, element);
}

/// <summary>Dictionaries of values of any type.</summary>
internal sealed class ObjectDictionaryWriter : ValueWriter<Dictionary<string, object?>>
{
    public override int Write(ValueEncoder encoder, int position, Dictionary<string, object?> value) =>
        encoder.WriteDictionary(position, value);
}

/// <summary>Other dictionaries of scalars or strings.</summary>
internal sealed class ScalarPairsWriter<TPairs, TValue>(ListFormat format) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, format);
}

/// <summary>Other dictionaries of other values.</summary>
internal sealed class PairsWriter<TPairs, TValue>(ValueWriter<TValue> element) : ValueWriter<TPairs>
    where TPairs : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override int Write(ValueEncoder encoder, int position, TPairs value) => encoder.WritePairs(position, value, element);
}

/// <summary>Dictionaries of scalars or strings whose keys are integers, and classes derived from them.</summary>
internal sealed class ScalarNumberedWriter<TDictionary, TKey, TValue>(ListFormat format) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteNumbered(position, value, format);
}

/// <summary>Dictionaries of other values whose keys are integers, and classes derived from them.</summary>
internal sealed class NumberedWriter<TDictionary, TKey, TValue>(ValueWriter<TValue> element) : ValueWriter<TDictionary>
    where TDictionary : Dictionary<TKey, TValue>
    where TKey : struct
{
    public override int Write(ValueEncoder encoder, int position, TDictionary value) => encoder.WriteNumbered(position, value, element);
}
