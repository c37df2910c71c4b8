namespace RowJson;

// Enumerations, or the numbers behind them. The serializer is asked once for the text of each value, a number or a string; from then on the
// text is copied.
internal sealed class EnumWriter<TEnum>(Func<TEnum, byte[]> serialize) : ValueWriter<TEnum>
    where TEnum : struct
{
    // Values below this are found by index: nearly all of most enumerations.
    private const int DenseValues = 64;

    // Other values that are kept: combinations of flags may be many.
    private const int MaxOthers = 256;

    private readonly byte[]?[] _dense = new byte[DenseValues][];
    private readonly Lock _lock = new();
    private Dictionary<TEnum, byte[]> _others = [];

    public override bool ChecksDepth => false;

    public override int Write(ValueEncoder encoder, int position, TEnum value)
    {
        ulong number = NumberOf(value);
        byte[]? text = number < DenseValues ? _dense[number] : _others.GetValueOrDefault(value);
        return encoder.WriteText(position, text ?? Add(value, number));
    }

    private static ulong NumberOf(TEnum value) => Unsafe.SizeOf<TEnum>() switch
    {
        sizeof(byte) => Unsafe.BitCast<TEnum, byte>(value),
        sizeof(ushort) => Unsafe.BitCast<TEnum, ushort>(value),
        sizeof(uint) => Unsafe.BitCast<TEnum, uint>(value),
        _ => Unsafe.BitCast<TEnum, ulong>(value),
    };

    private byte[] Add(TEnum value, ulong number)
    {
        byte[] text = serialize(value);
        if (number < DenseValues) Volatile.Write(ref _dense[number], text);
        else if (_others.Count < MaxOthers)
        {
            // Replaced as a whole: readers take no lock.
            lock (_lock) Volatile.Write(ref _others, new Dictionary<TEnum, byte[]>(_others) { [value] = text });
        }
        return text;
    }
}
