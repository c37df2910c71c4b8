using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>The text of seventeen digits and a decimal exponent, as .NET writes floating-point numbers.</content>
internal static partial class ShortestDecimal
{
    /// <summary>
    /// The longest text without a sign: <c>1.2345678901234567E-308</c>, 1 + 1 + 16 + 5 = 23; positional
    /// <c>0.00012345678901234567</c>, 2 + 3 + 17 = 22.
    /// </summary>
    public const int MaxTextLength = 23;

    /// <summary>Numbers from 0.0001 upwards are written without an exponent: their first digit is the fourth behind the point.</summary>
    private const int MinPositionalScale = -3;

    /// <summary>
    /// Writes 0.<paramref name="first"/><paramref name="second"/><paramref name="third"/>·10^<paramref name="scale"/>,
    /// where the parts are 1, 8 and 8 digits wide and <paramref name="first"/> is not 0; positional where it has no more
    /// than <paramref name="maxScale"/> digits before the point. Touches no more than <see cref="MaxTextLength"/> bytes.
    /// </summary>
    /// <remarks>
    /// The point goes in without moving bytes: the words are stored one byte further than they belong, and the word that
    /// the point falls into is stored again with its digits before the point shifted back.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(ref byte destination, uint first, uint second, uint third, int scale, int maxScale)
    {
        Debug.Assert(first is >= 1 and <= 9);
        ulong middle = Digits.Eight(second);
        ulong end = Digits.Eight(third);
        int count = end != 0 ? 9 + Digits.CountWithoutTrailingZeros(end) : 1 + Digits.CountWithoutTrailingZeros(middle);
        middle += Digits.EightZeros;
        end += Digits.EightZeros;

        if (scale > 0 && scale <= maxScale)
        {
            destination = (byte)('0' + first);
            if (scale <= 8)
            {
                Digits.Store(ref Unsafe.Add(ref destination, 2), middle);
                Digits.Store(ref Unsafe.Add(ref destination, 1), WithPoint(middle, scale - 1));
                Digits.Store(ref Unsafe.Add(ref destination, 10), end);
            }
            else
            {
                Digits.Store(ref Unsafe.Add(ref destination, 1), middle);
                Digits.Store(ref Unsafe.Add(ref destination, 10), end);
                Digits.Store(ref Unsafe.Add(ref destination, 9), scale <= 16 ? WithPoint(end, scale - 9) : end);
            }
            return count > scale ? count + 1 : scale; // no point behind an integer; its zeros are there
        }

        if (scale is <= 0 and >= MinPositionalScale)
        {
            const ulong ZeroPoint = ((ulong)'.' << 8) + (Digits.EightZeros & ~0xFF00UL); // "0.000000"
            int lead = 2 - scale;
            Digits.Store(ref destination, ZeroPoint);
            ref byte digits = ref Unsafe.Add(ref destination, lead);
            digits = (byte)('0' + first);
            Digits.Store(ref Unsafe.Add(ref digits, 1), middle);
            Digits.Store(ref Unsafe.Add(ref digits, 9), end);
            return lead + count;
        }

        destination = (byte)('0' + first);
        Unsafe.Add(ref destination, 1) = (byte)'.';
        Digits.Store(ref Unsafe.Add(ref destination, 2), middle);
        Digits.Store(ref Unsafe.Add(ref destination, 10), end);
        int length = count > 1 ? count + 1 : 1;
        return length + WriteExponent(ref Unsafe.Add(ref destination, length), scale - 1);
    }

    /// <summary>A word of digits with the point behind the first <paramref name="before"/> (0 to 7); the last digit is pushed out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong WithPoint(ulong word, int before)
    {
        Debug.Assert(before is >= 0 and <= 7);
        int bits = before * 8;
        ulong behind = ulong.MaxValue << bits;
        return (word & ~behind) | ((word & behind) << 8) | ((ulong)'.' << bits);
    }

    /// <summary><c>E</c>, the sign, and at least two digits.</summary>
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
