using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;

namespace RowJson;

/// <summary>
/// Rewrites, within a string of JSON text, the characters that the encoder does not write as they stand: escapes are decoded and
/// encoded again, and so is what the encoder escapes.
/// </summary>
internal sealed partial class JsonTextStrings
{
    /// <summary>An escape of two characters or of six, <c>\uXXXX</c>.</summary>
    private const int ShortEscape = 2;

    /// <summary>The first letter of <see cref="CanonicalLetters"/>.</summary>
    public const int FirstLetter = 'b';

    /// <summary>
    /// For each ASCII character what the encoder writes: up to six bytes from the lowest on, and the length in the highest byte.
    /// 0 where the encoder writes nothing, or more than the writer makes room for.
    /// </summary>
    private readonly ulong[] _ascii = new ulong[128];

    /// <summary>The same by the letter of a two-character escape; 0 for what is no such letter.</summary>
    private readonly ulong[] _short = new ulong[256];

    /// <summary>Whether a byte may not stand as it is: the quote may, for it ends the string.</summary>
    private readonly bool[] _care = new bool[128];

    private readonly EscapeTable _escapes;

    public JsonTextStrings(EscapeTable escapes)
    {
        _escapes = escapes;
        for (int c = 0; c < 128; c++)
        {
            byte[]? escape = escapes.AsciiEscape(c);
            _ascii[c] = escape is null ? Pack([(byte)c]) : Pack(escape);
            _care[c] = c != '"' && escape is not null;
        }
        foreach ((char letter, char meant) in "bfnrt\"\\/".Zip("\b\f\n\r\t\"\\/")) _short[letter] = _ascii[meant];
        _care['\\'] = true;
        foreach (char letter in "bfnrt")
            if (_short[letter] == Pack([(byte)'\\', (byte)letter])) CanonicalLetters |= 1u << (letter - FirstLetter);
    }

    /// <summary>Escapes that the encoder writes as they are: bit <em>n</em> is the <em>n</em>th letter from <c>b</c> on.</summary>
    public uint CanonicalLetters { get; }

    /// <summary>Whether a byte may stand in a string as it is, and is no quote.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsPlain(byte b) => b < 0x80 && b != '"' && !_care[b];

    /// <summary>
    /// Rewrites the character that the cursor, within a string, stands at and those behind it, up to the first that may stay.
    /// Returns false when the copy stops.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // the caller's loop keeps its registers
    public bool Rewrite(ref JsonTextCursor cursor)
    {
        while (cursor.Rest > 0)
        {
            byte next = cursor.Peek();
            if (next >= 0x80)
            {
                if (!RewriteNonAscii(ref cursor)) return false;
            }
            else if (next == '\\')
            {
                if (!RewriteEscape(ref cursor)) return false;
            }
            else if (_care[next])
            {
                if (!Write(ref cursor, _ascii[next], read: 1)) return false;
            }
            else break;
        }
        return true;
    }

    private bool RewriteEscape(ref JsonTextCursor cursor)
    {
        if (cursor.Rest < ShortEscape) return cursor.Stop(CopyStatus.Fallback);
        byte letter = cursor.Peek(1);
        if (letter != 'u') return Write(ref cursor, _short[letter], ShortEscape);

        if (cursor.Rest < HexEscapes.Length) return cursor.Stop(CopyStatus.Fallback);
        uint unit = HexUnit(ref cursor, 2);
        if (unit < 0x80) return Write(ref cursor, _ascii[unit], HexEscapes.Length);
        if (!char.IsSurrogate((char)unit)) return WriteScalar(ref cursor, unit, HexEscapes.Length);

        // A pair is one scalar; a surrogate alone is an error to JsonElement.
        if (!char.IsHighSurrogate((char)unit) || cursor.Rest < 2 * HexEscapes.Length || cursor.Peek(6) != '\\' || cursor.Peek(7) != 'u')
            return cursor.Stop(CopyStatus.Fallback);
        uint second = HexUnit(ref cursor, 8);
        if (!char.IsLowSurrogate((char)second)) return cursor.Stop(CopyStatus.Fallback);
        return WriteScalar(ref cursor, (uint)char.ConvertToUtf32((char)unit, (char)second), 2 * HexEscapes.Length);
    }

