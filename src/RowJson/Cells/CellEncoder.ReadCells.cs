using System.Text.Unicode;

namespace RowJson;

// Cells whose values are in memory that others own, such as a database's. It is not read any more once the output has grown: the sink's
// code runs then, and might do anything to the owner.
internal abstract partial class CellEncoder
{
    // Returned in place of a position: the text is not valid, and nothing is written.
    public const int NoUtf8 = -1;

    private const int StackCharacters = 256;

    private const int Quotes = 2;

    // Returns the position after the cell, or NoUtf8.
    public int WriteUtf8Cell(int position, EncodedName name, ReadOnlySpan<byte> utf8)
    {
        if (CellRoom(name, utf8.Length) > _output.Limit - position)
            return Utf8.IsValid(utf8) ? WriteCopy(position, name, utf8, isText: true) : NoUtf8;
        int after = position;
        // Room for a scalar is room for the store of a short text: 1 (quote) + 64 + 1 (quote).
        ref byte value = ref WriteName(ref after, name);
        AssertRoom(after, Math.Max(ScalarRoom, utf8.Length + Quotes));
        if (StringEncoder.TryWritePlain(ref value, utf8, _escapes)) return after + utf8.Length + Quotes;
        return WriteTranscoded(BeginCell(position, name), utf8);
    }

    // Writes text that is valid UTF-8, and is not changed while the output grows.
    protected int WriteUtf8Item(int position, ReadOnlySpan<byte> utf8)
    {
        int room = checked(Math.Max(ScalarRoom, utf8.Length + Quotes));
        position = _output.Reserve(position, room);
        return StringEncoder.TryWritePlain(ref _output.At(position, room), utf8, _escapes)
            ? position + utf8.Length + Quotes
            : WriteTranscoded(position, utf8);
    }

    public int WriteBase64Cell(int position, EncodedName name, ReadOnlySpan<byte> bytes) =>
        CellRoom(name, ((long)bytes.Length + 2) / 3 * 4) > _output.Limit - position
            ? WriteCopy(position, name, bytes, isText: false)
            : WriteBase64(BeginCell(position, name), bytes);

    // The room that a name and a string of this many bytes take.
    private static long CellRoom(EncodedName name, long length) => name.Room + Math.Max(ScalarRoom, length + Quotes);

    // Writes a cell for which the output grows. Bytes that are not text are written as base64.
    private int WriteCopy(int position, EncodedName name, ReadOnlySpan<byte> bytes, bool isText)
    {
        using var copy = RentedArray<byte>.CopyOf(bytes);
        position = BeginCell(position, name);
        return isText ? WriteUtf8Item(position, copy.Span) : WriteBase64(position, copy.Span);
    }

    // Text that needs escaping, is outside ASCII, or is for a user's encoder: written like the string that a getter returns.
    private int WriteTranscoded(int position, ReadOnlySpan<byte> utf8)
    {
        // No text has more characters than bytes.
        char[]? rented = utf8.Length > StackCharacters ? ArrayPool<char>.Shared.Rent(utf8.Length) : null;
        Span<char> characters = rented ?? stackalloc char[StackCharacters];
        position = Utf8.ToUtf16(utf8, characters, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done
            ? WriteText(position, characters[..written])
            : NoUtf8;
        if (rented is not null) ArrayPool<char>.Shared.Return(rented);
        return position;
    }
}
