using System.Runtime.Intrinsics;
using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// What one <see cref="JavaScriptEncoder"/> does to each character, asked once and kept in tables:
/// the answer to "may this byte stand in a JSON string as it is" without a virtual call.
/// </summary>
/// <remarks>Immutable after construction but for <see cref="AllowedBmp"/>, which is built on first use.</remarks>
internal sealed class EscapeTable
{
    /// <summary>The longest escape that the framework's encoders write for one UTF-16 code unit: <c>\uXXXX</c>.</summary>
    public const int MaxEscapeLength = 6;

    /// <summary>One word per 64 code units: 65,536 / 64.</summary>
    private const int BmpWords = 1024;

    private readonly byte[]?[] _asciiEscapes = new byte[128][];
    private ulong[]? _allowedBmp;

    public EscapeTable(JavaScriptEncoder? encoder)
    {
        Encoder = encoder ?? JavaScriptEncoder.Default;
        WritesHexEscapes = Encoder.GetType().Assembly == typeof(JavaScriptEncoder).Assembly;
        Replacement = System.Text.Encoding.UTF8.GetBytes(Encoder.Encode("\uD800"));

        Span<byte> low = stackalloc byte[16];
        Span<byte> high = stackalloc byte[16];
        low.Clear();
        high.Clear();
        for (int row = 0; row < 8; row++) high[row] = (byte)(1 << row);
        for (int c = 0; c < 128; c++)
        {
            if (!Encoder.WillEncode(c) && c is not ('"' or '\\')) continue;
            _asciiEscapes[c] = System.Text.Encoding.UTF8.GetBytes(Encoder.Encode(((char)c).ToString()));
            low[c & 15] |= (byte)(1 << (c >> 4));
        }
        CareLow = Vector128.Create<byte>(low);
        CareHigh = Vector128.Create<byte>(high);
    }

    public JavaScriptEncoder Encoder { get; }

    /// <summary>
    /// True for the framework's own encoders: every scalar outside ASCII that they do not allow becomes one or two
    /// <c>\uXXXX</c> with upper-case digits. False for a user's encoder, which has to be asked each time.
    /// </summary>
    public bool WritesHexEscapes { get; }

    /// <summary>What a lone surrogate, or ill-formed UTF-8, becomes.</summary>
    public byte[] Replacement { get; }

    /// <summary>
    /// Two look-ups that find the ASCII bytes needing an escape (the quote and the backslash among them):
    /// <c>CareLow[b &amp; 15] &amp; CareHigh[b &gt;&gt; 4] != 0</c>. Bytes of 0x80 and above give 0 and need a test of their own.
    /// </summary>
    public Vector128<byte> CareLow { get; }

    /// <inheritdoc cref="CareLow"/>
    public Vector128<byte> CareHigh { get; }

    /// <summary>The escape of an ASCII character, or null where it may stand as it is.</summary>
    public byte[]? AsciiEscape(int c) => _asciiEscapes[c];

    /// <summary>One bit per UTF-16 code unit of the basic plane: set where it may stand as it is. Surrogates are never set.</summary>
    public ulong[] AllowedBmp => _allowedBmp ?? BuildAllowedBmp();

    private ulong[] BuildAllowedBmp()
    {
        var words = new ulong[BmpWords];
        for (int c = 0; c <= 0xFFFF; c++)
        {
            if (c is >= 0xD800 and <= 0xDFFF || Encoder.WillEncode(c)) continue;
            words[c >> 6] |= 1UL << (c & 63);
        }
        return _allowedBmp = words;
    }
}
