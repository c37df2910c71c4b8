using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// What one <see cref="JavaScriptEncoder"/> does to each character, asked once and kept in tables:
/// the answer to "may this byte stand in a JSON string as it is" without a virtual call.
/// </summary>
/// <remarks>Immutable after construction but for the tables of characters outside ASCII, which are built on first use.</remarks>
internal sealed class EscapeTable
{
    /// <summary>The longest escape that the framework's encoders write for one UTF-16 code unit: <c>\uXXXX</c>.</summary>
    public const int MaxEscapeLength = 6;

    /// <summary>An escape word's length is in its highest byte: 8 × 7.</summary>
    public const int EscapeLengthShift = 56;

    private readonly byte[]?[] _asciiEscapes = new byte[128][];
    private readonly ulong[] _asciiWords = new ulong[128];
    private readonly Vector512<byte> _careLow;
    private readonly Vector512<byte> _careHigh;
    private ulong[]? _allowedBmp;
    private Utf8AllowedPages? _allowedPages;

    public EscapeTable(JavaScriptEncoder? encoder)
    {
        // What Utf8JsonWriter does without an encoder is what this one does.
        Encoder = encoder ?? JavaScriptEncoder.Default;
        WritesHexEscapes = Encoder.GetType().Assembly == typeof(JavaScriptEncoder).Assembly;
        EscapesAllNonAscii = ReferenceEquals(Encoder, JavaScriptEncoder.Default);
        Replacement = System.Text.Encoding.UTF8.GetBytes(Encoder.Encode("\uD800"));

        Span<byte> low = stackalloc byte[16];
        Span<byte> high = stackalloc byte[16];
        low.Clear();
        high.Clear();
        for (int row = 0; row < 8; row++) high[row] = (byte)(1 << row);
        for (int c = 0; c < 128; c++)
        {
            _asciiWords[c] = Pack([(byte)c]);
            if (!Encoder.WillEncode(c) && c is not ('"' or '\\')) continue;
            byte[] escape = System.Text.Encoding.UTF8.GetBytes(Encoder.Encode(((char)c).ToString()));
            _asciiEscapes[c] = escape;
            if (WritesHexEscapes) _asciiWords[c] = Pack(escape);
            low[c & 15] |= (byte)(1 << (c >> 4));
        }
        _careLow = Repeat(low);
        _careHigh = Repeat(high);
    }

    public JavaScriptEncoder Encoder { get; }

    /// <summary>
    /// True for the framework's own encoders: every scalar outside ASCII that they do not allow becomes one or two
    /// <c>\uXXXX</c> with upper-case digits (those above U+FFFF always do), and a lone surrogate <c>\uFFFD</c>.
    /// False for a user's encoder, which has to be asked each time.
    /// </summary>
    public bool WritesHexEscapes { get; }

    /// <summary>True for the default encoder, which allows nothing outside ASCII: no look-up needed there.</summary>
    public bool EscapesAllNonAscii { get; }

    /// <summary>What a lone surrogate, or ill-formed UTF-8, becomes.</summary>
    public byte[] Replacement { get; }

    /// <summary>
    /// Two look-ups that find the ASCII bytes needing an escape (the quote and the backslash among them):
    /// <c>CareLow[b &amp; 15] &amp; CareHigh[b &gt;&gt; 4] != 0</c>. Bytes of 0x80 and above give 0 and need a test of their own.
    /// </summary>
    public Vector128<byte> CareLow => _careLow.GetLower().GetLower();

    /// <inheritdoc cref="CareLow"/>
    public Vector128<byte> CareHigh => _careHigh.GetLower().GetLower();

    /// <summary>The escape of an ASCII character, or null where it may stand as it is.</summary>
    public byte[]? AsciiEscape(int c) => _asciiEscapes[c];

    /// <summary>Some of these ASCII characters do not stay as they are.</summary>
    public bool EscapesAny(ReadOnlySpan<byte> characters)
    {
        foreach (byte c in characters)
            if (_asciiEscapes[c] is not null) return true;
        return false;
    }

    /// <summary>
    /// What becomes of an ASCII character, its escape or itself, as a little-endian word with the length in the highest byte.
    /// Only for encoders with <see cref="WritesHexEscapes"/>: others' escapes may be longer.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong AsciiWord(uint c)
    {
        Debug.Assert(WritesHexEscapes && c < 128);
        return Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_asciiWords), c);
    }

    /// <summary>One bit per UTF-16 code unit of the basic plane: set where it may stand as it is. Surrogates are never set.</summary>
    public ulong[] AllowedBmp => _allowedBmp ?? PublishAllowedBmp();

    /// <summary>The same by pages; for encoders of which <see cref="EscapesAllNonAscii"/> does not hold.</summary>
    public Utf8AllowedPages AllowedPages => _allowedPages ??= new Utf8AllowedPages(this);

    /// <summary>
    /// Bytes of <paramref name="text"/> that may not stand as they are: their highest bit is set, or some other bit.
    /// All zero means that the whole vector may be copied. Non-ASCII bytes always need care here.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector128<byte> Care(Vector128<byte> text)
    {
        // The highest bit of a non-ASCII byte marks it; what its look-ups give does not matter.
        Vector128<byte> high = Vector128.ShuffleNative(CareHigh, (text.AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0x0F));
        Vector128<byte> low = Vector128.ShuffleNative(CareLow, text & Vector128.Create((byte)0x0F));
        return (high & low) | (text & Vector128.Create((byte)0x80));
    }

    /// <inheritdoc cref="Care(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector256<byte> Care(Vector256<byte> text)
    {
        Vector256<byte> high = Avx2.Shuffle(_careHigh.GetLower(), (text.AsUInt16() >>> 4).AsByte() & Vector256.Create((byte)0x0F));
        return (high & Avx2.Shuffle(_careLow.GetLower(), text)) | (text & Vector256.Create((byte)0x80));
    }

    /// <inheritdoc cref="Care(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> Care(Vector512<byte> text)
    {
        Vector512<byte> high = Avx512BW.Shuffle(_careHigh, (text.AsUInt16() >>> 4).AsByte() & Vector512.Create((byte)0x0F));
        return (high & Avx512BW.Shuffle(_careLow, text)) | (text & Vector512.Create((byte)0x80));
    }

    /// <summary>An escape as a word that one store writes, with its length in the highest byte.</summary>
    public static ulong Pack(ReadOnlySpan<byte> escape)
    {
        Debug.Assert(escape.Length <= MaxEscapeLength);
        ulong word = (ulong)escape.Length << EscapeLengthShift;
        for (int i = 0; i < escape.Length; i++) word |= (ulong)escape[i] << (8 * i);
        return word;
    }

    private static Vector512<byte> Repeat(ReadOnlySpan<byte> lane)
    {
        Vector128<byte> one = Vector128.Create(lane);
        Vector256<byte> two = Vector256.Create(one, one);
        return Vector512.Create(two, two);
    }

    private ulong[] PublishAllowedBmp()
    {
        // Two threads may both build it: they build the same, and the first one's stays.
        ulong[] built = BuildAllowedBmp();
        return Interlocked.CompareExchange(ref _allowedBmp, built, null) ?? built;
    }

    private ulong[] BuildAllowedBmp()
    {
        const int BmpWords = 0x10000 / 64;
        var words = new ulong[BmpWords];
        int end = EscapesAllNonAscii ? 0x80 : 0x10000;
        for (int c = 0; c < end; c++)
        {
            if (c is >= 0xD800 and <= 0xDFFF || Encoder.WillEncode(c)) continue;
            words[c >> 6] |= 1UL << (c & 63);
        }
        return words;
    }
}
