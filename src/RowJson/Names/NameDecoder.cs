using System.Text.Unicode;

namespace RowJson;

// Decodes names of a document's properties into memory that is reused, not into strings. Not thread-safe: each encoder has its own.
internal sealed class NameDecoder
{
    // Characters that an encoder keeps room for between rows: the longest name that is cached.
    private const int KeptLength = NameCache.MaxNameLength;

    private char[] _text = [];

    // The text of a name that a document spells as raw. Valid until the next call.
    // Throws InvalidOperationException: the name is not valid text.
    public ReadOnlySpan<char> Decode(ReadOnlySpan<byte> raw)
    {
        // Neither an escape nor UTF-8 takes fewer bytes than it gives characters.
        if (raw.Length > _text.Length) Rent(Math.Max(raw.Length, KeptLength));
        bool isDone = !raw.Contains((byte)'\\')
            & Utf8.ToUtf16(raw, _text, out _, out int length, replaceInvalidSequences: false) == OperationStatus.Done;
        return _text.AsSpan(0, isDone ? length : Unescape(raw));
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

    // Reads the name as JSON. Invalid text fails here as it does wherever the name is read.
    private int Unescape(ReadOnlySpan<byte> raw)
    {
        using var json = new RentedArray<byte>(raw.Length + "\"\""u8.Length);
        json.Span[0] = json.Span[^1] = (byte)'"';
        raw.CopyTo(json.Span[1..]);
        var reader = new Utf8JsonReader(json.Span);
        reader.Read();
        return reader.CopyString(_text);
    }
}
