namespace RowJson;

// Classifies blocks of eight code units: one bit per unit.
internal static unsafe partial class StringEncoder
{
    private const uint All8 = (1u << Units128) - 1;

    // Sorts eight units by what becomes of them: escaped ones as \uXXXX, special ones by the table of ASCII escapes, others as they are.
    // With an encoder that allows Cyrillic:
    //     units        a  я  "  中 b  >  я  1
    //     nonAscii     .  1  .  1  .  .  1  .
    //     allowed      1  1  .  .  1  .  1  1
    //     escaped      .  .  .  1  .  .  .  .
    //     special      .  .  1  .  .  1  .  .
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Classify8(
        Vector128<ushort> units, EscapeTable escapes, ref ulong allowedBmp, out uint nonAscii, out uint escaped, out uint special)
    {
        nonAscii = NonAscii8(units);
        uint allowed = escapes.EscapesAllNonAscii ? PlainAscii8(units, escapes) : Allowed8(units, ref allowedBmp);
        escaped = nonAscii & ~allowed;
        special = All8 & ~(nonAscii | allowed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint NonAscii8(Vector128<ushort> units) =>
        Vector128.GreaterThan(units, Vector128.Create((ushort)0x7F)).ExtractMostSignificantBits();

    // The units that are ASCII and written as they are.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint PlainAscii8(Vector128<ushort> units, EscapeTable escapes)
    {
        Vector128<byte> narrowed = Vector128.NarrowWithSaturation(units, units);
        return Vector128.Equals(escapes.NeedsEscaping(narrowed), Vector128<byte>.Zero).ExtractMostSignificantBits() & All8;
    }

    // The surrogates without their other half. A high one in the last place counts, because its other half may follow the block.
    // A block never begins between the halves of a pair, so the eight units alone decide:
    //     units        a  H  L  b  L  H  c  H
    //     high         .  1  .  .  .  1  .  1
    //     low          .  .  1  .  1  .  .  .
    //     low >> 1     .  1  .  1  .  .  .  .     where a high one has its other half
    //     high, moved  .  .  1  .  .  .  1  .     where a low one has its other half
    //     result       .  .  .  .  1  1  .  1
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LoneSurrogates8(Vector128<ushort> units)
    {
        Vector128<ushort> kind = units & Vector128.Create((ushort)0xFC00);
        Vector128<ushort> highs = Vector128.Equals(kind, Vector128.Create((ushort)0xD800));
        Vector128<ushort> lows = Vector128.Equals(kind, Vector128.Create((ushort)0xDC00));
        if ((highs | lows) == Vector128<ushort>.Zero) return 0;
        uint high = highs.ExtractMostSignificantBits();
        uint low = lows.ExtractMostSignificantBits();
        return (high & ~(low >> 1)) | (low & ~(high << 1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreAllowed8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        // Eight independent look-ups, whose lowest bits count.
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        ulong first = Bits(low, ref allowedBmp) & Bits(low >> 16, ref allowedBmp)
            & Bits(low >> 32, ref allowedBmp) & Bits(low >> 48, ref allowedBmp);
        ulong last = Bits(high, ref allowedBmp) & Bits(high >> 16, ref allowedBmp)
            & Bits(high >> 32, ref allowedBmp) & Bits(high >> 48, ref allowedBmp);
        return (first & last & 1) != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Allowed8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        if (Avx2.IsSupported) return Gather8(units, ref allowedBmp);
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        return Allowed4(low, ref allowedBmp) | (Allowed4(high, ref allowedBmp) << 4);
    }

    // Gathers eight half words of 32 bits, and shifts each unit's bit to the sign. A unit's upper 11 bits are the index of its half word,
    // the lower five the number of its bit, which is 31 - number below the sign:
    //     unit 4E2D        01001110001 01101
    //     half word        0x271
    //     shift left by    31 - 13 = 18          ~unit & 31
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Gather8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        Vector256<uint> wide = Avx2.ConvertToVector256Int32(units).AsUInt32();
        fixed (ulong* words = &allowedBmp)
        {
            Vector256<uint> halves = Avx2.GatherVector256((uint*)words, (wide >>> 5).AsInt32(), sizeof(uint));
            return Avx2.ShiftLeftLogicalVariable(halves, Vector256.AndNot(Vector256.Create(31u), wide)).ExtractMostSignificantBits();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Allowed4(ulong units, ref ulong allowedBmp)
    {
        ulong a = Bits(units, ref allowedBmp) & 1, b = Bits(units >> 16, ref allowedBmp) & 1;
        ulong c = Bits(units >> 32, ref allowedBmp) & 1, d = Bits(units >> 48, ref allowedBmp) & 1;
        return (uint)(a | (b << 1) | (c << 2) | (d << 3));
    }

    // The bit of EscapeTable.AllowedBmp for the unit in the lowest 16 bits, moved to the lowest place; above it are those of further units.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bits(ulong unit, ref ulong allowedBmp) =>
        Unsafe.Add(ref allowedBmp, (nuint)(ushort)unit >> EscapeTable.BmpWordShift) >> (int)unit; // the shift is taken modulo 64
}
