namespace RowJson;

// Lists, other sequences and dictionaries with elements of a known type, as cells or nested deeper.
internal abstract partial class ValueEncoder
{
    protected const int BlockLength = 64;

    private Type? _lastSequence;

    private bool _isLastReadByIndex;

    private bool TryWriteArray<TValue>(ref int position, ReadOnlySpan<TValue> values, Type type, int depth)
    {
        if (_traits.IsConverted(typeof(TValue)) || IsQuotedNumber(typeof(TValue))) return false;
        if (!_traits.IsUntouched && !_traits.IsBuiltIn(type)) return false;
        // The serializer checks the depth of numbers and strings only with a number handling other than the default.
        position = BeginList(position, _traits.HandsNumberHandlingDown ? values.Length : 0, depth);
        position = WriteBracket(WriteScalars(position, values), (byte)']');
        return true;
    }

    private int WriteScalars<TValue>(int position, ReadOnlySpan<TValue> values)
    {
        // Numbers are short, too, except those that JSON does not have.
        bool isFloatingPoint = typeof(TValue) == typeof(double) || typeof(TValue) == typeof(float);
        if (HasShortText<TValue>() || (isFloatingPoint && !_traits.IsConverted(typeof(TValue))))
        {
            while (values.Length > 0)
            {
                int count = WriteBlock(ref position, values[..Math.Min(values.Length, BlockLength)]);
                values = values[count..];
                if (count == 0) break;
                if (values.IsEmpty) position--;
            }
        }
        for (int i = 0; i < values.Length; i++)
        {
            position = _output.Reserve(position, 1 + ScalarRoom);
            if (i > 0) _output.At(position++) = (byte)',';
            position = WriteScalarItem(position, values[i]);
        }
        return position;
    }

    // Writes a scalar or a string. No scalar is a reference: in code that all references share, no type has to be looked up for a string.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteScalarItem<TValue>(int position, TValue value) =>
        typeof(TValue).IsValueType
            ? WriteTypedValue(position, value, key: null)
            : WriteStringItem(position, Unsafe.As<TValue, string?>(ref value));

    // Out of line: in the loops over items the compiler's budget for inlining ends within the code of strings.
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected int WriteStringItem(int position, string? value) =>
        value is null ? WriteNull(position) : StringEncoder.WriteQuoted(_output, position, value, _escapes);

    // Values of the type are short, and never refused: room for BlockLength is reserved at once. A constant for each type, as below.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static bool HasShortText<TValue>() =>
        typeof(TValue) == typeof(int) || typeof(TValue) == typeof(long) || typeof(TValue) == typeof(Guid);

    // Writes such values, BlockLength at most, with a comma after each, up to the first number that JSON does not have; returns how many.
    protected int WriteBlock<TValue>(ref int position, ReadOnlySpan<TValue> values)
    {
        // The longest of them, and a comma.
        const int room = GuidFormatter.Room + 1;
        position = _output.Reserve(position, values.Length * room);
        ref byte start = ref _output.At(position, values.Length * room);
        int length = 0;
        int count = 0;
        for (; count < values.Length; count++)
        {
            ref byte text = ref Unsafe.Add(ref start, length);
            TValue value = values[count];
            if (value is double wide && !double.IsFinite(wide)) break;
            if (value is float narrow && !float.IsFinite(narrow)) break;
            length += value switch
            {
                int number => IntegerFormatter.Format(ref text, number),
                long number => IntegerFormatter.Format(ref text, number),
                double number => DoubleFormatter.Format(ref text, number),
                float number => SingleFormatter.Format(ref text, number),
                _ => GuidFormatter.Format(ref text, (Guid)(object)value!),
            };
            Unsafe.Add(ref start, length++) = (byte)',';
        }
        position += length;
        return count;
    }

