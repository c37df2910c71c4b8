using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Writes decimals with all their decimals, zeros at the end included: <c>1.10</c>. A zero has no sign.</summary>
internal readonly struct DecimalFormatter : IScalarFormatter<decimal>
{
    /// <summary>The longest text: a sign, 29 digits and a point, or <c>-0.</c> and 28 decimals.</summary>
    public const int MaxLength = 1 + 29 + 1;

    /// <summary>
    /// What must be reserved. A word of 8 begins after a sign, 19 digits and the point at the latest, 1 + 19 + 1 + 8 = 29;
    /// the framework, which writes the longest texts, does not exceed its span.
    /// </summary>
    public const int Room = MaxLength;

    // The four parts of decimal.GetBits: the digits from the lowest on, then the flags.
    private const int Low = 0, Middle = 1, High = 2, Flags = 3;
    private const int SignMask = int.MinValue;
    private const int ScaleShift = 16;
    private const int ScaleMask = 0xFF;

    /// <summary>As many decimals as fit in two words of digits.</summary>
    private const int MaxScale = 2 * Digits.WordLength;

    public static int Format(ref byte destination, decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        int scale = (parts[Flags] >> ScaleShift) & ScaleMask;
        if (parts[High] != 0 || scale > MaxScale) return FormatOther(ref destination, value);

        ulong digits = (uint)parts[Low] | ((ulong)(uint)parts[Middle] << 32);
        destination = (byte)'-'; // overwritten unless negative
        int length = (parts[Flags] & SignMask) != 0 && digits != 0 ? 1 : 0;
        if (scale == 0) return length + IntegerFormatter.Format(ref Unsafe.Add(ref destination, length), digits);

        ulong unit = Digits.PowersOfTen[scale];
        ulong whole = digits / unit;
        ulong fraction = digits - whole * unit;
        length += IntegerFormatter.Format(ref Unsafe.Add(ref destination, length), whole);
        Unsafe.Add(ref destination, length++) = (byte)'.';
        WriteFraction(ref Unsafe.Add(ref destination, length), fraction, scale);
        return length + scale;
    }

    /// <summary>The decimals, leading zeros included: words of eight digits whose superfluous zeros are shifted out.</summary>
    /// <remarks>
    /// <code>
    /// 0.0123: fraction 123, scale 4
    /// as digits           3 2 1 0 0 0 0 0      the first digit lowest
    /// shifted by 4        . . . . 3 2 1 0      "0123" in memory
    /// </code>
    /// </remarks>
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

    /// <summary>Digits beyond 64 bits, or very many decimals: rare, and left to the framework.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatOther(ref byte destination, decimal value)
    {
        Span<byte> text = MemoryMarshal.CreateSpan(ref destination, MaxLength);
        bool fits = value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        Debug.Assert(fits);
        return length;
    }
}
