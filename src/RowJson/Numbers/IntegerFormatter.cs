using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>Writes integers as JSON numbers. Up to four digits are written inline, longer numbers out of line.</summary>
internal static class IntegerFormatter
{
    /// <summary>The longest text: <c>-9223372036854775808</c> (1 + 19), <c>18446744073709551615</c> (20).</summary>
    public const int MaxLength = 20;

    /// <summary>What must be reserved: a short number is stored as a whole word of 8 behind its sign, 1 + 8 &lt; 20.</summary>
    public const int Room = MaxLength;

    private const ulong EightDigits = 100_000_000;
    private const ulong SixteenDigits = EightDigits * EightDigits;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, int value) =>
        (uint)value < 10_000 ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, (long)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, uint value) =>
        value < 10_000 ? FormatSmall(ref destination, value) : FormatLarge(ref destination, (ulong)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, long value) =>
        (ulong)value < 10_000 ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, ulong value) =>
        value < 10_000 ? FormatSmall(ref destination, (uint)value) : FormatLarge(ref destination, value);

    /// <summary>
    /// One to four digits by branches: the numbers of a column have mostly the same length, so the branches are
    /// predicted, and the position behind the number is known before its digits are.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatSmall(ref byte destination, uint value)
    {
        Debug.Assert(value < 10_000);
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

    /// <summary>Any number: words of eight digits, the first one without its leading zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatAny(ref byte destination, ulong value)
    {
        if (value < EightDigits) return FormatUpToEight(ref destination, (uint)value);

        ulong high = value / EightDigits;
        uint low = (uint)(value - high * EightDigits);
        int length;
        if (value < SixteenDigits) length = FormatUpToEight(ref destination, (uint)high);
        else
        {
            uint top = (uint)(high / EightDigits); // at most 1844
            length = FormatSmall(ref destination, top);
            Digits.Store(ref Unsafe.Add(ref destination, length), Digits.Eight((uint)(high - top * EightDigits)) + Digits.EightZeros);
            length += 8;
        }
        Digits.Store(ref Unsafe.Add(ref destination, length), Digits.Eight(low) + Digits.EightZeros);
        return length + 8;
    }

    /// <summary>One word; its leading zeros are shifted out, and the bytes behind the number hold nothing of use.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatUpToEight(ref byte destination, uint value)
    {
        ulong digits = Digits.Eight(value);
        int leading = BitOperations.TrailingZeroCount(digits | (1UL << 56)) & ~7; // in bits; the last digit always stays
        Digits.Store(ref destination, (digits + Digits.EightZeros) >> leading);
        return 8 - (leading >> 3);
    }
}
