namespace RowJson;

// Strings that are long, or hold something to escape: blocks up to the first character that needs escaping, that character, blocks again.
internal static unsafe partial class StringEncoder
{
    // Code units for which room is reserved at a time, at six bytes each: the buffer never grows far ahead of what is written.
    private const int ChunkLength = 512;

    // A chunk's last block may take this many code units of the next chunk: all of the widest block but one.
    private const int Overrun = Block512 - 1;

    // The widest store may begin at a chunk's last byte. More than the closing quote takes.
    private const int Slack = Block512;

    // What a string's last chunk reserves.
    private const int LastChunkRoom = (ChunkLength * EscapeTable.MaxEscapeLength) + Slack;

    // Plain code units after an escape before wide blocks are tried again: four blocks of 16.
    private const int PlainBeforeWide = 4 * Block128;

    // Not inlined: the compiler has a budget for a method and all that it inlines, and the loop over cells needs it for more.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteLong(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        fixed (char* characters = value)
        {
            int i = 0;
            if (Avx2.IsSupported && value.Length is >= Block512 and <= ChunkLength)
            {
                // No character takes less than a byte, so the room is needed whatever they are.
                int room = 1 + value.Length + 1;
                position = output.Reserve(position, room);
                ref byte quote = ref output.At(position, room);
                quote = (byte)'"';
                i = WritePlainBlocks((ushort*)characters, value.Length, ref Unsafe.Add(ref quote, 1), escapes);
                position += 1 + i;
                if (i == value.Length)
                {
                    output.At(position) = (byte)'"';
                    return position + 1;
                }
            }
            else
            {
                // All at once, or the buffer would grow in steps, each of which copies what is written. No character takes less than a
                // byte, and the last chunk asks for more.
                long least = 1L + value.Length + LastChunkRoom;
                position = output.Reserve(position, (int)Math.Min(least, Array.MaxLength));
                output.At(position++) = (byte)'"';
            }
            do
            {
                int end = Math.Min(value.Length, i + ChunkLength);
                int most = Math.Min(value.Length, end + Overrun) - i;
                int room = most * EscapeTable.MaxEscapeLength + Slack;
                position = output.Reserve(position, room);
                i = EncodeChunk((ushort*)characters, i, end, value.Length, ref output.At(position, room), out nint written, escapes);
                position += (int)written;
                Debug.Assert(position <= output.Limit - Slack);
            }
            while (i < value.Length);
        }
        output.At(position++) = (byte)'"'; // within the slack
        return position;
    }

    // Writes the plain beginning of a string in blocks of 64, of which the last one overlaps the one before: no store reaches beyond the
    // string's end, and there is no rest to be done by smaller blocks. Returns the units written.
    private static int WritePlainBlocks(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(Avx2.IsSupported && length >= Block512);
        int last = length - Block512;
        for (int i = 0; ; i += Block512)
        {
            i = Math.Min(i, last);
            // Measured: with vectors of 512 bits, whose loads all cross a line of the cache, texts of 100 units take 1.05 of the time.
            if (!Narrow32To64(source + i, Block512, ref Unsafe.Add(ref destination, i), escapes)) return i;
            if (i == last) return length;
        }
    }

    // A string of ASCII, up to 64 units with something to escape among them. Returns the bytes that count, or -1 for other text. Touches
    // EscapeTable.MaxEscapeLength bytes for each unit and a block of 16 after them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EscapeShortAscii(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(length <= 2 * Block256);
        nint at = 0;
        for (int i = 0; i < length; i += Block128)
        {
            int count = Math.Min(length - i, Block128);
            Vector128<byte> block = LoadNarrow16(source + i, count, i);
            Vector128<byte> marked = escapes.NeedsEscaping(block);
            uint units = (1u << count) - 1;
            if ((block.ExtractMostSignificantBits() & units) != 0) return -1;
            uint escaped = ~Vector128.Equals(marked, Vector128<byte>.Zero).ExtractMostSignificantBits() & units;
            block.StoreUnsafe(ref destination, (nuint)at);
            at += EscapeBlock(source + i, block, ref count, nonAscii: 0, escaped, ref Unsafe.Add(ref destination, at), escapes);
        }
        return (int)at;
    }

    // Encodes from i until at least end; returns where it stopped. It may go on up to Overrun units after end, never beyond length.
    private static int EncodeChunk(ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        nint at = 0;
        int wideFrom = i;
        while (i < end)
        {
            if (i >= wideFrom)
            {
                int plain = WritePlain(source + i, length - i, ref Unsafe.Add(ref destination, at), escapes);
                i += plain;
                at += plain;
                if (plain > 0) continue;
            }

            int count = Math.Min(length - i, Block128);
            Vector128<byte> block = LoadNarrow16(source + i, count, i);
            block.StoreUnsafe(ref destination, (nuint)at);
            Vector128<byte> marked = escapes.NeedsEscaping(block);
            if (marked == Vector128<byte>.Zero)
            {
                i += count;
                at += count;
                continue;
            }
            uint nonAscii = block.ExtractMostSignificantBits();
            uint escaped = ~Vector128.Equals(marked, Vector128<byte>.Zero).ExtractMostSignificantBits() & ((1u << count) - 1);
            wideFrom = i + PlainBeforeWide;
            at += EscapeBlock(source + i, block, ref count, nonAscii, escaped, ref Unsafe.Add(ref destination, at), escapes);
            i += count;
            if (i < length && source[i] >= 0x80)
            {
                i = EncodeNonAscii(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint more, escapes);
                at += more;
            }
        }
        written = at;
        return i;
    }

    // Writes the next wide block if nothing in it needs escaping, or the end of the string where the hardware can mask it; returns the
    // units written, or 0. Touches up to 64 bytes in any case.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WritePlain(ushort* source, int rest, ref byte destination, EscapeTable escapes)
    {
        // Each length is a constant after a branch: the processor predicts the branch, and begins the next block before this one is tested.
        if (Vector512.IsHardwareAccelerated && rest >= Block512) return WritePlain64(source, ref destination, escapes) ? Block512 : 0;
        if (Avx2.IsSupported && rest >= Block256)
        {
            if (rest < 2 * Block256) return Narrow32To64(source, Block256, ref destination, escapes) ? Block256 : 0;
            return Narrow32To64(source, 2 * Block256, ref destination, escapes) ? 2 * Block256 : 0;
        }
        if (Avx512BW.IsSupported && NarrowTo32(source, Math.Min(rest, Block256), ref destination, escapes)) return rest;
        return 0;
    }

    // Writes the escapes of a block that is stored already, up to its first non-ASCII unit, which becomes count. Returns the bytes that
    // count. What follows an escape is stored again from the register, so that the text is not tested twice and only the position depends
    // on what was written before:
    //     block, stored          abc>def"ghij....
    //     escaped                ...1...1........
    //     > written              abc\u003E__j....           the word touches two bytes more
    //     rest stored            abc\u003Edef"ghij....
    //     " written              abc\u003Edef\u0022__.
    //     rest stored            abc\u003Edef\u0022ghij....
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EscapeBlock(
        ushort* source, Vector128<byte> block, ref int count, uint nonAscii, uint escaped, ref byte destination, EscapeTable escapes)
    {
        if (nonAscii != 0)
        {
            count = Math.Min(count, BitOperations.TrailingZeroCount(nonAscii));
            escaped &= (1u << count) - 1;
        }
        nint at = 0;
        int done = 0;
        for (; escaped != 0; escaped &= escaped - 1)
        {
            int next = BitOperations.TrailingZeroCount(escaped);
            at += next - done;
            at += WriteAscii(source[next], ref Unsafe.Add(ref destination, at), escapes);
            done = next + 1;

            // Indices from 16 on select anything: those bytes are after the block's end.
            Vector128<byte> rest = ByteShuffle.Select(block, Vector128<byte>.Indices + Vector128.Create((byte)done));
            rest.StoreUnsafe(ref destination, (nuint)at);
        }
        return at + count - done;
    }
}
