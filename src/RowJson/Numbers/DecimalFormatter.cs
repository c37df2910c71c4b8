using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Writes decimals with all their decimals, zeros at the end included: <c>1.10</c>. A zero has no sign.</summary>
internal static class DecimalFormatter
{
    /// <summary>The longest text: <c>-0.</c> and 28 decimals, or a sign, 29 digits and a point: 31.</summary>
    public const int MaxLength = 31;

    /// <summary>
    /// What must be reserved. A word of 8 begins behind a sign, 19 digits and the point at the latest, 1 + 19 + 1 + 8 = 29;
    /// the framework, which writes the longest texts, stays within its span.
    /// </summary>
    public const int Room = MaxLength;

    private const int SignMask = int.MinValue;
    private const int ScaleShift = 16;

    /// <summary>As many decimals as fit in two words of eight digits.</summary>
    private const int MaxScale = 16;

    public static int Format(ref byte destination, decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        int scale = (parts[3] >> ScaleShift) & 0xFF;
        if (parts[2] != 0 || scale > MaxScale) return FormatOther(ref destination, value);

        ulong digits = (uint)parts[0] | ((ulong)(uint)parts[1] << 32);
        destination = (byte)'-'; // overwritten unless negative
        int length = (parts[3] & SignMask) != 0 && digits != 0 ? 1 : 0;
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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteFraction(ref byte destination, ulong fraction, int scale)
    {
        Debug.Assert(scale is >= 1 and <= MaxScale && fraction < Digits.PowersOfTen[scale]);
        if (scale <= 8)
        {
            Digits.Store(ref destination, (Digits.Eight((uint)fraction) + Digits.EightZeros) >> ((8 - scale) * 8));
            return;
        }
        uint high = (uint)(fraction / 100_000_000);
        uint low = (uint)(fraction - (ulong)high * 100_000_000);
        Digits.Store(ref destination, (Digits.Eight(high) + Digits.EightZeros) >> ((16 - scale) * 8));
        Digits.Store(ref Unsafe.Add(ref destination, scale - 8), Digits.Eight(low) + Digits.EightZeros);
    }

    /// <summary>Digits beyond 64 bits, or very many decimals: seldom, and the framework's way.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatOther(ref byte destination, decimal value)
    {
        Span<byte> text = MemoryMarshal.CreateSpan(ref destination, MaxLength);
        bool fits = value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        Debug.Assert(fits);
        return length;
    }
}
