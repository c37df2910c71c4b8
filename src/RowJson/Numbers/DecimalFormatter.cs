namespace RowJson;

// Writes decimals with all their decimals, zeros at the end included: 1.10. A zero has no sign.
internal readonly struct DecimalFormatter : IScalarFormatter<decimal>
{
    // What must be reserved: the longest text is a sign, 29 digits and a point, or -0. and 28 decimals. A word of 8 begins after a sign, 19
    // digits and the point at the latest, 1 + 19 + 1 + 8 = 29; the framework, which writes the longest texts, does not exceed its span.
    public const int Room = 1 + 29 + 1;

    private const int SignMask = int.MinValue;
    private const int ScaleShift = 16;
    private const int ScaleMask = 0xFF;

    // The number of decimals that fit in two words of digits.
    private const int MaxScale = 2 * Digits.WordLength;

    // Whether a decimal in memory has the layout of Parts. Checked once, because the framework does not promise it. Its own way to the
    // parts, by a span on the stack, takes a quarter of the time of a cell.
    private static readonly bool HasParts =
        Unsafe.BitCast<decimal, Parts>(new decimal(lo: 1, mid: 2, hi: 3, isNegative: true, scale: 4))
        == new Parts(SignMask | 4 << ScaleShift, 3, (2UL << 32) | 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, decimal value)
    {
        // Read here, where the fields of the value may still be in registers: it would be passed as two words, and reading both at once, or
        // one of them after its halves were stored, would wait for the stores.
        Parts parts = HasParts ? Unsafe.BitCast<decimal, Parts>(value) : PartsOf(value);
        return Format(ref destination, parts.Flags, parts.High, parts.Digits);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Format(ref byte destination, int flags, uint high, ulong digits)
    {
        int scale = (flags >> ScaleShift) & ScaleMask;
        bool isNegative = (flags & SignMask) != 0;
        if (high != 0 || scale > MaxScale)
            return FormatOther(ref destination, new decimal((int)digits, (int)(digits >> 32), (int)high, isNegative, (byte)scale));

        destination = (byte)'-'; // overwritten unless negative
        int length = isNegative && digits != 0 ? 1 : 0;
        if (scale == 0) return length + IntegerFormatter.Format(ref Unsafe.Add(ref destination, length), digits);

        ulong unit = Digits.PowersOfTen[scale];
        ulong whole = digits / unit;
        ulong fraction = digits - whole * unit;
        length += IntegerFormatter.Format(ref Unsafe.Add(ref destination, length), whole);
        Unsafe.Add(ref destination, length++) = (byte)'.';
        WriteFraction(ref Unsafe.Add(ref destination, length), fraction, scale);
        return length + scale;
    }

    // The decimals, leading zeros included: words of eight digits whose superfluous zeros are shifted out.
    //     0.0123: fraction 123, scale 4
    //     as digits           3 2 1 0 0 0 0 0      the first digit lowest
    //     shifted by 4        . . . . 3 2 1 0      "0123" in memory
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteFraction(ref byte destination, ulong fraction, int scale)
    {
        Debug.Assert(scale is >= 1 and <= MaxScale && fraction < Digits.PowersOfTen[scale]);
        if (scale <= Digits.WordLength)
        {
            Digits.Store(ref destination, (Digits.Eight((uint)fraction) + Digits.EightZeros) >> ((Digits.WordLength - scale) * 8));
            return;
        }
        uint high = (uint)(fraction / Digits.HundredMillion);
        uint low = (uint)(fraction - (ulong)high * Digits.HundredMillion);
        Digits.Store(ref destination, (Digits.Eight(high) + Digits.EightZeros) >> ((MaxScale - scale) * 8));
        Digits.Store(ref Unsafe.Add(ref destination, scale - Digits.WordLength), Digits.Eight(low) + Digits.EightZeros);
    }

    // The parts as the framework gives them: the digits from the lowest on, then the flags.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static Parts PartsOf(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        return new Parts(parts[3], (uint)parts[2], ((ulong)(uint)parts[1] << 32) | (uint)parts[0]);
    }

    // Digits beyond 64 bits, or very many decimals: rare, and left to the framework.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatOther(ref byte destination, decimal value)
    {
        Span<byte> text = MemoryMarshal.CreateSpan(ref destination, Room);
        bool fits = value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        Debug.Assert(fits);
        return length;
    }

    // Sign and scale, the digits beyond 64 bits, the other digits.
    [StructLayout(LayoutKind.Sequential)]
    internal readonly record struct Parts(int Flags, uint High, ulong Digits);
}
