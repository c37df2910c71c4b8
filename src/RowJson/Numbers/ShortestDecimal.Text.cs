namespace RowJson;

// The text of seventeen digits and a decimal exponent, as .NET writes floating-point numbers.
internal static partial class ShortestDecimal
{
    // The longest text without a sign: 1.2345678901234567E-308, 1 + 1 + 16 + 5 = 23; positional 0.00012345678901234567, 2 + 3 + 17 = 22.
    public const int MaxTextLength = AllDigits + 1 + MaxExponentLength;

    // Sixteen digits are the bytes of a vector; one more is the last.
    private const int VectorDigits = 16, AllDigits = VectorDigits + 1;

    // Numbers from 0.0001 upwards are written without an exponent: their first digit is the fourth after the point.
    private const int MinPositionalScale = -3;

    // E-308
    private const int MaxExponentLength = 5;

    // For each place in a vector what is added to its index: 0 before the point, Point, -1 after it. Loaded from index 17 - n on, the point
    // is at place n: 17 zeros, the point, and as many -1 as a load from index 16 reads.
    private const byte Point = 64;

    private static ReadOnlySpan<byte> Shifts =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Point,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    ];

    // Writes 0.sixteenlast·10^scale, where the parts are 16 digits and one digit wide and the first is not 0; positional where it has no
    // more than maxScale digits before the point. Touches no more than MaxTextLength bytes.
    // The point is inserted without moving bytes in memory: all digits are stored one byte further than without a point, and over them
    // those up to the point, with it. For 12345.678, scale 5:
    //     offset                       0 1 2 3 4 5 6 7 8 9
    //     one byte further               1 2 3 4 5 6 7 8 0
    //     shuffled                     1 2 3 4 5 . 6 7 8 0
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, ulong sixteen, uint last, int scale, int maxScale)
    {
        Vector128<byte> digits = Sixteen(sixteen);
        uint isZero = Vector128.Equals(digits, Vector128<byte>.Zero).ExtractMostSignificantBits();
        int count = 32 - BitOperations.LeadingZeroCount(isZero ^ 0xFFFF); // without the zeros at the end
        if (last != 0) count = AllDigits;
        digits |= Vector128.Create((byte)'0');
        byte lastDigit = (byte)('0' + last);

        if (scale > 0 && scale <= maxScale)
        {
            Vector128.StoreUnsafe(digits, ref destination, 1);
            Unsafe.Add(ref destination, AllDigits) = lastDigit;
            Vector128.StoreUnsafe(WithPoint(digits, scale), ref destination);
            // The point is after the vector.
            if (scale >= VectorDigits) Unsafe.Add(ref destination, VectorDigits) = scale == VectorDigits ? (byte)'.' : lastDigit;
            return count > scale ? count + 1 : scale; // an integer has no point; its zeros are there
        }

        if (scale is <= 0 and >= MinPositionalScale)
        {
            const ulong ZeroPoint = ((ulong)'.' << 8) + (Digits.EightZeros & ~0xFF00UL); // "0.000000"
            const int ZeroPointLength = 2;
            int lead = ZeroPointLength - scale; // and a zero for each place
            Digits.Store(ref destination, ZeroPoint);
            ref byte first = ref Unsafe.Add(ref destination, lead);
            Vector128.StoreUnsafe(digits, ref first);
            Unsafe.Add(ref first, VectorDigits) = lastDigit;
            return lead + count;
        }

        Vector128.StoreUnsafe(digits, ref destination, 1);
        destination = digits.ToScalar();
        Unsafe.Add(ref destination, 1) = (byte)'.';
        Unsafe.Add(ref destination, AllDigits) = lastDigit;
        int length = count > 1 ? count + 1 : 1;
        return length + WriteExponent(ref Unsafe.Add(ref destination, length), scale - 1);
    }

    // The digits (0 to 9 each) of a number below 10^16: twice eight digits, as Digits.Eight finds them, the last two rounds in one vector.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Sixteen(ulong value)
    {
        Debug.Assert(value < (ulong)Digits.HundredMillion * Digits.HundredMillion);
        uint high = (uint)(value / Digits.HundredMillion);
        Vector128<uint> fours = Vector128.Create(
            Digits.Fours(high), Digits.Fours((uint)(value - (ulong)high * Digits.HundredMillion))).AsUInt32();

        // 5,243 = ceil(2^19 / 100): its error, 0.12 / 2^19 of the number, is under 1/100 below 10,000.
        Vector128<uint> hundreds = (fours * 5_243u) >>> 19;
        Vector128<ushort> twos = ((fours << 16) - hundreds * ((100u << 16) - 1)).AsUInt16();

        // 103 = ceil(2^10 / 10): as in Digits.Eight.
        Vector128<ushort> tens = (twos * (ushort)103) >>> 10;
        return ((twos << 8) - tens * ((10 << 8) - 1)).AsByte();
    }

    // Digits with the point after the first before (1 to 17); those after it move by a place.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WithPoint(Vector128<byte> digits, int before)
    {
        Debug.Assert(before is >= 1 and <= AllDigits);
        Vector128<byte> shifts = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Shifts), (nuint)(AllDigits - before));
        Vector128<byte> moved = Vector128.ShuffleNative(digits, shifts + Vector128<byte>.Indices);
        return Vector128.ConditionalSelect(
            Vector128.Equals(shifts, Vector128.Create(Point)), Vector128.Create((byte)'.'), moved);
    }

    // E, the sign, and at least two digits.
    private static int WriteExponent(ref byte destination, int exponent)
    {
        destination = (byte)'E';
        Unsafe.Add(ref destination, 1) = (byte)(exponent < 0 ? '-' : '+');
        uint magnitude = (uint)Math.Abs(exponent);
        Debug.Assert(magnitude < 1000);
        if (magnitude < 100)
        {
            Digits.StorePair(ref Unsafe.Add(ref destination, 2), magnitude);
            return 4;
        }
        uint hundreds = magnitude / 100;
        Unsafe.Add(ref destination, 2) = (byte)('0' + hundreds);
        Digits.StorePair(ref Unsafe.Add(ref destination, 3), magnitude - hundreds * 100);
        return 5;
    }
}
