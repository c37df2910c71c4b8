namespace RowJson;

// Values by their run-time type: the common types on the spot, the rest out of line.
internal abstract partial class ValueEncoder
{
    // For the last type that was not known here.
    private RuntimeWriter? _lastRuntime;

    // Writes a value where CellEncoder.ScalarRoom bytes are left. key: its name, null within a list; holder: the name that holds it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteValue(int position, object? value, string? key, EncodedName? holder, int depth)
    {
        AssertRoom(position, ScalarRoom);
        if (value is null) return WriteNull(position);
        // Each test is one comparison of the object's type, in the order of how often rows hold them. (Its type in a local would be an
        // object that has to be found first. A cast, even to a sealed class, is a call where the compiler takes the code for rare.)
        if (value.GetType() == typeof(string)) return StringEncoder.WriteQuoted(_output, position, Unsafe.As<string>(value), _escapes);
        if (value.GetType() == typeof(long))
            return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), Boxed.Read<long>(value));
        if (value.GetType() == typeof(int))
            return position + IntegerFormatter.Format(ref _output.At(position, IntegerFormatter.Room), Boxed.Read<int>(value));
        if (value.GetType() == typeof(double)) return WriteDouble(position, Boxed.Read<double>(value), key, depth);
        if (value.GetType() == typeof(bool)) return WriteBoolean(position, Boxed.Read<bool>(value));
        if (value.GetType() == typeof(DateTime)) return WriteCommon<DateTime, DateTimeFormatter>(position, value, key, holder, depth);
        if (value.GetType() == typeof(decimal)) return WriteCommon<decimal, DecimalFormatter>(position, value, key, holder, depth);
        if (value.GetType() == typeof(Guid)) return WriteCommon<Guid, GuidFormatter>(position, value, key, holder, depth);
        if (value.GetType() == typeof(float)) return WriteCommon<float, SingleFormatter>(position, value, key, holder, depth);
        return WriteOther(position, value, key, holder, depth);
    }

    // The next common types without a note of the column, because none of these values fails. The first value has found out whether a
    // converter is for the type. One copy of the code for each: it is compiled with all optimisations only after it has run, so that what
    // its formatter asks once is a constant.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteCommon<TValue, TFormatter>(int position, object value, string? key, EncodedName? holder, int depth)
        where TValue : struct
        where TFormatter : struct, IScalarFormatter<TValue>
    {
        int type = typeof(TValue) == typeof(DateTime) ? BasicTypes.DateTime
            : typeof(TValue) == typeof(decimal) ? BasicTypes.Decimal
            : typeof(TValue) == typeof(Guid) ? BasicTypes.Guid
            : BasicTypes.Single;
        if (!_traits.IsOurs(type) || (typeof(TValue) == typeof(float) && !float.IsFinite(Boxed.Read<float>(value))))
            return WriteOther(position, value, key, holder, depth);
        if (typeof(TValue) == typeof(Guid))
            return position + GuidFormatter.FormatInline(ref _output.At(position, GuidFormatter.Room), Boxed.Read<Guid>(value));
        return Format<TValue, TFormatter>(position, Boxed.Read<TValue>(value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteOther(int position, object value, string? key, EncodedName? holder, int depth)
    {
        NoteColumn(key, depth);
        Type type = value.GetType();
        // See ScalarTypes.OfElement.
        position = key is null && Indents && type == typeof(Half) ? WriteTyped(position, value, depth)
            : ReferenceEquals(_lastRuntime?.Type, type) ? WriteRuntime(position, value, type, depth)
            : _traits.IsConverted(type) || (_traits.QuotesNumbers && _traits.QuotedNumber(type) is not null)
                ? WriteConverted(position, value, depth)
                : WriteOwn(position, value, key, holder, depth);
        NoteColumn(null, depth);
        return position;
    }

    // Writes a value that may be of the types which are written without asking, but for which a converter may be.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteAsked(int position, object? value, string? key, EncodedName? holder, int depth)
    {
        NoteColumn(key, depth);
        bool isConverted = value is not null && _traits.IsConvertedBasic(value);
        if (isConverted) position = WriteConverted(position, value!, depth);
        NoteColumn(null, depth);
        return isConverted ? position : WriteValue(position, value, key, holder, depth);
    }

    private int WriteConverted(int position, object value, int depth)
    {
        double number = NonFiniteFailure.NumberOf(value);
        return IsReplaced(number, depth) ? WriteNonFinite(position, number, key: null, depth)
            : _traits.QuotedNumber(value.GetType()) is { } quoted ? quoted.WriteBoxedQuoted(this, position, value, depth)
            : WriteRuntime(position, value, value.GetType(), depth);
    }

    // The options replace a number that JSON does not have. The serializer does not know that.
    private bool IsReplaced(double number, int depth) =>
        !double.IsFinite(number) && depth == RowDepth + 1 && _options.NonFiniteHandling != JsonNonFiniteHandling.Default;

    private int WriteOwn(int position, object value, string? key, EncodedName? holder, int depth)
    {
        // Sealed types: a comparison each. All other scalars go by the table.
        if (value is JsonElement element) return WriteElement(position, element, depth);
        if (value is DateTimeOffset timeWithOffset) return WriteScalar(position, timeWithOffset, key, depth);
        // Exact types instead of casts: a cast to a class that is not sealed, or to an array, is a call.
        Type type = value.GetType();
        if (type == typeof(Dictionary<string, object?>))
            return WriteNested(position, Unsafe.As<Dictionary<string, object?>>(value), holder, depth);
        if (type == typeof(List<object?>)) return WriteNested(position, Unsafe.As<List<object?>>(value), holder, depth);
        if (type == typeof(object?[])) return WriteNested(position, Unsafe.As<object?[]>(value), holder, depth);
        if (type == typeof(byte[])) return WriteBase64(position, Unsafe.As<byte[]>(value));
        if (BoxedScalars.Find(type) is { } scalar) return scalar.WriteBoxed(this, position, value, key, depth);
        if (value is JsonDocument document) return WriteElement(position, document.RootElement, depth);
        return TryWriteScalars(ref position, value, type, depth) ? position : WriteRuntime(position, value, type, depth);
    }

    // Values of a list are often of one type.
    private int WriteRuntime(int position, object value, Type type, int depth)
    {
        if (!ReferenceEquals(_lastRuntime?.Type, type)) _lastRuntime = _context.RuntimeWriters.Of(type);
        return _lastRuntime is { } writer ? writer.Write(this, position, value, depth) : WriteTyped(position, value, depth);
    }

    // Has the serializer write a value by its declared type.
    public int WriteTyped<TValue>(int position, TValue value, int depth) => _fallback.WriteTyped(position, value, depth);

    // Writes a value at a depth that need not be that of the cells under way.
    public int WriteNested<T>(int position, T value, ValueWriter<T> writer, int depth)
    {
        int cellDepth = _cellDepth;
        _cellDepth = depth;
        position = writer.Write(this, position, value);
        _cellDepth = cellDepth;
        return position;
    }
}
