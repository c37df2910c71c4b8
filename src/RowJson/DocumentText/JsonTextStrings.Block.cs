using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace RowJson;

internal sealed partial class JsonTextStrings
{
    /// <summary>What <see cref="CopyBlock"/> may read: the bytes after a character are copied as another whole block.</summary>
    public const int ReadForBlock = 2 * TextBlock.Size;

    /// <summary>What <see cref="CopyBlock"/> may write: at most six bytes for each, and a whole block after the last.</summary>
    public const int RoomForBlock = (TextBlock.Size * HexEscapes.Length) + TextBlock.Size;

    /// <summary>More bytes than this outside ASCII or escaped are rewritten faster as runs, by <see cref="Rewrite"/>.</summary>
    public const int MostInBlock = 24;

    /// <summary>
    /// Copies a block without structure, and rewrites the characters that need it by the block's mask: the masks of what follows them
    /// need not be found anew. Returns how many bytes are copied: fewer than 64 where the block's end cuts a character,
    /// or before one that only <see cref="Rewrite"/> knows.
    /// </summary>
    /// <param name="cursor">At the block's beginning.</param>
    /// <param name="stop">The bytes that need escaping, at most <see cref="MostInBlock"/>.</param>
    /// <param name="canonicalLetters"><see cref="TextEscapeTable.CanonicalLetters"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // the caller's loop keeps its registers
    public int CopyBlock(ref JsonTextCursor cursor, ulong stop, uint canonicalLetters)
    {
        Debug.Assert(cursor.Rest >= ReadForBlock && cursor.Room >= RoomForBlock);
        ref byte source = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        int copied = 0; // bytes of the block
        int end = TextBlock.Size;
        while (stop != 0)
        {
            int position = BitOperations.TrailingZeroCount(stop);
            int length = FindWord(ref Unsafe.Add(ref source, position), canonicalLetters, out ulong word);
            if (length == 0 || position + length > TextBlock.Size)
            {
                end = position;
                break;
            }
            stop &= ~(((1UL << length) - 1) << position);
            if (word == 0) continue;

            // A whole block each time: what is too much is overwritten, and no length has to be tested.
            Unsafe.CopyBlockUnaligned(ref destination, ref Unsafe.Add(ref source, copied), TextBlock.Size);
            destination = ref Unsafe.Add(ref destination, position - copied);
            Digits.Store(ref destination, word);
            destination = ref Unsafe.Add(ref destination, (int)(word >> EscapeTable.WordLengthShift));
            copied = position + length;
        }
        Unsafe.CopyBlockUnaligned(ref destination, ref Unsafe.Add(ref source, copied), TextBlock.Size);
        cursor.Read += end;
        cursor.Written = (int)Unsafe.ByteOffset(ref cursor.Destination, ref destination) + end - copied;
        return end;
    }

    /// <summary>
    /// The length of the character or escape at <paramref name="text"/>, and the word that is written in place of it; 0 where it is copied.
    /// No length, 0, for what only <see cref="Rewrite"/> knows.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FindWord(ref byte text, uint canonicalLetters, out ulong word)
    {
        EscapeTable table = escapes;
        word = 0;
        if (text == '\\') return JsonTextCopier.IsCanonicalLetter(Unsafe.Add(ref text, 1), canonicalLetters) ? 2 : 0;
        if (text < 0x80)
        {
            word = table.AsciiWord(text);
            return word == 0 ? 0 : 1;
        }
        int length = Decode(ref text, out uint unit);
        if (length == 0) return 0;
        if (table.AllowsBmp(unit)) return length;
        word = HexEscapes.Pack(unit) | SixBytes;
        return table.WritesHexEscapes ? length : 0;
    }

    /// <summary>
    /// The code unit of a sequence of two or three bytes, and its length; 0 if there is none: a supplementary character, or ill-formed.
    /// </summary>
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
