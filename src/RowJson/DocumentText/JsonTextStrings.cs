using System.Buffers.Binary;

namespace RowJson;

// Rewrites what is not simply copied within a string of JSON text: escapes, decoded and encoded again, and what the encoder escapes.
internal sealed partial class JsonTextStrings(EscapeTable escapes)
{
    // An escape of two characters, such as \n.
    private const int ShortEscape = 2;

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
            // Most often a space between two words: it is copied here, and no block has to be looked at anew.
            else if (cursor.Rest > 1 && cursor.Peek(1) != '"' && table.NeedsEscaping(cursor.Peek(1)))
            {
                Unsafe.Add(ref cursor.Destination, cursor.Written++) = next;
                cursor.Read++;
            }
            else break;
        }
        return true;
    }

    // The escape word for an escape of two characters, by its letter; 0 if there is none with this letter.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindShortEscape(byte letter, EscapeTable escapes)
    {
        byte meaning = letter < Meanings.Length ? Meanings[letter] : (byte)0;
        return meaning != 0 ? escapes.AsciiWord(meaning) : 0;
    }

    private bool RewriteEscape(ref JsonTextCursor cursor)
    {
        if (cursor.Rest < ShortEscape) return cursor.Stop(CopyStatus.Fallback);
        byte letter = cursor.Peek(1);
        if (letter != 'u') return Write(ref cursor, FindShortEscape(letter, escapes), ShortEscape);

        // \uXXXX: its digits begin after \u. A pair of surrogates takes two of these.
        const int length = HexEscapes.Length, digitsOffset = 2;
        if (cursor.Rest < length) return cursor.Stop(CopyStatus.Fallback);
        ref byte text = ref Unsafe.Add(ref cursor.Source, cursor.Read);
        uint unit = HexUnit(ref Unsafe.Add(ref text, digitsOffset));
        if (unit < 0x80) return Write(ref cursor, escapes.AsciiWord(unit), length);
        if (Rune.TryCreate((char)unit, out Rune scalar)) return WriteScalar(ref cursor, scalar, length);

        // A pair is one scalar; a lone surrogate is an error for JsonElement.
        return cursor.Rest >= 2 * length && cursor.Ahead[length..].StartsWith("\\u"u8)
            && Rune.TryCreate((char)unit, (char)HexUnit(ref Unsafe.Add(ref text, length + digitsOffset)), out Rune pair)
            ? WriteScalar(ref cursor, pair, 2 * length)
            : cursor.Stop(CopyStatus.Fallback);
    }

    // The value of four hexadecimal digits.
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
    private bool WriteScalar(ref JsonTextCursor cursor, Rune scalar, int read)
    {
        Debug.Assert(!scalar.IsAscii);
        int length;
        if (escapes.Allows((uint)scalar.Value)) length = scalar.EncodeToUtf8(cursor.Free);
        else if (escapes.WritesHexEscapes)
        {
            if (scalar.IsBmp) return Write(ref cursor, HexEscapes.Pack((uint)scalar.Value), read);
            Span<char> pair = stackalloc char[2];
            scalar.EncodeToUtf16(pair);
            return Write(ref cursor, HexEscapes.Pack(pair[0]), read: 0) && Write(ref cursor, HexEscapes.Pack(pair[1]), read);
        }
        // The writer may also fail on what a user's encoder fails on: it is left to the writer.
        else if (!escapes.TryEncode(scalar, cursor.Free, out length)) return cursor.Stop(CopyStatus.Fallback);
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }

    // Writes an escape word (see EscapeTable.Pack) in place of read bytes of the source. The word 0 stands for an escape that cannot be
    // written here: the text is left to the writer.
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
