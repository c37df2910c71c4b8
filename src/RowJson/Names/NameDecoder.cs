using System.Buffers.Text;
using System.Text.Unicode;

namespace RowJson;

// Decodes the names of a document's properties into memory that is used again: no string is made.
// Not thread-safe: each encoder has its own.
internal sealed class NameDecoder
{
    // Characters that an encoder keeps room for between rows: the longest name that is cached.
    private const int KeptLength = NameCache.MaxNameLength;

    private char[] _text = [];

    // The text of raw, the name of property as the document spells it. Valid until the next call.
    // Throws InvalidOperationException: the name is not valid text.
    public ReadOnlySpan<char> Decode(JsonProperty property, ReadOnlySpan<byte> raw)
    {
        // Neither an escape nor UTF-8 takes fewer bytes than it gives characters.
        if (raw.Length > _text.Length) Rent(Math.Max(raw.Length, KeptLength));
        // Invalid text fails here as it does wherever the name is read.
        return TryDecode(raw, _text, out int length) ? _text.AsSpan(0, length) : property.Name;
    }

    // Gives back the room that a very long name took.
    public void Trim()
    {
        // The pool's arrays are up to twice as long as asked for.
        if (_text.Length > 2 * KeptLength) Rent(KeptLength);
    }

    private void Rent(int length)
    {
        char[] former = _text;
        _text = ArrayPool<char>.Shared.Rent(length);
        if (former.Length > 0) ArrayPool<char>.Shared.Return(former);
    }

    private static bool TryDecode(ReadOnlySpan<byte> raw, Span<char> text, out int length)
    {
        length = 0;
        while (true)
        {
            int escape = raw.IndexOf((byte)'\\');
            ReadOnlySpan<byte> plain = escape < 0 ? raw : raw[..escape];
            if (Utf8.ToUtf16(plain, text[length..], out _, out int written, replaceInvalidSequences: false) != OperationStatus.Done)
                return false;
            length += written;
            if (escape < 0) return true;
            raw = raw[escape..];
            if (!TryDecodeEscape(ref raw, text, ref length)) return false;
        }
    }

    // Decodes one escape, or the two of a supplementary character.
    private static bool TryDecodeEscape(ref ReadOnlySpan<byte> raw, Span<char> text, ref int length)
    {
        if (!TryReadEscape(ref raw, out char character)) return false;
        text[length++] = character;
        if (!char.IsSurrogate(character)) return true;
        if (!char.IsHighSurrogate(character) || !TryReadEscape(ref raw, out char low) || !char.IsLowSurrogate(low)) return false;
        text[length++] = low;
        return true;
    }

    private static bool TryReadEscape(ref ReadOnlySpan<byte> raw, out char character)
    {
        const int shortLength = 2, longLength = 6;
        character = '\0';
        if (raw.Length < shortLength || raw[0] != '\\') return false;
        if (raw[1] == 'u')
        {
            if (raw.Length < longLength) return false;
            if (!Utf8Parser.TryParse(raw[shortLength..longLength], out ushort unit, out int read, 'X')) return false;
            if (read != longLength - shortLength) return false;
            character = (char)unit;
            raw = raw[longLength..];
            return true;
        }
        int letter = "bfnrt\"\\/"u8.IndexOf(raw[1]);
        if (letter < 0) return false;
        character = "\b\f\n\r\t\"\\/"[letter];
        raw = raw[shortLength..];
        return true;
    }
}