    // element: writes elements; null if they are scalars or strings.
    // checksDepth: the serializer checks the depth of each element.
    public int WriteList<TValue>(int position, ReadOnlySpan<TValue> values, ValueWriter<TValue>? element, bool checksDepth)
    {
        position = BeginNested(position, checksDepth ? values.Length : 0);
        if (element is null) return EndNested(WriteScalars(position, values));
        for (int i = 0; i < values.Length; i++) position = WriteListed(position, i, values[i], element);
        return EndNested(position);
    }

    public int WriteList<TValue>(int position, List<TValue> values, ValueWriter<TValue>? element, bool checksDepth)
    {
        // No code of the user runs while scalars are read.
        if (element is null) return WriteList(position, CollectionsMarshal.AsSpan(values), element, checksDepth);
        position = BeginNested(position, checksDepth ? values.Count : 0);
        // The list may change while its values are read: as for the serializer, its count is asked each time.
        for (int i = 0; i < values.Count; i++) position = WriteListed(position, i, values[i], element);
        return EndNested(position);
    }

    // Declared as a sequence: the depth of all elements is checked.
    public int WriteSequence<TValue>(int position, IEnumerable<TValue> values, ValueWriter<TValue>? element)
    {
        if (values.GetType() == typeof(TValue[]))
            return WriteList<TValue>(position, Unsafe.As<TValue[]>(values), element, checksDepth: true);
        if (element is null) return WriteSequence(position, values);
        position = BeginNested(position, count: 0);
        int index = 0;
        // A list is enumerated by its own enumerator, too: it throws if a value has changed the list.
        if (values.GetType() == typeof(List<TValue>))
            foreach (TValue value in Unsafe.As<List<TValue>>(values)) position = WriteSequenced(position, index++, value, element);
        else
            foreach (TValue value in values) position = WriteSequenced(position, index++, value, element);
        return EndNested(position);
    }

    // A sequence of scalars or strings: a loop without a writer takes a quarter less time.
    private int WriteSequence<TValue>(int position, IEnumerable<TValue> values)
    {
        if (values.GetType() == typeof(List<TValue>))
            return WriteList(position, Unsafe.As<List<TValue>>(values), element: null, checksDepth: true);
        position = BeginNested(position, count: 0);
        int index = 0;
        // No enumerator is allocated for these.
        if (values.GetType() == typeof(HashSet<TValue>))
        {
            foreach (TValue value in Unsafe.As<HashSet<TValue>>(values)) position = WriteSequenced(position, index++, value);
        }
        else if (values is ImmutableHashSet<TValue> immutable) position = WriteImmutable(position, immutable);
        else if (IsReadByIndex(values.GetType()) && values is IReadOnlyList<TValue> list)
        {
            for (int count = list.Count; index < count; index++) position = WriteSequenced(position, index, list[index]);
        }
        else
        {
            foreach (TValue value in values) position = WriteSequenced(position, index++, value);
        }
        return EndNested(position);
    }

