namespace RowJson;

// The text of seventeen digits and a decimal exponent, as .NET writes floating-point numbers.
internal static partial class ShortestDecimal
{
    // The longest text without a sign: 1.2345678901234567E-308, 1 + 1 + 16 + 5 = 23; positional 0.00012345678901234567, 2 + 3 + 17 = 22.
    public const int MaxTextLength = ExponentialEnd + MaxExponentLength;

    // Numbers from 0.0001 upwards are written without an exponent: their first digit is the fourth after the point.
    private const int MinPositionalScale = -3;

    // The digits are 1, a middle word of 8 and an end word of 8. Without a point, middle and end begin here:
    private const int MiddleOffset = 1, EndOffset = MiddleOffset + Digits.WordLength;

    // And with the point after the first digit, one byte further: d.mmmmmmmmeeeeeeee.
    private const int ShiftedMiddleOffset = MiddleOffset + 1, ShiftedEndOffset = EndOffset + 1;
    private const int ExponentialEnd = ShiftedEndOffset + Digits.WordLength;

    // E-308
    private const int MaxExponentLength = 5;

    // Writes 0.firstsecondthird·10^scale, where the parts are 1, 8 and 8 digits wide and first is not 0; positional where it has no more
    // than maxScale digits before the point. Touches no more than MaxTextLength bytes.
    // The point is inserted without moving bytes: the words are stored one byte further than without a point, and the word that the point
    // falls into is stored again, one byte before, with the point after its first digits. For 12345.678, scale 5:
    //     offset                       0 1 2 3 4 5 6 7 8 9
    //     first, middle one further    1   2 3 4 5 6 7 8 0
    //     middle with its point          2 3 4 5 . 6 7 8       the point after 4 digits; the last digit is pushed out, and is there
    //     text                         1 2 3 4 5 . 6 7 8 0
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, uint first, uint second, uint third, int scale, int maxScale)
    {
        Debug.Assert(first is >= 1 and <= 9);
        ulong middle = Digits.Eight(second);
        ulong end = Digits.Eight(third);
        int count = end != 0
            ? EndOffset + Digits.CountWithoutTrailingZeros(end)
            : MiddleOffset + Digits.CountWithoutTrailingZeros(middle);
        middle += Digits.EightZeros;
        end += Digits.EightZeros;

        if (scale > 0 && scale <= maxScale)
        {
            destination = (byte)('0' + first);
            if (scale < EndOffset)
            {
                Digits.Store(ref Unsafe.Add(ref destination, ShiftedMiddleOffset), middle);
                Digits.Store(ref Unsafe.Add(ref destination, MiddleOffset), WithPoint(middle, scale - MiddleOffset));
                Digits.Store(ref Unsafe.Add(ref destination, ShiftedEndOffset), end);
            }
            else
            {
                // The point is within the end word, or after it.
                Digits.Store(ref Unsafe.Add(ref destination, MiddleOffset), middle);
                Digits.Store(ref Unsafe.Add(ref destination, ShiftedEndOffset), end);
                Digits.Store(
                    ref Unsafe.Add(ref destination, EndOffset),
                    scale < EndOffset + Digits.WordLength ? WithPoint(end, scale - EndOffset) : end);
            }
            return count > scale ? count + 1 : scale; // an integer has no point; its zeros are there
        }

        if (scale is <= 0 and >= MinPositionalScale)
        {
            const ulong ZeroPoint = ((ulong)'.' << 8) + (Digits.EightZeros & ~0xFF00UL); // "0.000000"
            const int ZeroPointLength = 2;
            int lead = ZeroPointLength - scale; // and a zero for each place
            Digits.Store(ref destination, ZeroPoint);
            ref byte digits = ref Unsafe.Add(ref destination, lead);
            digits = (byte)('0' + first);
            Digits.Store(ref Unsafe.Add(ref digits, MiddleOffset), middle);
            Digits.Store(ref Unsafe.Add(ref digits, EndOffset), end);
            return lead + count;
        }

        destination = (byte)('0' + first);
        Unsafe.Add(ref destination, 1) = (byte)'.';
        Digits.Store(ref Unsafe.Add(ref destination, ShiftedMiddleOffset), middle);
        Digits.Store(ref Unsafe.Add(ref destination, ShiftedEndOffset), end);
        int length = count > 1 ? count + 1 : 1;
        return length + WriteExponent(ref Unsafe.Add(ref destination, length), scale - 1);
    }

    // A word of digits with the point after the first before (0 to 7); the last digit is pushed out.
    //     word, before = 4        2 3 4 5 6 7 8 0      the first digit lowest
    //     after                   . . . . 1 1 1 1      all ones
    //     word without after      2 3 4 5
    //     moved by a byte                   6 7 8
    //     result                  2 3 4 5 . 6 7 8
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong WithPoint(ulong word, int before)
    {
        Debug.Assert(before is >= 0 and <= 7);
        int bits = before * 8;
        ulong after = ulong.MaxValue << bits;
        return (word & ~after) | ((word & after) << 8) | ((ulong)'.' << bits);
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
