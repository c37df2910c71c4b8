namespace RowJson;

internal sealed partial class JsonTextStrings
{
    // What CopyBlock may read: a whole block after the last character, and a run of eight may begin at byte 63: 63 + 24 + 64 = 151.
    public const int ReadForBlock = TextBlock.Size - 1 + (Eight * 3) + TextBlock.Size;

    // What CopyBlock may write: at most six bytes for each of 63, eight escapes after these, and a whole block: 490 bytes.
    public const int RoomForBlock = ((TextBlock.Size - 1) * HexEscapes.Length) + HexEscapes.LengthOf8 + TextBlock.Size;

    // If more bytes than this are outside ASCII or escaped, it is faster to have Rewrite rewrite them as runs.
    public const int MostInBlock = 24;

    // Copies a part of a block that is kept, and rewrites the characters that need it by the block's mask. Returns the part's end: after
    // byte 63 if the last character reaches out of the block, before a character that only Rewrite can handle.
    // start: where to start: what is before is written already.
    // end: where to end: before whitespace that is dropped, or a character that is left to the next block.
    [MethodImpl(MethodImplOptions.NoInlining)] // the caller's loop keeps its registers
    public int CopyBlock(ref JsonTextCursor cursor, ulong stop, int start, int end)
    {
        Debug.Assert(cursor.Rest >= ReadForBlock && cursor.Room >= RoomForBlock);
        EscapeTable table = escapes;
        ref byte source = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        int copied = start; // bytes of the block
        while (stop != 0)
        {
            int position = BitOperations.TrailingZeroCount(stop);
            ref byte text = ref Unsafe.Add(ref source, position);
            int read;

            // A whole block each time: what is too much is overwritten, and no length has to be tested.
            Unsafe.CopyBlockUnaligned(ref destination, ref Unsafe.Add(ref source, copied), TextBlock.Size);
            ref byte place = ref Unsafe.Add(ref destination, position - copied);
            if (text < 0x80)
            {
                ulong word;
                read = 1;
                if (text != '\\') word = table.AsciiWord(text);
                else
                {
                    byte letter = Unsafe.Add(ref text, 1);
                    read = ShortEscape;
                    word = letter == 'u' ? FindHexEscape(ref text, ref place, out read) : FindShortEscape(letter, table);
                }
                if (word == 0)
                {
                    end = position;
                    break;
                }
                if (read > HexEscapes.Length) place = ref Unsafe.Add(ref place, HexEscapes.Length);
                Digits.Store(ref place, word);
                destination = ref Unsafe.Add(ref place, (int)(word >> EscapeTable.WordLengthShift));
            }
            else if (table.EscapesAllNonAscii)
            {
                int run = BitOperations.TrailingZeroCount(~(stop >> position));
                int count = DecodeRun(ref text, run, out Vector128<ushort> units, out read);
                if (count == 0)
                {
                    end = position;
                    break;
                }
                HexEscapes.Write8(units, ref place);
                destination = ref Unsafe.Add(ref place, count * HexEscapes.Length);
            }
            else
            {
                AllowedPages ??= table.AllowedPages;
                read = Decode(ref text, out uint unit);
                bool copies = read != 0 && table.AllowsBmp(unit);

                // What is copied as it is, and cut by the block's end, is left to the next block.
                if (copies && position + read <= TextBlock.Size)
                {
                    stop &= ulong.MaxValue << position << read;
                    continue;
                }
                if (copies || read == 0 || !table.WritesHexEscapes)
                {
                    end = position;
                    break;
                }
                HexEscapes.Write(unit, ref place);
                destination = ref Unsafe.Add(ref place, HexEscapes.Length);
            }
            copied = position + read;
            stop &= ulong.MaxValue << position << read;
        }
        end = Math.Max(end, copied);
        Unsafe.CopyBlockUnaligned(ref destination, ref Unsafe.Add(ref source, copied), TextBlock.Size);
        cursor.Read += end;
        cursor.Written = (int)Unsafe.ByteOffset(ref cursor.Destination, ref destination) + end - copied;
        return end;
    }

    // The escape word for an escape of six bytes. For a pair of surrogates, which takes two of them, the first is written, and the word is
    // that of the second. 0 for what only Rewrite can handle.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong FindHexEscape(ref byte text, ref byte place, out int read)
    {
        const int DigitsOffset = 2, SecondOffset = HexEscapes.Length;
        EscapeTable table = escapes;
        read = HexEscapes.Length;
        uint unit = HexUnit(ref Unsafe.Add(ref text, DigitsOffset));
        if (unit < 0x80) return table.AsciiWord(unit);
        if (!table.WritesHexEscapes) return 0;
        if (!char.IsSurrogate((char)unit)) return table.AllowsBmp(unit) ? EscapeTable.PackUtf8(unit) : HexEscapes.Pack(unit);

        uint second = HexUnit(ref Unsafe.Add(ref text, SecondOffset + DigitsOffset));
        bool isPair = char.IsSurrogatePair((char)unit, (char)second)
            && Unsafe.Add(ref text, SecondOffset) == '\\' && Unsafe.Add(ref text, SecondOffset + 1) == 'u';
        if (!isPair) return 0;
        read = 2 * HexEscapes.Length;
        HexEscapes.Write(unit, ref place);
        return HexEscapes.Pack(second);
    }

    // Decodes characters of two or of three bytes, up to eight. Returns how many there are; 0 for what only Rewrite can handle.
    // run: how many bytes from text on need escaping, as far as the block goes: usually characters of one length.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int DecodeRun(ref byte text, int run, out Vector128<ushort> units, out int read)
    {
        // Counted by the mask, so that what follows does not wait for the vectors.
        const int thirdOf512 = 171;
        uint good;
        int size, count;
        if (text >= 0xE0)
        {
            units = DecodeThreeByteSequences(ref text, out good);
            size = 3;
            count = ((run + 2) * thirdOf512) >> 9;
        }
        else
        {
            units = DecodeTwoByteSequences(ref text, out good);
            size = 2;
            count = (run + 1) >> 1;
        }
        count = Math.Min(count, Eight);
        uint all = (1u << count) - 1;
        if ((good & all) != all) count = BitOperations.TrailingZeroCount(~good);
        read = count * size;
        return count;
    }

    // The code unit of a sequence of two or three bytes, and its length; this is 0 for a supplementary character or an ill-formed sequence.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Decode(ref byte text, out uint unit)
    {
        uint second = Unsafe.Add(ref text, 1);
        if ((text & 0xE0) == 0xC0)
        {
            unit = ((text & 0x1Fu) << 6) | (second & 0x3F);
            return (second & 0xC0) == 0x80 && unit >= 0x80 ? 2 : 0;
        }
        uint third = Unsafe.Add(ref text, 2);
        unit = ((text & 0x0Fu) << 12) | ((second & 0x3F) << 6) | (third & 0x3F);
        bool isThree = (text & 0xF0) == 0xE0 && (second & 0xC0) == 0x80 && (third & 0xC0) == 0x80;
        return isThree && unit >= 0x800 && !char.IsSurrogate((char)unit) ? 3 : 0;
    }
}
