namespace RowJson;

// Scalars of a type that is known when the code is compiled, so that only one branch of the tests is left.
internal abstract partial class CellEncoder
{
    // Writes a cell whose value is one of ScalarTypes that no converter is asked about. length: see WriteName.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteScalarCell<TValue>(int position, EncodedName name, int length, TValue value)
        where TValue : struct
    {
        ref byte text = ref WriteName(ref position, name, length);
        return WriteScalarText(position, ref text, name, value);
    }

    // Writes a cell whose value may be null: as null, or not at all where the options omit nulls.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteScalarCell<TValue>(int position, EncodedName name, int length, TValue? value)
        where TValue : struct
    {
        // The name is written in one place for both cases: compiled code is half as long.
        if (!value.HasValue && OmitsNullCell) return position;
        ref byte text = ref WriteName(ref position, name, length);
        if (value.HasValue) return WriteScalarText(position, ref text, name, value.GetValueOrDefault());
        Unsafe.WriteUnaligned(ref text, NullText);
        return position + "null"u8.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteStringCell(int position, EncodedName name, int length, string? value)
    {
        if (value is null && OmitsNullCell) return position;
        ref byte text = ref WriteName(ref position, name, length);
        if (value is not null) return StringEncoder.WriteQuoted(_output, position, ref text, value, _escapes);
        Unsafe.WriteUnaligned(ref text, NullText);
        return position + "null"u8.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteTextCell(int position, EncodedName name, int length, string value)
    {
        ref byte text = ref WriteName(ref position, name, length);
        return StringEncoder.WriteQuoted(_output, position, ref text, value, _escapes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int WriteScalarText<TValue>(int position, ref byte text, EncodedName name, TValue value)
        where TValue : struct
    {
        // The tests are constants in the specialised code: only one branch of them is left.
        if (value is int int32) return position + IntegerFormatter.Format(ref text, int32);
        if (value is long int64) return position + IntegerFormatter.Format(ref text, int64);
        if (value is bool flag) return position + FormatBoolean(ref text, flag);
        if (value is double number)
            return double.IsFinite(number)
                ? position + DoubleFormatter.Format(ref text, number)
                : WriteNonFinite(position, number, name.Key, _cellDepth);
        if (value is decimal money) return position + DecimalFormatter.Format(ref text, money);
        if (value is DateTime time) return position + DateTimeFormatter.Format(ref text, time);
        if (value is DateTimeOffset timeWithOffset) return position + DateTimeFormatter.Format(ref text, timeWithOffset);
        if (value is DateOnly date) return position + DateTimeFormatter.Format(ref text, date);
        if (value is TimeSpan span) return position + DateTimeFormatter.Format(ref text, span);
        if (value is Guid guid) return position + GuidFormatter.Format(ref text, guid);
        if (value is short int16) return position + IntegerFormatter.Format(ref text, (int)int16);
        if (value is byte uint8) return position + IntegerFormatter.Format(ref text, (uint)uint8);
        return WriteOtherScalar(position, value, name.Key);
    }

    // Out of line: it is large, and compiled code contains a copy of everything inlined, for each column.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteOtherScalar<TValue>(int position, TValue value, string? key)
        where TValue : struct =>
        ScalarWriter<TValue>.Instance!.Write(this, position, value, key, _cellDepth);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Format<TValue, TFormatter>(int position, TValue value)
        where TValue : struct
        where TFormatter : struct, IScalarFormatter<TValue> =>
        position + TFormatter.Format(ref _output.At(position, MaxScalarLength), value);

    // "null", "true" and "false" as the little-endian numbers that one store writes; the two of Booleans are longer than their texts.
    // Constants: code that is compiled before the class is initialized, and never again, would check for that at each use of a field.
    private const uint NullText = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;

    private const ulong TrueText = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;

    private const ulong FalseText = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24 | (ulong)'e' << 32;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNull(int position)
    {
        Unsafe.WriteUnaligned(ref _output.At(position, sizeof(uint)), NullText);
        return position + "null"u8.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteBoolean(int position, bool value) => position + FormatBoolean(ref _output.At(position, sizeof(ulong)), value);

    // One store, and no branch on the value, which cannot be predicted.
    // Arithmetic, because the compiler makes branches of conditional expressions within loops. Any byte but 0 is true.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatBoolean(ref byte destination, bool value)
    {
        long isTrue = (long)(0UL - Unsafe.BitCast<bool, byte>(value)) >> 63; // all ones, or 0
        Unsafe.WriteUnaligned(ref destination, FalseText ^ ((ulong)isTrue & (TrueText ^ FalseText)));
        return "false"u8.Length + (int)isTrue;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int WriteDouble(int position, double value, string? key, int depth) =>
        double.IsFinite(value)
            ? position + DoubleFormatter.Format(ref _output.At(position, DoubleFormatter.Room), value)
            : WriteNonFinite(position, value, key, depth);

    // isQuoted: numbers are written as strings, and such a number can be one as well.
    public int WriteNonFinite(int position, double value, string? key, int depth, bool isQuoted = false)
    {
        bool isCell = depth == RowDepth + 1;
        if (isCell && _options.NonFiniteHandling == JsonNonFiniteHandling.Null) return WriteNull(position);
        if (!isQuoted && !_writesNamedLiterals && !(isCell && _options.NonFiniteHandling == JsonNonFiniteHandling.NamedLiterals))
        {
            NoteColumn(key, depth);
            // JsonRowOptions.NonFiniteHandling is for cells, not for what is nested in them.
            throw new ArgumentException(
                $"JSON has no number for {value.ToString(System.Globalization.CultureInfo.InvariantCulture)}. "
                + (isCell ? "Set JsonRowOptions.NonFiniteHandling to write null or a string, or " : "Set ")
                + "JsonNumberHandling.AllowNamedFloatingPointLiterals in the JsonSerializerOptions.");
        }
        return WriteText(position, double.IsNaN(value) ? "\"NaN\""u8 : value > 0 ? "\"Infinity\""u8 : "\"-Infinity\""u8);
    }

    // Remembers the column whose value is being written; values nested in a cell belong to the cell's column.
    protected void NoteColumn(string? key, int depth)
    {
        if (depth == RowDepth + 1) Column = key;
    }

    public int WriteText(int position, ReadOnlySpan<char> text) => StringEncoder.WriteQuoted(_output, position, text, _escapes);

    public int WriteBase64(int position, ReadOnlySpan<byte> bytes)
    {
        int length = System.Buffers.Text.Base64.GetMaxEncodedToUtf8Length(bytes.Length);
        position = _output.Reserve(position, length + "\"\""u8.Length);
        _output.At(position++) = (byte)'"';
        System.Buffers.Text.Base64.EncodeToUtf8(bytes, _output.Buffer.AsSpan(position, length), out _, out _);
        position += length;
        _output.At(position) = (byte)'"';
        return position + 1;
    }

    public int WriteQuote(int position)
    {
        position = _output.Reserve(position, 1);
        _output.At(position) = (byte)'"';
        return position + 1;
    }
}
