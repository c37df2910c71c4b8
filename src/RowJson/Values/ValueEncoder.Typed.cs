namespace RowJson;

// Values of one type known at compile time: nothing is boxed.
internal abstract partial class ValueEncoder
{
    // For the last declared type that was not known here.
    private RuntimeWriter? _lastDeclared;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int WriteTypedObject<TValue>(int position, Dictionary<string, TValue> values)
    {
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        Dictionary<string, TValue>.Enumerator enumerator = values.GetEnumerator();
        while (true)
        {
            if (!enumerator.MoveNext()) break;
            (string key, TValue value) = enumerator.Current;
            position = WriteTypedCell(position, key, value, ref cells);
        }
        return EndObject(position, in cells);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected int WriteObject(int position, Dictionary<string, string?> values)
    {
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        Dictionary<string, string?>.Enumerator enumerator = values.GetEnumerator();
        while (true)
        {
            if (!enumerator.MoveNext()) break;
            (string key, string? value) = enumerator.Current;
            if (!TryWriteCellName(ref position, key, value, ref cells)) continue;
            position = value is null ? WriteNull(position) : StringEncoder.WriteQuoted(_output, position, value, _escapes);
        }
        return EndObject(position, in cells);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteTypedCell<TValue>(int position, string key, TValue value, ref ObjectState cells) =>
        TryWriteCellName(ref position, key, value, ref cells) ? WriteTypedValue(position, value, key) : position;

    // The tests of the type are constants of the specialised code for value types, which is why it is inlined: one branch is left of it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteTypedValue<TValue>(int position, TValue value, string? key)
    {
        int depth = _cellDepth;
        if (value is null) return WriteNull(position);
        if (typeof(TValue) == typeof(object))
        {
            return AsksAboutBasics
                ? WriteAsked(position, value, key, holder: null, depth)
                : WriteValue(position, value, key, holder: null, depth);
        }
        if (typeof(TValue) == typeof(string)) return StringEncoder.WriteQuoted(_output, position, (string)(object)value, _escapes);
        // The value may be of a derived class, which the serializer does not look at: it goes by the declared type.
        if (!typeof(TValue).IsValueType) return WriteReference(position, value, key);
        if (value is long int64) return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), int64);
        if (value is int int32) return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), int32);
        if (value is double number) return WriteDouble(position, number, key, depth);
        if (value is bool flag) return WriteBoolean(position, flag);
        return _traits.IsConverted(typeof(TValue))
            ? WriteByMetadata(position, value, key)
            : WriteScalar(position, value, key, depth);
    }

    // Writes a cell's value by the serializer, as it writes a dictionary's values, unless it is a number that the options replace.
    // handling: what the row's type says; null if the options' handling holds.
    // isNode: the value is a node's, which writes itself whatever the options say of its type.
    public int WriteSerialized<TValue>(int position, TValue value, JsonNumberHandling? handling = null, bool isNode = false)
    {
        double number = NonFiniteFailure.NumberOf(value);
        return IsReplaced(number, RowDepth + 1)
            ? WriteNonFinite(position, number, key: null, RowDepth + 1)
            : isNode ? _fallback.WriteNode(position, value as JsonNode, RowDepth + 1)
            : _fallback.WriteTyped(position, value, RowDepth + 1, handling);
    }

    private int WriteReference<TValue>(int position, TValue value, string? key) =>
        typeof(TValue) == typeof(byte[]) && !_traits.IsConverted(typeof(TValue))
            ? WriteBase64(position, (byte[])(object)value!)
            : WriteByMetadata(position, value, key);

    private int WriteScalar<TValue>(int position, TValue value, string? key, int depth) =>
        ScalarWriter<TValue>.Instance is { } writer
            ? writer.Write(this, position, value, key, depth)
            : WriteByMetadata(position, value, key);

    private int WriteByMetadata<TValue>(int position, TValue value, string? key)
    {
        NoteColumn(key, _cellDepth);
        position = WriteByMetadata(position, value);
        NoteColumn(null, _cellDepth);
        return position;
    }

    public int WriteByMetadata<TValue>(int position, TValue value)
    {
        if (!ReferenceEquals(_lastDeclared?.Type, typeof(TValue))) _lastDeclared = _context.RuntimeWriters.Of(typeof(TValue));
        return value is not null && _lastDeclared is RuntimeWriter<TValue> writer
            ? writer.Write(this, position, value, value, _cellDepth)
            : WriteTyped(position, value, _cellDepth);
    }

    // A user's converter or a setting may concern the cells of a column of this type: it gets them as objects, and the bytes are those of
    // a dictionary of objects. A resolver that refuses the type is asked again with the first value that is not null, which fails then.
    public bool ConvertsColumn(Type type) => Quietly.Ask(
        (Encoder: this, Type: type),
        static it => it.Encoder._traits.ConvertsObjects || it.Encoder._traits.IsConverted(it.Type) || it.Encoder.IsQuotedNumber(it.Type),
        otherwise: true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell<TValue>(int position, EncodedName name, TValue value) =>
        WriteTypedValue(BeginCell(position, name), value, name.Key);

    protected bool IsQuotedNumber(Type type) => _traits.QuotesNumbers && ScalarTypes.Of(type) is { IsNumber: true };
}
