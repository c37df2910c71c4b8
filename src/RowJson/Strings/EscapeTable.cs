namespace RowJson;

// What a JavaScriptEncoder does with each character, asked once and kept in tables, for strings, names and document text. Immutable after
// construction, except for the tables of document text and of characters outside ASCII, which are built on first use. The look-ups by
// vector are in EscapeTable.Vectors.cs.
internal sealed partial class EscapeTable
{
    // The longest escape that the framework's encoders write for one UTF-16 code unit: \uXXXX.
    public const int MaxEscapeLength = HexEscapes.Length;

    // The longest escape of a scalar that is taken from a user's encoder: 6 bytes for each of 4 bytes of UTF-8.
    public const int MaxScalarEscapeLength = MaxEscapeLength * MaxUtf8Length;

    // The length of an escape word is in its highest byte: 8 bits × 7.
    public const int WordLengthShift = 8 * (sizeof(ulong) - 1);

    // All of an escape word but its length.
    public const ulong WordTextMask = (1UL << WordLengthShift) - 1;

    // A shift that divides by the 64 bits of a word of AllowedBmp.
    public const int BmpWordShift = 6;

    private const int AsciiCount = 128;
    private const int MaxUtf8Length = 4;
    private const int BmpCount = 0x10000;
    private const int BmpWordBits = 1 << BmpWordShift, BmpBitMask = BmpWordBits - 1;

    private readonly ulong[] _asciiWords = new ulong[AsciiCount];
    private readonly bool[] _needsEscaping = new bool[byte.MaxValue + 1];
    private ulong[]? _allowedBmp;
    private AllowedPages? _allowedPages;

    public EscapeTable(JavaScriptEncoder? encoder)
    {
        // Utf8JsonWriter without an encoder writes what this one does.
        Encoder = encoder ?? JavaScriptEncoder.Default;
        WritesHexEscapes = Vector128.IsHardwareAccelerated && Encoder.GetType().Assembly == typeof(JavaScriptEncoder).Assembly;
        EscapesAllNonAscii = ReferenceEquals(Encoder, JavaScriptEncoder.Default);

        for (int c = 0; c < _needsEscaping.Length; c++)
        {
            _needsEscaping[c] = c is '"' or '\\' or >= AsciiCount || Encoder.WillEncode(c);
            if (c < AsciiCount) _asciiWords[c] = Pack(_needsEscaping[c] ? EscapeOf((char)c) : [(byte)c]);
        }
        _escapeLow = ColumnsOf(NeedsEscaping);
    }

    public readonly JavaScriptEncoder Encoder;

    // True for the framework's own encoders: each scalar outside ASCII that they do not allow becomes one or two \uXXXX with upper-case
    // digits (above U+FFFF each scalar does), and a lone surrogate \uFFFD. False for a user's encoder, and without vectors: then the tables
    // of escapes are not used, and the encoder is asked each time.
    public readonly bool WritesHexEscapes;

    // True for the default encoder, which allows nothing outside ASCII: no look-up is needed there.
    public readonly bool EscapesAllNonAscii;

    // One bit per UTF-16 code unit of the basic plane: set if it is written unchanged. Those of surrogates are never set.
    public ulong[] AllowedBmp => _allowedBmp ?? BuildAllowedBmp();

    // AllowedBmp by pages of 64 characters. Not for encoders that escape all text outside ASCII.
    public AllowedPages AllowedPages => _allowedPages ??= new AllowedPages(AllowedBmp, _needsEscaping.AsSpan(0, AsciiCount));

    // Whether a byte of UTF-8 in a string is not simply copied: quote, backslash, what the encoder escapes, and every byte outside ASCII.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool NeedsEscaping(byte b) => Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_needsEscaping), b); // has all 256 bytes

    // Whether any of these ASCII characters is escaped.
    public bool EscapesAny(ReadOnlySpan<byte> characters)
    {
        foreach (byte c in characters)
            if (_needsEscaping[c]) return true;
        return false;
    }

