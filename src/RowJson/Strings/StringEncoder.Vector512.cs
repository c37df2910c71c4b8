namespace RowJson;

// AVX-512: loads by mask, and, with VBMI and VBMI2, text of any kind by moving bits and packing bytes.
internal static unsafe partial class StringEncoder
{
    private const int Units512 = 32;

    // Any length up to 32 at once: what the mask leaves out is not read and cannot fault. False if a character needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool NarrowTo32(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length <= Units512);
        Vector256<byte> narrowed = Avx512BW.ConvertToVector256ByteWithSaturation(LoadMasked(source, length));
        narrowed.StoreUnsafe(ref text);
        return escapes.NeedsEscaping(narrowed) == Vector256<byte>.Zero;
    }

    // EscapeShortAscii in blocks of 32. Touches one block after the bytes that count.
    // Measured: texts of 12 with one escape take 0.85 to 1.01 of the time, those of 30 with three 0.80 to 0.89.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EscapeShortAscii512(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(length is > 0 and <= 2 * Units512);
        int written = EscapeAsciiTo32(source, Math.Min(length, Units512), ref destination, escapes);
        if (length <= Units512 || written < 0) return written;
        int more = EscapeAsciiTo32(source + Units512, length - Units512, ref Unsafe.Add(ref destination, written), escapes);
        return more < 0 ? more : written + more;
    }

    // One load for any length, and what follows an escape is stored from the register (see EscapeBlock).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EscapeAsciiTo32(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Vector256<byte> block = Avx512BW.ConvertToVector256ByteWithSaturation(LoadMasked(source, length));
        block.StoreUnsafe(ref destination);
        uint escaped = ~Vector256.Equals(escapes.NeedsEscaping(block), Vector256<byte>.Zero).ExtractMostSignificantBits()
            & (uint.MaxValue >> (Units512 - length));
        if (block.ExtractMostSignificantBits() != 0) return -1;
        nint grown = 0;
        for (; escaped != 0; escaped &= escaped - 1)
        {
            int next = BitOperations.TrailingZeroCount(escaped);
            grown += WriteAscii(source[next], ref Unsafe.Add(ref destination, next + grown), escapes) - 1;
            int done = next + 1;
            Vector256<byte> rest = Vector256.ShuffleNative(block, Vector256<byte>.Indices + Vector256.Create((byte)done));
            rest.StoreUnsafe(ref destination, (nuint)(done + grown));
        }
        return length + (int)grown;
    }

    // Loads up to 32 code units; the rest becomes spaces, which hardly any encoder escapes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ushort> LoadMasked(ushort* source, int length)
    {
        Vector512<ushort> mask = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)length));
        return Avx512BW.MaskLoad(source, mask, Vector512.Create((ushort)' '));
    }

    // Writes 64 characters of a longer string; returns whether nothing in them needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool WritePlain64(ushort* source, ref byte destination, EscapeTable escapes)
    {
        Vector512<byte> block = Vector512.NarrowWithSaturation(Vector512.Load(source), Vector512.Load(source + Units512));
        block.StoreUnsafe(ref destination);
        return escapes.NeedsEscaping(block) == Vector512<byte>.Zero;
    }

    // A short string that is not plain. Its blocks do not depend on where they are written, so one cell need not wait for the one before.
    // Returns the bytes written, or -1 if a surrogate is lone or its other half is in the next block.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeShort(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(Avx512Vbmi2.IsSupported && length <= ShortLength);
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        int at = 0;
        int i = 0;
        if (!escapes.EscapesAllNonAscii)
        {
            i = TranscodeAllowed(source, 0, length, length, ref destination, out nint allowed, escapes);
            at = (int)allowed;
        }
        for (; i < length; i += Units128)
        {
            int count = Math.Min(length - i, Units128);
            Vector128<ushort> units = count == Units128 ? Vector128.Load(source + i) : LoadTo7(source + i, count, '\0');
            Classify8(units, escapes, ref allowedBmp, out _, out uint escaped, out uint special);
            if (LoneSurrogates8(units) != 0) return -1;
            at += Encode8(units, escaped, special, count, ref Unsafe.Add(ref destination, at), escapes);
        }
        return at;
    }

    // Transcodes units as long as 32 of them, or what is left of the string, are known to be allowed; returns where it stopped. Goes on up
    // to 31 units after end, and touches at most 64 bytes after the last that counts.
    private static int TranscodeAllowed(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        Debug.Assert(Avx512Vbmi2.IsSupported && !escapes.EscapesAllNonAscii);
        AllowedPages pages = escapes.AllowedPages;
        nint at = 0;
        while (i < end)
        {
            int count = Math.Min(length - i, Units512);
            Vector512<ushort> units = count == Units512 ? Vector512.Load(source + i) : LoadMasked(source + i, count);
            if (!pages.AllowAll(units)) break;
            at += Transcode16(units.GetLower(), count, ref Unsafe.Add(ref destination, at));
            if (count > 16) at += Transcode16(units.GetUpper(), count - 16, ref Unsafe.Add(ref destination, at));
            i += count;
        }
        written = at;
        return i;
    }

    // Writes the first count units, at most 16, in UTF-8. Touches 64 bytes; returns the bytes that count.
    // Like Encode8, but with a lane of four bytes for each unit, because there are no escapes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Transcode16(Vector256<ushort> units, int count, ref byte destination)
    {
        Vector512<uint> lanes = Avx512F.ConvertToVector512UInt32(units);

        // Two units to each eight bytes: the bits of the second one begin at 32, which is 0x20.
        Vector512<ulong> pairs = lanes.AsUInt64();
        Vector512<uint> three = Field(pairs, 0x20_20_26_2C_00_00_06_0C, 0x003F_3F0F_003F_3F0F).AsUInt32() | Vector512.Create(0x80_80_E0u);
        Vector512<uint> two = Field(pairs, 0x20_20_20_26_00_00_00_06, 0x3F1F_0000_3F1F).AsUInt32() | Vector512.Create(0x80_C0u);
        Vector512<uint> text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x800u)), two, three);
        text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x80u)), lanes, text);
        text &= Vector512.LessThan(Vector512<uint>.Indices, Vector512.Create((uint)count));
        Vector512<byte> kept = Vector512.GreaterThan(text.AsByte(), Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, text.AsByte()).StoreUnsafe(ref destination);
        return BitOperations.PopCount(kept.ExtractMostSignificantBits());
    }

    // Encodes the first count units (see Classify8), each in a lane of 8 bytes of its own, and packs what is not zero (no unit's text
    // contains a zero). Touches 64 bytes; returns the bytes that count. Each byte of a lane takes 8 bits of the unit from the bit that the
    // control names; masks leave what counts. For 中, 4E2D, with the first byte in memory on the right:
    //     unit                 0100 111000 101101
    //     from bit                     00       06       0C
    //     8 bits              00101101 00111000 00000100      of 00, 06 and 0C
    //     mask                00111111 00111111 00001111      0x3F_3F_0F
    //     or                  10000000 10000000 11100000      0x80_80_E0
    //     three bytes         10101101 10111000 11100100      E4 B8 AD in memory
    // Then the bytes of the eight lanes that are not zero are packed:
    //     units               a                 中                 >, escaped
    //     lanes               61 .. .. .. ..    E4 B8 AD .. ..     5C 75 30 30 33 45 .. ..
    //     output              61 E4 B8 AD 5C 75 30 30 33 45
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Encode8(Vector128<ushort> units, uint escaped, uint special, int count, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(count <= Units128);
        Vector512<ulong> lanes = Avx512F.ConvertToVector512UInt64(units);

        // UTF-8: 1110xxxx 10xxxxxx 10xxxxxx from bits 12, 6, 0; or 110xxxxx 10xxxxxx from bits 6, 0.
        Vector512<ulong> three = Field(lanes, 0x00_06_0C, 0x3F_3F_0F) | Vector512.Create(0x80_80_E0UL);
        Vector512<ulong> two = Field(lanes, 0x00_06, 0x3F_1F) | Vector512.Create(0x80_C0UL);
        Vector512<ulong> text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x800UL)), two, three);
        text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x80UL)), lanes, text);

        if (escaped != 0)
        {
            // Nibbles from bits 12, 8, 4, 0 into bytes 2 to 5, then their digits; \u before them.
            Vector512<ulong> nibbles = Field(lanes, 0x00_04_08_0C_00_00, 0x0F_0F_0F_0F_00_00);
            Vector512<byte> digits = Vector512.LoadUnsafe(
                ref MemoryMarshal.GetReference("0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"u8));
            Vector512<ulong> hex = Avx512BW.Shuffle(digits, nibbles.AsByte()).AsUInt64();
            hex = (hex & Vector512.Create(0x0000_FFFF_FFFF_0000UL)) | Vector512.Create('\\' | ((ulong)'u' << 8));
            text = Vector512.ConditionalSelect(LaneMask(escaped), hex, text);
        }

        for (special &= (1u << count) - 1; special != 0; special &= special - 1)
        {
            int place = BitOperations.TrailingZeroCount(special);
            ulong word = escapes.AsciiWord(units.GetElement(place)) & EscapeTable.WordTextMask;
            text = Vector512.ConditionalSelect(LaneMask(1u << place), Vector512.Create(word), text);
        }

        text &= Vector512.LessThan(Vector512<ulong>.Indices, Vector512.Create((ulong)count));
        Vector512<byte> kept = Vector512.GreaterThan(text.AsByte(), Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, text.AsByte()).StoreUnsafe(ref destination);
        return BitOperations.PopCount(kept.ExtractMostSignificantBits());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Field(Vector512<ulong> lanes, ulong control, ulong mask) =>
        Avx512Vbmi.MultiShift(Vector512.Create(control).AsByte(), lanes).AsUInt64() & Vector512.Create(mask);

    // A bit per lane to a mask per lane.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> LaneMask(uint bits)
    {
        Vector512<ulong> bit = Vector512.Create(1UL, 2, 4, 8, 16, 32, 64, 128);
        return Vector512.Equals(Vector512.Create((ulong)bits) & bit, bit);
    }
}