    // The type is one that the C# compiler makes for collection expressions of an interface, as in IReadOnlyList<string> tags = ["a"]: its
    // index reads the same items as its enumerator, and runs no code of the user. No name in source code can begin like this.
    private bool IsReadByIndex(Type type)
    {
        if (!ReferenceEquals(type, _lastSequence))
        {
            _lastSequence = type;
            _isLastReadByIndex = type.Name.StartsWith("<>z__ReadOnly", StringComparison.Ordinal)
                && type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false);
        }
        return _isLastReadByIndex;
    }

    public int WriteDictionary(int position, Dictionary<string, object?> values) => WriteNested(position, values, holder: null, _cellDepth);

    public int WriteDictionary<TValue>(int position, Dictionary<string, TValue> values, ValueWriter<TValue>? element, bool checksDepth)
    {
        CheckNesting(checksDepth ? values.Count : 0, _cellDepth);
        _cellDepth++;
        var cells = new ObjectState(this, position, Keys, NamePredictor.Root, _cellDepth);
        foreach ((string key, TValue value) in values) position = WriteCell(position, key, value, element, ref cells);
        _cellDepth--;
        return EndObject(position, in cells);
    }

    // Declared as something other than a dictionary: the depth of all values is checked.
    public int WritePairs<TValue>(int position, IEnumerable<KeyValuePair<string, TValue>> values, ValueWriter<TValue>? element)
    {
        if (values.GetType() == typeof(Dictionary<string, TValue>))
            return WriteDictionary(position, Unsafe.As<Dictionary<string, TValue>>(values), element, checksDepth: true);
        CheckNesting(count: 0, _cellDepth);
        _cellDepth++;
        var cells = new ObjectState(this, position, Keys, NamePredictor.Root, _cellDepth);
        if (values is ImmutableDictionary<string, TValue> immutable) position = WriteImmutable(position, immutable, element, ref cells);
        else
            foreach ((string key, TValue value) in values) position = WritePair(position, key, value, element, ref cells);
        _cellDepth--;
        return EndObject(position, in cells);
    }

    // By its own enumerator, in a sixth to a twelfth of the time of the interface's. The method does nothing else, so that it is inlined.
    private int WriteImmutable<TValue>(int position, ImmutableHashSet<TValue> values)
    {
        int index = 0;
        foreach (TValue value in values) position = WriteSequenced(position, index++, value);
        return position;
    }

    private int WriteImmutable<TValue>(
        int position, ImmutableDictionary<string, TValue> values, ValueWriter<TValue>? element, ref ObjectState cells)
    {
        foreach ((string key, TValue value) in values) position = WritePair(position, key, value, element, ref cells);
        return position;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WritePair<TValue>(int position, string key, TValue value, ValueWriter<TValue>? element, ref ObjectState cells)
    {
        if (IsEmpty(position, in cells)) CheckDepth(_cellDepth);
        return WriteCell(position, key, value, element, ref cells);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteCell<TValue>(int position, string key, TValue value, ValueWriter<TValue>? element, ref ObjectState cells) =>
        TryWriteCellName(ref position, key, value, ref cells) ? WriteElement(position, value, element) : position;

    // element: null if the value is a scalar or a string.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteElement<TValue>(int position, TValue value, ValueWriter<TValue>? element) =>
        element is null ? WriteScalarItem(position, value)
        : value is null ? WriteNull(position)
        : element.Write(this, position, value);

    // Begins a list or an object where a cell lies or deeper.
    public int BeginNested(int position, int count, byte bracket = (byte)'[')
    {
        position = BeginList(position, count, _cellDepth, bracket);
        _cellDepth++;
        return position;
    }

    // The number, identifier or date that is the name of an entry, and room for a scalar after it. Nothing in these is escaped.
    public int WriteKey<TKey>(int position, int index, TKey key, bool checksDepth)
        where TKey : struct
    {
        if (index == 0 && checksDepth) CheckDepth(_cellDepth);
        position = _output.Reserve(position, ",\"\":"u8.Length + ScalarRoom + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        // Identifiers and dates are in quotes as values, too.
        bool isInteger = typeof(TKey) == typeof(int) || typeof(TKey) == typeof(long);
        if (isInteger) _output.At(position++) = (byte)'"';
        position = WriteScalarItem(position, key);
        if (isInteger) _output.At(position++) = (byte)'"';
        _output.At(position) = (byte)':';
        return position + 1;
    }

    private int WriteListed<TValue>(int position, int index, TValue value, ValueWriter<TValue> element)
    {
        position = _output.Reserve(position, 1 + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        return value is null ? WriteNull(position) : element.Write(this, position, value);
    }

    private int WriteSequenced<TValue>(int position, int index, TValue value, ValueWriter<TValue>? element = null)
    {
        // The number of elements is not known before. The serializer checks the depth at each element: here the first one is enough.
        if (index == 0) CheckDepth(_cellDepth);
        position = _output.Reserve(position, 1 + ScalarRoom);
        if (index > 0) _output.At(position++) = (byte)',';
        return WriteElement(position, value, element);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int EndNested(int position, byte bracket = (byte)']')
    {
        _cellDepth--;
        return WriteBracket(position, bracket);
    }
}
