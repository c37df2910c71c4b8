namespace RowJson;

internal static unsafe partial class StringEncoder
{
    private const uint ReplacementCharacter = 0xFFFD;

    // One ASCII character, escaped or not; touches eight bytes. Returns the bytes that count.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteAscii(uint unit, ref byte destination, EscapeTable escapes) =>
        WriteWord(escapes.AsciiWord(unit), ref destination);

    // An escape word; touches eight bytes. Returns the bytes that count.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteWord(ulong word, ref byte destination)
    {
        Digits.Store(ref destination, word);
        return (int)(word >> EscapeTable.WordLengthShift);
    }

    // Any units, one by one, until count are done, or one more if the last begins a pair.
    private static nint EncodeEach(
        ushort* source, int count, int length, ref byte destination, ref ulong allowedBmp, EscapeTable escapes, out int done)
    {
        Debug.Assert(count <= length);
        nint at = 0;
        int i = 0;
        while (i < count)
        {
            ref byte here = ref Unsafe.Add(ref destination, at);
            uint unit = source[i];
            int taken = 1;
            at += unit < 0x80
                ? WriteAscii(unit, ref here, escapes)
                : EncodeOne(source + i, length - i, ref here, ref allowedBmp, out taken);
            i += taken;
        }
        done = i;
        return at;
    }

    // One scalar, outside ASCII. Touches 6 + 8 bytes at most; returns the bytes that count.
    private static int EncodeOne(ushort* source, int length, ref byte destination, ref ulong allowedBmp, out int taken)
    {
        uint unit = *source;
        Debug.Assert(length > 0 && unit >= 0x80);
        taken = 1;
        if ((Bits(unit, ref allowedBmp) & 1) != 0) return WriteWord(EscapeTable.PackUtf8(unit), ref destination);
        if (!char.IsSurrogate((char)unit)) return WriteWord(HexEscapes.Pack(unit), ref destination);
        if (length == 1 || !char.IsSurrogatePair((char)unit, (char)source[1]))
            return WriteWord(HexEscapes.Pack(ReplacementCharacter), ref destination);

        // None of the framework's encoders allows anything above U+FFFF.
        taken = 2;
        HexEscapes.Write(unit, ref destination);
        return HexEscapes.Length + WriteWord(HexEscapes.Pack(source[1]), ref Unsafe.Add(ref destination, HexEscapes.Length));
    }
}
