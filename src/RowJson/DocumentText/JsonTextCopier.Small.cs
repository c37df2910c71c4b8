namespace RowJson;

internal sealed partial class JsonTextCopier
{
    // Whether a short text is one number, literal or string that is copied as it is: a cell rather than rows. False also where that takes
    // longer to find out than to copy block by block.
    private bool IsPlainScalar(ReadOnlySpan<byte> text)
    {
        byte first = text[0];
        if (first == '"') return text.Length >= 2 && text[^1] == '"' && IsPlainInString(text[1..^1]);
        if (first is (byte)'t' or (byte)'n') return text.Length == 4;
        if (first == 'f') return text.Length == 5;

        foreach (byte b in text)
            if (!char.IsAsciiDigit((char)b) && (b | 0x20) != 'e' && b is not ((byte)'-' or (byte)'.' or (byte)'+')) return false;
        return true;
    }

    // Whether all the bytes within a string are simply copied, and none is a quote.
    private bool IsPlainInString(ReadOnlySpan<byte> text)
    {
        if (text.Length < sizeof(uint))
        {
            foreach (byte b in text)
                if (escapes.NeedsEscaping(b)) return false;
            return true;
        }

        // Loads overlap rather than reach out of the text: testing a byte twice does no harm.
        ref byte start = ref MemoryMarshal.GetReference(text);
        nuint length = (nuint)text.Length;
        if (length < sizeof(ulong))
        {
            uint head = Unsafe.ReadUnaligned<uint>(ref start);
            uint tail = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, length - sizeof(uint)));
            return IsPlain(Vector128.Create(head, tail, tail, tail).AsByte());
        }
        if (length < (nuint)Vector128<byte>.Count)
        {
            ulong head = Unsafe.ReadUnaligned<ulong>(ref start);
            ulong tail = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, length - sizeof(ulong)));
            return IsPlain(Vector128.Create(head, tail).AsByte());
        }
        nuint last = length - (nuint)Vector128<byte>.Count;
        for (nuint i = 0; i < last; i += (nuint)Vector128<byte>.Count)
            if (!IsPlain(Vector128.LoadUnsafe(ref start, i))) return false;
        return IsPlain(Vector128.LoadUnsafe(ref start, last));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsPlain(Vector128<byte> bytes) => escapes.NeedsEscaping(bytes) == Vector128<byte>.Zero;

    // Copies a short string byte by byte: blocks would take longer. Returns false when the copy stops.
    private bool CopyStringByBytes(ref JsonTextCursor cursor)
    {
        do
        {
            byte next = cursor.Peek();
            if (cursor.InString != 0 && next != '"' && escapes.NeedsEscaping(next))
            {
                if (!_strings.Rewrite(ref cursor)) return false;
                continue;
            }
            if (cursor.Room == 0) return cursor.Stop(CopyStatus.DestinationTooSmall);
            Unsafe.Add(ref cursor.Destination, cursor.Written++) = next;
            cursor.Read++;
            if (next == '"') cursor.InString = ~cursor.InString;
        }
        while (cursor.InString != 0 && cursor.Rest > 0);
        return true;
    }
}
