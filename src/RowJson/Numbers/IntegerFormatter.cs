namespace RowJson;

// Writes integers as JSON numbers. Up to four digits are written inline, longer numbers out of line.
internal readonly struct IntegerFormatter
    : IScalarFormatter<int>, IScalarFormatter<uint>, IScalarFormatter<long>, IScalarFormatter<ulong>,
    IScalarFormatter<short>, IScalarFormatter<ushort>, IScalarFormatter<byte>, IScalarFormatter<sbyte>
{
    // What must be reserved: the longest text is -9223372036854775808 (1 + 19) or 18446744073709551615 (20). A short number is stored as a
    // whole word of 8 after its sign, 1 + 8 < 20.
    public const int Room = 20;

    // The first numbers that have more than 4, 8 and 16 digits.
    private const uint FiveDigits = Digits.TenThousand;
    private const ulong NineDigits = Digits.HundredMillion;
    private const ulong SeventeenDigits = NineDigits * NineDigits;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, int value) =>
        (uint)value < FiveDigits ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, (long)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, uint value) =>
        value < FiveDigits ? FormatSmall(ref destination, value) : FormatLarge(ref destination, (ulong)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, long value) =>
        (ulong)value < FiveDigits ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, ulong value) =>
        value < FiveDigits ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, value);

    public static int Format(ref byte destination, short value) => Format(ref destination, (int)value);

    public static int Format(ref byte destination, ushort value) => Format(ref destination, (uint)value);

    public static int Format(ref byte destination, byte value) => Format(ref destination, (uint)value);

    public static int Format(ref byte destination, sbyte value) => Format(ref destination, (int)value);

    // One to four digits by branches: the numbers of a column mostly have the same length, so the branches are predicted, and the position
    // after the number is known before its digits are.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FormatSmall(ref byte destination, uint value)
    {
        Debug.Assert(value < FiveDigits);
        if (value < 100)
        {
            if (value < 10)
            {
                destination = (byte)('0' + value);
                return 1;
            }
            Digits.StorePair(ref destination, value);
            return 2;
        }
        uint high = value / 100;
        if (high < 10)
        {
            destination = (byte)('0' + high);
            Digits.StorePair(ref Unsafe.Add(ref destination, 1), value - high * 100);
            return 3;
        }
        Digits.StorePair(ref destination, high);
        Digits.StorePair(ref Unsafe.Add(ref destination, 2), value - high * 100);
        return 4;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatLarge(ref byte destination, long value)
    {
        if (value >= 0) return FormatAny(ref destination, (ulong)value);
        destination = (byte)'-';
        return 1 + FormatAny(ref Unsafe.Add(ref destination, 1), 0 - (ulong)value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatLarge(ref byte destination, ulong value) => FormatAny(ref destination, value);

    // Any number: words of eight digits, the first one without its leading zeros.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FormatAny(ref byte destination, ulong value)
    {
        if (value < NineDigits) return FormatUpToEight(ref destination, (uint)value);

        ulong high = value / NineDigits;
        uint low = (uint)(value - high * NineDigits);
        int length;
        // Up to twelve digits: the branches on the first of them cost half as much as a word of digits.
        if (high < FiveDigits) length = FormatSmall(ref destination, (uint)high);
        else if (value < SeventeenDigits) length = FormatUpToEight(ref destination, (uint)high);
        else
        {
            uint top = (uint)(high / NineDigits); // at most 1844: 2^64 = 1844 67440737 09551616
            length = FormatSmall(ref destination, top);
            Digits.Store(ref Unsafe.Add(ref destination, length), Digits.Eight((uint)(high - top * NineDigits)) + Digits.EightZeros);
            length += Digits.WordLength;
        }
        Digits.Store(ref Unsafe.Add(ref destination, length), Digits.Eight(low) + Digits.EightZeros);
        return length + Digits.WordLength;
    }

    // One word; its leading zeros are shifted out, and the bytes after the number are undefined.
    //     number 1234, as digits      04 03 02 01 00 00 00 00      the first digit lowest
    //     trailing zeros              32 bits, whole bytes
    //     + '0', shifted by 32        00 00 00 00 34 33 32 31      "1234" in memory
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatUpToEight(ref byte destination, uint value)
    {
        ulong digits = Digits.Eight(value);
        const ulong LastDigit = 1UL << (8 * (Digits.WordLength - 1)); // is always written: 0 has one digit
        const int WholeBytes = ~7;
        int leading = BitOperations.TrailingZeroCount(digits | LastDigit) & WholeBytes;
        Digits.Store(ref destination, (digits + Digits.EightZeros) >> leading);
        return Digits.WordLength - (leading >> 3);
    }
}

// Writes the JSON text of a value. Implemented by structs, so that each call is direct.
internal interface IScalarFormatter<in TValue>
    where TValue : struct
{
    // Writes the text at destination, where the formatter's room is reserved; returns its length.
    static abstract int Format(ref byte destination, TValue value);
}