    // Whether a scalar outside ASCII is written unchanged.
    public bool Allows(uint scalar) => scalar < BmpCount ? AllowsBmp(scalar) : !Encoder.WillEncode((int)scalar);

    // The same for a scalar up to U+FFFF.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AllowsBmp(uint unit) => (AllowedBmp[unit >> BmpWordShift] >> (int)(unit & BmpBitMask) & 1) != 0;

    // What becomes of an ASCII character, its escape or itself, as an escape word (see Pack). 0 if a user's encoder writes nothing, or more
    // than MaxEscapeLength bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong AsciiWord(uint c)
    {
        Debug.Assert(c < AsciiCount);
        return Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_asciiWords), c);
    }

    // Encodes a text without quotes, and without tables: for texts that are encoded once, such as names. Encode(string) alone is not
    // enough, because it refuses an encoder that writes nothing for a character.
    public static byte[] Encode(string text, JavaScriptEncoder encoder)
    {
        Span<char> escaped = new char[text.Length * MaxEscapeLength];
        bool fits = encoder.Encode(text, escaped, out _, out int length) == OperationStatus.Done;
        return Encoding.UTF8.GetBytes(fits ? escaped[..length].ToString() : encoder.Encode(text));
    }

    // Empty if a user's encoder refuses the character, which perhaps no row contains.
    private byte[] EscapeOf(char c) => Quietly.Ask(this, it => Encode(c.ToString(), it.Encoder), otherwise: []);

    // Asks a user's encoder for the escape of a scalar outside ASCII. Returns false if it fails, or writes more than the 6 bytes for each
    // byte of UTF-8 that Utf8JsonWriter makes room for.
    public bool TryEncode(Rune scalar, Span<byte> escape, out int length)
    {
        Debug.Assert(escape.Length >= MaxScalarEscapeLength);
        Span<byte> utf8 = stackalloc byte[MaxUtf8Length];
        utf8 = utf8[..scalar.EncodeToUtf8(utf8)];
        escape = escape[..(utf8.Length * MaxEscapeLength)];
        return Encoder.EncodeUtf8(utf8, escape, out int consumed, out length) == OperationStatus.Done && consumed == utf8.Length
            && (uint)length <= (uint)escape.Length;
    }

    // An escape as a word, which one store writes: its text from the lowest byte on, its length in the highest byte.
    //     escape              \  u  0  0  3  E
    //     bytes in memory    5C 75 30 30 33 45 00 06      the text, and its length in the last byte
    //     word             0x06_00_45_33_30_30_75_5C
    // 0 for an escape that is empty, or longer than MaxEscapeLength.
    public static ulong Pack(ReadOnlySpan<byte> escape)
    {
        if (escape.Length > MaxEscapeLength) return 0;
        ulong word = (ulong)escape.Length << WordLengthShift;
        for (int i = 0; i < escape.Length; i++) word |= (ulong)escape[i] << (8 * i);
        return word;
    }

    // The two or three bytes of UTF-8 of a code unit outside ASCII, as an escape word.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PackUtf8(uint unit)
    {
        uint last = 0x80 | (unit & 0x3F);
        if (unit < 0x800) return 0xC0 | (unit >> 6) | (last << 8) | (2UL << WordLengthShift);
        return 0xE0 | (unit >> 12) | ((0x80 | ((unit >> 6) & 0x3F)) << 8) | (last << 16) | (3UL << WordLengthShift);
    }

    // Two threads may both build it: they build the same, and the first one's is kept.
    private ulong[] BuildAllowedBmp()
    {
        var words = new ulong[BmpCount / BmpWordBits];
        int end = EscapesAllNonAscii ? AsciiCount : BmpCount;
        for (int c = 0; c < end; c++)
        {
            if (char.IsSurrogate((char)c) || Encoder.WillEncode(c)) continue;
            words[c >> BmpWordShift] |= 1UL << (c & BmpBitMask);
        }
        return Interlocked.CompareExchange(ref _allowedBmp, words, null) ?? words;
    }
}
