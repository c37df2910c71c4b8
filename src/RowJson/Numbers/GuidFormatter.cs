namespace RowJson;

// Writes Guids as JSON strings, quotes included, with the digits of Guid.ToString().
internal readonly struct GuidFormatter : IScalarFormatter<Guid>
{
    // What must be reserved: nothing is written after the text and its quotes.
    public const int Room = 1 + TextLength + 1;

    // 32 digits and 4 hyphens.
    private const int TextLength = 32 + 4;

    private const byte None = 0xFF;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Format(ref byte destination, Guid value)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian) return FormatByFramework(ref destination, value);
        // A value that comes in two registers is stored as two halves. Reading both at once, as the framework does, would wait for the
        // stores: that costs more than all the rest.
        (ulong first, ulong second) = Unsafe.BitCast<Guid, (ulong, ulong)>(value);
        WriteHalves(ref destination, first, second);
        return Room;
    }

    // The same, inlined. Use it only where the call site is compiled once.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FormatInline(ref byte destination, Guid value)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian) return FormatByFramework(ref destination, value);
        (ulong first, ulong second) = Unsafe.BitCast<Guid, (ulong, ulong)>(value);
        WriteHalvesInline(ref destination, first, second);
        return Room;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteHalves(ref byte destination, ulong first, ulong second) => WriteHalvesInline(ref destination, first, second);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteHalvesInline(ref byte destination, ulong first, ulong second)
    {
        // The first three numbers are little-endian in memory, and the text begins with their highest digits.
        Vector128<byte> bytes = ByteShuffle.Select(
            Vector128.Create(first, second).AsByte(),
            Vector128.Create((byte)3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15));
        if (Avx2.IsSupported)
        {
            WriteBytes(ref destination, bytes);
            return;
        }
        Vector128<byte> high = (bytes.AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0xF);
        Vector128<byte> low = bytes & Vector128.Create((byte)0xF);
        // The high digit of each byte before the low one.
        Vector128<byte> start = Digits((Vector128.WidenLower(high) | (Vector128.WidenLower(low) << 8)).AsByte());
        Vector128<byte> end = Digits((Vector128.WidenUpper(high) | (Vector128.WidenUpper(low) << 8)).AsByte());

        // "01234567-89ab-cd" "ef-0123-456789ab" "cdef"
        destination = (byte)'"';
        Vector128<byte> text = ByteShuffle.Select(start, Vector128.Create((byte)0, 1, 2, 3, 4, 5, 6, 7, None, 8, 9, 10, 11, None, 12, 13))
            | Vector128.Create((byte)0, 0, 0, 0, 0, 0, 0, 0, (byte)'-', 0, 0, 0, 0, (byte)'-', 0, 0);
        text.StoreUnsafe(ref destination, 1);
        text = ByteShuffle.Select(
                start, Vector128.Create(14, 15, None, None, None, None, None, None, None, None, None, None, None, None, None, None))
            | ByteShuffle.Select(end, Vector128.Create(None, None, None, 0, 1, 2, 3, None, 4, 5, 6, 7, 8, 9, 10, 11))
            | Vector128.Create((byte)0, 0, (byte)'-', 0, 0, 0, 0, (byte)'-', 0, 0, 0, 0, 0, 0, 0, 0);
        text.StoreUnsafe(ref destination, 1 + 16);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 1 + 32), end.AsUInt32().GetElement(3));
        Unsafe.Add(ref destination, 1 + TextLength) = (byte)'"';
    }

    // Writes 16 bytes as 32 digits in one vector, of which each half holds 16.
    // Overlapping stores put the halves where they belong, because the shuffle moves no byte from one half to the other:
    //     text                      01234567-89ab-cdef-0123-456789abcdef
    //     first half, hyphens       01234567-89ab-cd
    //     its last four digits                    cdef
    //     hyphen                                      -
    //     second half, hyphen                          0123-456789abcde
    //     its last four digits                                      cdef
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteBytes(ref byte destination, Vector128<byte> bytes)
    {
        // The high digit of each byte before the low one.
        Vector256<ushort> wide = Avx2.ConvertToVector256Int16(bytes).AsUInt16();
        Vector256<byte> nibbles = ((wide >>> 4) | (wide << 8)).AsByte() & Vector256.Create((byte)0xF);
        Vector256<byte> digits = Avx2.Shuffle(Vector256.Create("0123456789abcdef0123456789abcdef"u8), nibbles);
        Vector256<byte> text = Avx2.Shuffle(digits, Vector256.Create(
                0, 1, 2, 3, 4, 5, 6, 7, None, 8, 9, 10, 11, None, 12, 13,
                0, 1, 2, 3, None, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14))
            | Vector256.Create(
                0, 0, 0, 0, 0, 0, 0, 0, (byte)'-', 0, 0, 0, 0, (byte)'-', 0, 0,
                0, 0, 0, 0, (byte)'-', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        destination = (byte)'"';
        text.GetLower().StoreUnsafe(ref destination, 1);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 1 + 14), digits.AsUInt32().GetElement(3));
        Unsafe.Add(ref destination, 1 + 18) = (byte)'-';
        text.GetUpper().StoreUnsafe(ref destination, 1 + 19);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 1 + 32), digits.AsUInt32().GetElement(7));
        Unsafe.Add(ref destination, 1 + TextLength) = (byte)'"';
    }

    // The digits of 16 numbers from 0 to 15.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Digits(Vector128<byte> numbers) => numbers + Vector128.Create((byte)'0')
        + (Vector128.GreaterThan(numbers.AsSByte(), Vector128.Create((sbyte)9)).AsByte() & Vector128.Create((byte)('a' - '0' - 10)));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatByFramework(ref byte destination, Guid value)
    {
        Span<byte> text = MemoryMarshal.CreateSpan(ref destination, Room);
        text[0] = text[^1] = (byte)'"';
        value.TryFormat(text[1..^1], out _);
        return Room;
    }
}
