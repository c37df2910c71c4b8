namespace RowJson;

// Enumerations, or the numbers behind them. The serializer is asked once for the text of each value; from then on the text is copied. Where
// it writes a value that has a name as a number, it writes all values as numbers, and is not asked again.
internal sealed class EnumWriter<TEnum>(Type type, Func<object, byte[]> serialize) : ValueWriter<TEnum>
    where TEnum : struct
{
    // Values below this are found by index: nearly all of most enumerations.
    private const int DenseValues = 64;

    // There may be many combinations of flags. When there are more than this, all are dropped.
    private const int MaxOthers = 4096;

    private static readonly bool IsSigned =
        Type.GetTypeCode(typeof(TEnum)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;

    private readonly EncodedText?[] _dense = new EncodedText[DenseValues];
    private ConcurrentDictionary<TEnum, EncodedText> _others = [];
    private int _othersCount;
    private bool _writesNumbers;

    public override int Write(ValueEncoder encoder, int position, TEnum value)
    {
        ulong number = NumberOf(value);
        if (number < DenseValues && Volatile.Read(ref _dense[number]) is { } text) return encoder.WriteText(position, text);
        return _writesNumbers ? WriteNumber(encoder, position, number) : encoder.WriteText(position, FindText(value, number));
    }

    private static int WriteNumber(ValueEncoder encoder, int position, ulong number)
    {
        if (!IsSigned) return encoder.Format<ulong, IntegerFormatter>(position, number);
        int shift = 8 * (sizeof(ulong) - Unsafe.SizeOf<TEnum>());
        return encoder.Format<long, IntegerFormatter>(position, (long)(number << shift) >> shift);
    }

    // The bits, with zeros before them.
    private static ulong NumberOf(TEnum value) => Unsafe.SizeOf<TEnum>() switch
    {
        sizeof(byte) => Unsafe.BitCast<TEnum, byte>(value),
        sizeof(ushort) => Unsafe.BitCast<TEnum, ushort>(value),
        sizeof(uint) => Unsafe.BitCast<TEnum, uint>(value),
        _ => Unsafe.BitCast<TEnum, ulong>(value),
    };

    private EncodedText FindText(TEnum value, ulong number)
    {
        if (number >= DenseValues && _others.TryGetValue(value, out EncodedText? known)) return known;
        object named = Enum.ToObject(type, value);
        var text = new EncodedText(serialize(named));
        if (text.Utf8[0] != '"' && Enum.IsDefined(type, named)) _writesNumbers = true;
        else if (number < DenseValues) Volatile.Write(ref _dense[number], text);
        else
        {
            // A text that is lost is asked for again.
            if (Interlocked.Increment(ref _othersCount) > MaxOthers) (_others, _othersCount) = ([], 0);
            _others.TryAdd(value, text);
        }
        return text;
    }
}
