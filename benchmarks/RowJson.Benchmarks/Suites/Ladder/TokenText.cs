using System.Buffers;
using System.Buffers.Text;
using System.Text;
using System.Text.Encodings.Web;

namespace RowJson.Benchmarks;

/// <summary>
/// Turns names and values into JSON with the framework's methods, one at a time in reused memory, for the steps before the last. Knows
/// the values that the generator makes.
/// </summary>
internal sealed class TokenText(JavaScriptEncoder encoder)
{
    // 1 (quote) + 6 bytes of escape for each byte + 1 (quote).
    private const int EscapedSize = 6, Quotes = 2;

    // The longest double: -2.2250738585072014E-308.
    private const int LongestNumber = 24;

    private byte[] _utf8 = new byte[LongestNumber];
    private byte[] _escaped = [];

    /// <summary>The value as JSON; valid until the next call.</summary>
    public ReadOnlySpan<byte> Encode(object? value)
    {
        int written;
        switch (value)
        {
            case string text:
                return Quote(text);
            case long integer:
                _ = Utf8Formatter.TryFormat(integer, _utf8, out written);
                return _utf8.AsSpan(0, written);
            case double number:
                _ = Utf8Formatter.TryFormat(number, _utf8, out written);
                return _utf8.AsSpan(0, written);
            case bool boolean:
                return boolean ? "true"u8 : "false"u8;
            case null:
                return "null"u8;
            default:
                throw new NotSupportedException($"no generated row holds a {value.GetType()}");
        }
    }

    /// <summary>The text in quotes, escaped; valid until the next call.</summary>
    public ReadOnlySpan<byte> Quote(string text)
    {
        int size = Encoding.UTF8.GetMaxByteCount(text.Length);
        if (_utf8.Length < size)
            _utf8 = new byte[size];
        if (_escaped.Length < size * EscapedSize + Quotes)
            _escaped = new byte[size * EscapedSize + Quotes];

        int length = Encoding.UTF8.GetBytes(text, _utf8);
        OperationStatus status = encoder.EncodeUtf8(_utf8.AsSpan(0, length), _escaped.AsSpan(1), out _, out int written);
        if (status != OperationStatus.Done)
            throw new NotSupportedException($"the encoder writes more than {EscapedSize} bytes for one");
        _escaped[0] = _escaped[1 + written] = (byte)'"';
        return _escaped.AsSpan(0, written + Quotes);
    }
}
