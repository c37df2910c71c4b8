namespace RowJson;

// Dictionaries whose keys are integers: no name of theirs is remembered, for each is as fast to write as to find.
internal abstract partial class ValueEncoder
{
    public int WriteNumbered<TKey, TValue>(int position, Dictionary<TKey, TValue> values, ListFormat format)
        where TKey : struct
    {
        position = BeginNumbered(position, format.ChecksDepth ? values.Count : 0);
        int index = 0;
        foreach ((TKey key, TValue value) in values)
            position = WriteScalarItem(WriteKey(position, index++, key), value);
        return EndNumbered(position);
    }

    public int WriteNumbered<TKey, TValue>(int position, Dictionary<TKey, TValue> values, ValueWriter<TValue> element)
        where TKey : struct
    {
        position = BeginNumbered(position, element.ChecksDepth ? values.Count : 0);
        int index = 0;
        foreach ((TKey key, TValue value) in values)
        {
            position = WriteKey(position, index++, key);
            position = value is null ? WriteNull(position) : element.WriteElement(this, position, value);
        }
        return EndNumbered(position);
    }

    private int BeginNumbered(int position, int count)
    {
        CheckNesting(count, _cellDepth);
        _cellDepth++;
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)'{';
        return position + 1;
    }

    // The name of an entry, and room for a scalar after it. Digits are never escaped.
    private int WriteKey<TKey>(int position, int index, TKey key)
        where TKey : struct
    {
        position = _output.Reserve(position, ",\"\":"u8.Length + IntegerFormatter.Room + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        _output.At(position++) = (byte)'"';
        ref byte digits = ref _output.At(position, IntegerFormatter.Room);
        // A constant of the code for each type of key.
        position += typeof(TKey) == typeof(int)
            ? IntegerFormatter.Format(ref digits, (int)(object)key)
            : IntegerFormatter.Format(ref digits, (long)(object)key);
        _output.At(position++) = (byte)'"';
        _output.At(position++) = (byte)':';
        return position;
    }

    private int EndNumbered(int position)
    {
        _cellDepth--;
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)'}';
        return position + 1;
    }
}
