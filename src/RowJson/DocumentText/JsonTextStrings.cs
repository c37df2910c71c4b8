using System.Buffers.Binary;

namespace RowJson;

// Rewrites, within a string of JSON text, the characters that are not simply copied: escapes are decoded and encoded again, and what the
// encoder escapes is escaped.
internal sealed partial class JsonTextStrings(EscapeTable escapes)
{
    // An escape of two characters, such as \n.
    private const int ShortEscape = 2;

    // The length of \uXXXX in an escape word.
    private const ulong SixBytes = (ulong)HexEscapes.Length << EscapeTable.WordLengthShift;

    // What the letter of an escape of two characters means, by letter; 0 for any other byte.
    private static ReadOnlySpan<byte> Meanings =>
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8 +
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8 +
        "\0\0\"\0\0\0\0\0\0\0\0\0\0\0\0/"u8 +     // 22 ", 2F /
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8 +
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8 +
        "\0\0\0\0\0\0\0\0\0\0\0\0\\\0\0\0"u8 +    // 5C \
        "\0\0\b\0\0\0\f\0\0\0\0\0\0\0\n\0"u8 +    // 62 b, 66 f, 6E n
        "\0\0\r\0\t\0\0\0\0\0\0\0\0\0\0\0"u8;     // 72 r, 74 t

    // Rewrites the character at the cursor, which is within a string, and those after it, up to the first two that are simply copied.
    // Returns false when the copy stops.
    [MethodImpl(MethodImplOptions.NoInlining)] // the caller's loop keeps its registers
    public bool Rewrite(ref JsonTextCursor cursor)
    {
        EscapeTable table = escapes;
        while (cursor.Rest > 0)
        {
            // The longest escape of a scalar: 6 × 4 bytes from a user's encoder; two words that overlap from the framework's.
            if (cursor.Room < EscapeTable.MaxScalarEscapeLength) return cursor.Stop(CopyStatus.DestinationTooSmall);
            byte next = cursor.Peek();
            if (next >= 0x80)
            {
                if (!RewriteNonAscii(ref cursor)) return false;
            }
            else if (next == '\\')
            {
                if (!RewriteEscape(ref cursor)) return false;
            }
            else if (next == '"') break;
            else if (table.NeedsEscaping(next))
            {
                if (!Write(ref cursor, table.AsciiWord(next), read: 1)) return false;
            }
            // A space between two words, most often: it is copied here, and no block has to be looked at anew.
            else if (cursor.Rest > 1 && cursor.Peek(1) != '"' && table.NeedsEscaping(cursor.Peek(1)))
            {
                Unsafe.Add(ref cursor.Destination, cursor.Written++) = next;
                cursor.Read++;
            }
            else break;
        }
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static byte MeaningOf(byte letter) => letter < Meanings.Length ? Meanings[letter] : (byte)0;

    private bool RewriteEscape(ref JsonTextCursor cursor)
    {
        // \uXXXX: its digits begin after \u. A pair of surrogates is two of them.
        const int DigitsOffset = 2, SecondOffset = HexEscapes.Length;

        if (cursor.Rest < ShortEscape) return cursor.Stop(CopyStatus.Fallback);
        byte letter = cursor.Peek(1);
        if (letter != 'u')
        {
            byte meaning = MeaningOf(letter);
            return meaning != 0 ? Write(ref cursor, escapes.AsciiWord(meaning), ShortEscape) : cursor.Stop(CopyStatus.Fallback);
        }

        if (cursor.Rest < HexEscapes.Length) return cursor.Stop(CopyStatus.Fallback);
        uint unit = HexUnit(ref cursor, DigitsOffset);
        if (unit < 0x80) return Write(ref cursor, escapes.AsciiWord(unit), HexEscapes.Length);
        if (!char.IsSurrogate((char)unit)) return WriteScalar(ref cursor, unit, HexEscapes.Length);

        // A pair is one scalar; a surrogate alone is an error to JsonElement.
        bool isPair = char.IsHighSurrogate((char)unit) && cursor.Rest >= 2 * HexEscapes.Length
            && cursor.Peek(SecondOffset) == '\\' && cursor.Peek(SecondOffset + 1) == 'u';
        if (!isPair) return cursor.Stop(CopyStatus.Fallback);
        uint second = HexUnit(ref cursor, SecondOffset + DigitsOffset);
        if (!char.IsLowSurrogate((char)second)) return cursor.Stop(CopyStatus.Fallback);
        return WriteScalar(ref cursor, (uint)char.ConvertToUtf32((char)unit, (char)second), 2 * HexEscapes.Length);
    }

    // The value of the four hexadecimal digits that are offset ahead.
    private static uint HexUnit(ref JsonTextCursor cursor, int offset)
    {
        Debug.Assert(cursor.Rest >= offset + sizeof(uint));
        return HexUnit(ref Unsafe.Add(ref cursor.Source, cursor.Read + offset));
    }

    // '0' to '9' are 30 to 39, letters 41 to 46 or 61 to 66: the lower nibble, and 9 more where bit 6 is set.
    //     digits          4  E  2  d
    //     bytes          34 45 32 64
    //     lower nibbles  04 05 02 04
    //     bit 6 set       0  1  0  1
    //     nibbles        04 0E 02 0D
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint HexUnit(ref byte text)
    {
        uint digits = Unsafe.ReadUnaligned<uint>(ref text);
        if (BitConverter.IsLittleEndian) digits = BinaryPrimitives.ReverseEndianness(digits);
        uint nibbles = (digits & 0x0F0F_0F0F) + ((digits >> 6) & 0x0101_0101) * 9;
        return ((nibbles >> 12) & 0xF000) | ((nibbles >> 8) & 0xF00) | ((nibbles >> 4) & 0xF0) | (nibbles & 0xF);
    }

    // Writes what the encoder makes of a scalar outside ASCII.
    private bool WriteScalar(ref JsonTextCursor cursor, uint scalar, int read)
    {
        Debug.Assert(scalar >= 0x80 && Rune.IsValid(scalar));
        var rune = new Rune(scalar);
        if (escapes.Allows(scalar))
        {
            cursor.Written += rune.EncodeToUtf8(cursor.Free);
            cursor.Read += read;
            return true;
        }
        if (!escapes.WritesHexEscapes) return WriteByEncoder(ref cursor, rune, read);

        if (rune.IsBmp) return Write(ref cursor, HexEscapes.Pack(scalar) | SixBytes, read);
        Span<char> pair = stackalloc char[2];
        rune.EncodeToUtf16(pair);
        return Write(ref cursor, HexEscapes.Pack(pair[0]) | SixBytes, read: 0)
            && Write(ref cursor, HexEscapes.Pack(pair[1]) | SixBytes, read);
    }

    // Writes what a user's encoder makes of a scalar; what the writer may fail on is left to it.
    private bool WriteByEncoder(ref JsonTextCursor cursor, Rune rune, int read)
    {
        if (!escapes.TryEncode(rune, cursor.Free, out int length)) return cursor.Stop(CopyStatus.Fallback);
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }

    // Writes an escape word (see EscapeTable.Pack) in place of read bytes of the source. The word 0 is for no escape that could be written
    // here: the text is left to the writer.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Write(ref JsonTextCursor cursor, ulong packed, int read)
    {
        int length = (int)(packed >> EscapeTable.WordLengthShift);
        if (length == 0) return cursor.Stop(CopyStatus.Fallback);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        Digits.Store(ref destination, packed);
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }
}