    /// <summary>The value of the four hexadecimal digits that are <paramref name="offset"/> ahead.</summary>
    private static uint HexUnit(ref JsonTextCursor cursor, int offset)
    {
        Debug.Assert(cursor.Rest >= offset + 4);
        uint digits = BinaryPrimitives.ReadUInt32BigEndian(cursor.Ahead[offset..]);

        // '0' to '9' are 30 to 39, letters 41 to 46 or 61 to 66: the low nibble, and 9 more where bit 6 is set.
        uint nibbles = (digits & 0x0F0F_0F0F) + ((digits >> 6) & 0x0101_0101) * 9;
        return ((nibbles >> 12) & 0xF000) | ((nibbles >> 8) & 0xF00) | ((nibbles >> 4) & 0xF0) | (nibbles & 0xF);
    }

    /// <summary>Writes what the encoder makes of a scalar outside ASCII.</summary>
    private bool WriteScalar(ref JsonTextCursor cursor, uint scalar, int read)
    {
        Debug.Assert(scalar >= 0x80 && Rune.IsValid(scalar));
        var rune = new Rune(scalar);
        bool allowed = rune.IsBmp ? (_escapes.AllowedBmp[scalar >> 6] >> (int)(scalar & 63) & 1) != 0 : !_escapes.Encoder.WillEncode((int)scalar);
        if (allowed)
        {
            if (!rune.TryEncodeToUtf8(cursor.Free, out int length)) return cursor.Stop(CopyStatus.DestinationTooSmall);
            cursor.Written += length;
            cursor.Read += read;
            return true;
        }
        if (!_escapes.WritesHexEscapes) return WriteByEncoder(ref cursor, rune, read);

        const ulong SixBytes = (ulong)HexEscapes.Length << EscapeTable.EscapeLengthShift;
        if (rune.IsBmp) return Write(ref cursor, HexEscapes.Pack(scalar) | SixBytes, read);
        if (cursor.Room < 2 * HexEscapes.Length) return cursor.Stop(CopyStatus.DestinationTooSmall);
        scalar -= 0x10000;
        return Write(ref cursor, HexEscapes.Pack(0xD800 + (scalar >> 10)) | SixBytes, 0)
            && Write(ref cursor, HexEscapes.Pack(0xDC00 + (scalar & 0x3FF)) | SixBytes, read);
    }

    /// <summary>Writes what a user's encoder makes of a scalar; more than six bytes for one is left to the writer, which may fail on it.</summary>
    private bool WriteByEncoder(ref JsonTextCursor cursor, Rune rune, int read)
    {
        Span<byte> utf8 = stackalloc byte[4];
        utf8 = utf8[..rune.EncodeToUtf8(utf8)];
        Span<byte> escape = stackalloc byte[4 * EscapeTable.MaxEscapeLength];
        escape = escape[..(utf8.Length * EscapeTable.MaxEscapeLength)];
        OperationStatus status = _escapes.Encoder.EncodeUtf8(utf8, escape, out int consumed, out int length);
        if (status != OperationStatus.Done || consumed != utf8.Length) return cursor.Stop(CopyStatus.Fallback);
        if (!escape[..length].TryCopyTo(cursor.Free)) return cursor.Stop(CopyStatus.DestinationTooSmall);
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }

    /// <summary>Writes a packed escape in place of <paramref name="read"/> bytes of the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Write(ref JsonTextCursor cursor, ulong packed, int read)
    {
        int length = (int)(packed >> EscapeTable.EscapeLengthShift);
        if (cursor.Room < sizeof(ulong)) return WriteAtEnd(ref cursor, packed, read);
        if (length == 0) return cursor.Stop(CopyStatus.Fallback);
        ref byte destination = ref Unsafe.Add(ref cursor.Destination, cursor.Written);
        Digits.Store(ref destination, packed);
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }

    private static bool WriteAtEnd(ref JsonTextCursor cursor, ulong packed, int read)
    {
        int length = (int)(packed >> EscapeTable.EscapeLengthShift);
        if (length == 0) return cursor.Stop(CopyStatus.Fallback);
        if (cursor.Room < length) return cursor.Stop(CopyStatus.DestinationTooSmall);
        for (int i = 0; i < length; i++, packed >>= 8) Unsafe.Add(ref cursor.Destination, cursor.Written + i) = (byte)packed;
        cursor.Written += length;
        cursor.Read += read;
        return true;
    }

    /// <summary>Nothing where Utf8JsonWriter, which makes room for six bytes for each byte of a string, would fail.</summary>
    private static ulong Pack(ReadOnlySpan<byte> text) =>
        text.Length is 0 or > EscapeTable.MaxEscapeLength ? 0 : EscapeTable.Pack(text);
}
