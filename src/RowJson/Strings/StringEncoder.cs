namespace RowJson;

// Writes .NET strings as quoted JSON strings in UTF-8, with the bytes of Utf8JsonWriter.WriteStringValue.
// Checking and narrowing are one pass: a block of characters is narrowed to bytes, stored, and tested by two look-ups (EscapeTable). Most
// texts are short and plain: for them there is one test without a loop. All others start again in WriteShortWithEscapes or WriteLong. The
// files: this one and Long choose the way, Vector128, Vector256 and Vector512 have the blocks of a vector level, NonAscii text outside
// ASCII, Scalar single characters, Custom the user's encoders.
internal static unsafe partial class StringEncoder
{
    // How many characters, narrowed to bytes, a vector of each level holds.
    private const int Block128 = 16, Block256 = 32, Block512 = 64;

    // The longest string on the short path: two blocks of 256 or 128 bits, which may overlap.
    private static int ShortLength => Avx2.IsSupported ? 2 * Block256 : 2 * Block128;

    // Room for a plain short string: 1 (quote) + 64 (every store ends by the 32nd byte, or at the end of the text) + 1 (quote).
    public const int ShortRoom = 1 + 2 * Block256 + 1;

    // Room for any short string: 1 (quote) + 64 × 6 (escapes) + 64 (the widest store, which may begin at their end).
    private const int ShortEscapedRoom = 1 + 2 * Block256 * EscapeTable.MaxEscapeLength + Block512;

    // Writes value in quotes at position; returns the position after it.
    public static int WriteQuoted(Utf8Output output, int position, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        if (!escapes.WritesHexEscapes) return WriteCustom(output, position, value, escapes);
        if (value.Length > ShortLength) return WriteLong(output, position, value, escapes);

        position = output.Reserve(position, ShortRoom);
        return WriteShort(output, position, ref output.At(position, ShortRoom), value, escapes);
    }

    // The same if ShortRoom has been reserved at quote, which is the byte at position.
    public static int WriteQuoted(Utf8Output output, int position, ref byte quote, string value, EscapeTable escapes)
    {
        if (!escapes.WritesHexEscapes) return WriteCustom(output, position, value, escapes);
        if (value.Length > ShortLength) return WriteLong(output, position, value, escapes);
        return WriteShort(output, position, ref quote, value, escapes);
    }

    // A string of at most ShortLength. The caller has reserved room for a plain one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShort(Utf8Output output, int position, ref byte quote, ReadOnlySpan<char> value, EscapeTable escapes)
    {
        int length = value.Length;
        Debug.Assert(length <= ShortLength && output.Limit - position >= ShortRoom);
        ref byte text = ref Unsafe.Add(ref quote, 1);
        fixed (char* source = value)
        {
            bool plain;
            if (length == 0) plain = true;
            else if (length > Block256) plain = Narrow32To64((ushort*)source, length, ref text, escapes);
            else if (Avx512BW.IsSupported) plain = NarrowTo32((ushort*)source, length, ref text, escapes);
            else if (length >= 16) plain = Narrow16To32((ushort*)source, length, ref text, escapes);
            else if (length >= 8) plain = Narrow8To15((ushort*)source, length, ref text, escapes);
            else plain = NarrowTo7((ushort*)source, length, ref text, escapes);
            if (!plain) return WriteShortWithEscapes(output, position, (ushort*)source, length, escapes);
        }
        quote = (byte)'"';
        Unsafe.Add(ref text, length) = (byte)'"';
        return position + length + 2;
    }

    // source: pinned by the caller.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteShortWithEscapes(Utf8Output output, int position, ushort* source, int count, EscapeTable escapes)
    {
        position = output.Reserve(position, ShortEscapedRoom);
        ref byte quote = ref output.At(position, ShortEscapedRoom);
        ref byte text = ref Unsafe.Add(ref quote, 1);
        int length = Avx512Vbmi2.IsSupported
            ? EscapeShortAscii512(source, count, ref text, escapes)
            : EscapeShortAscii(source, count, ref text, escapes);
        if (length < 0 && Avx512Vbmi2.IsSupported) length = EncodeShort(source, count, ref text, escapes);
        if (length < 0) return WriteLong(output, position, new ReadOnlySpan<char>(source, count), escapes);
        quote = (byte)'"';
        Unsafe.Add(ref text, length) = (byte)'"';
        return position + length + 2;
    }
}
