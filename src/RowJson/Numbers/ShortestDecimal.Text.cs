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

    // Writes 0.digitslast·10^scale, where the parts are 16 digits and one digit wide and the first is not 0; positional where it has no
    // more than maxScale digits before the point. Touches no more than MaxTextLength bytes.
    // The point is inserted without moving bytes in memory: all digits are stored one byte further than without a point, and over them
    // those up to the point, with it. For 12345.678, scale 5:
    //     offset                       0 1 2 3 4 5 6 7 8 9
    //     one byte further               1 2 3 4 5 6 7 8 0
    //     shuffled                     1 2 3 4 5 . 6 7 8 0
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, Vector128<byte> digits, uint last, int scale, int maxScale)
    {
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

        if ((uint)-scale <= -MinPositionalScale)
        {
            const ulong ZeroPoint = ((ulong)'.' << 8) + (Digits.EightZeros & ~0xFF00UL); // "0.000000"
            const int ZeroPointLength = 2;
            int lead = ZeroPointLength - scale; // and a zero for each place
            Digits.Store(ref destination, ZeroPoint);
            ref byte first = ref Unsafe.Add(ref destination, (nuint)(uint)lead);
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

    // The digits (0 to 9 each) of two numbers of eight digits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Sixteen(ulong high, ulong low)
    {
        Debug.Assert(high < Digits.HundredMillion && low < Digits.HundredMillion);
        if (!Sse2.IsSupported) return Vector128.Create(Digits.Eight((uint)high), Digits.Eight((uint)low)).AsByte();

        // The rounds of Digits.Eight, but the quotient goes to the upper half of each lane, which takes fewer instructions; the bytes are
        // reversed at the end. The errors: of ceil(2^45 / 10^4) 0.12 / 2^45 of a number below 10^8; of ceil(2^19 / 100) 0.12 / 2^19 below
        // 10,000; of ceil(2^16 / 10) 0.4 / 2^16 below 100: each under one part of the divisor.
        Vector128<ulong> eights = Vector128.Create(low, high);
        Vector128<uint> thousands = (Sse2.Multiply(eights.AsUInt32(), Vector128.Create(3_518_437_209u)) >>> 45).AsUInt32();
        Vector128<uint> fours = (eights + Sse2.Multiply(thousands, Vector128.Create(uint.MaxValue - 9_999))).AsUInt32();
        Vector128<uint> hundreds = Sse2.MultiplyHigh(fours.AsUInt16(), Vector128.Create((ushort)5_243)).AsUInt32() >>> 3;
        Vector128<ushort> twos = (fours + hundreds * ((1u << 16) - 100)).AsUInt16();
        Vector128<ushort> tens = Sse2.MultiplyHigh(twos, Vector128.Create((ushort)6_554));
        Vector128<byte> digits = (twos + tens * (ushort)((1 << 8) - 10)).AsByte();
        return Vector128.ShuffleNative(digits, Vector128.Create((byte)15) - Vector128<byte>.Indices);
    }

    // Digits with the point after as many as before says (1 to 17); those after the point move by one place.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> WithPoint(Vector128<byte> digits, int before)
    {
        Debug.Assert(before is >= 1 and <= AllDigits);
        Vector128<byte> shifts = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Shifts), (nuint)(AllDigits - before));
        Vector128<byte> moved = Vector128.ShuffleNative(digits, shifts + Vector128<byte>.Indices);
        return Vector128.ConditionalSelect(Vector128.Equals(shifts, Vector128.Create(Point)), Vector128.Create((byte)'.'), moved);
    }

    // E, the sign, and at least two digits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteExponent(ref byte destination, int exponent)
    {
        destination = (byte)'E';
        Unsafe.Add(ref destination, 1) = (byte)(exponent < 0 ? '-' : '+');
        uint magnitude = (uint)Math.Abs(exponent);
        Debug.Assert(magnitude < 1000);
        uint hundreds = magnitude / 100;
        Unsafe.Add(ref destination, 2) = (byte)('0' + hundreds); // overwritten unless there are three digits
        int length = hundreds == 0 ? 2 : 3;
        Digits.StorePair(ref Unsafe.Add(ref destination, length), magnitude - hundreds * 100);
        return length + 2;
    }
}
