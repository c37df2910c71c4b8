namespace RowJson;

internal sealed partial class JsonTextCopier
{
    // Copies a text that one block could hold and that stays as it is. Also false for some such texts, where finding out would take longer
    // than copying block by block.
    public bool TryCopyShort(ReadOnlySpan<byte> text, Span<byte> destination, int maxDepth)
    {
        if (!TextBlock128.IsSupported || text.Length is 0 or >= TextBlock.Size || destination.Length < MinRoom) return false;
        byte first = text[0];
        if (first == '"')
            return text.Length >= 2 && text[^1] == '"'
                && StringEncoder.TryWritePlain(ref MemoryMarshal.GetReference(destination), text[1..^1], escapes);
        bool isPlain = first is (byte)'{' or (byte)'[' ? IsPlainContainer(text, maxDepth) : IsPlainScalar(text);
        if (isPlain) text.CopyTo(destination);
        return isPlain;
    }

    // Whether a short text is one number or literal: a cell rather than rows.
    private static bool IsPlainScalar(ReadOnlySpan<byte> text)
    {
        if (text[0] is (byte)'t' or (byte)'n') return text.Length == 4;
        if (text[0] == 'f') return text.Length == 5;

        foreach (byte b in text)
            if (!char.IsAsciiDigit((char)b) && (b | 0x20) != 'e' && b is not ((byte)'-' or (byte)'.' or (byte)'+')) return false;
        return true;
    }

    // Whether a short text of objects or arrays is copied unchanged: nothing in it is to be escaped or dropped.
    private bool IsPlainContainer(ReadOnlySpan<byte> text, int maxDepth)
    {
        // Each level takes two bytes.
        if (text[^1] is not ((byte)'}' or (byte)']') || text.Length / 2 > maxDepth) return false;
        if (text.Length < sizeof(uint)) return text.Length == 2;

        ref byte start = ref MemoryMarshal.GetReference(text);
        nuint length = (nuint)text.Length;
        var masks = default(ContainerMasks);
        // Loads overlap rather than reach out of the text: testing a byte twice does no harm.
        if (length < (nuint)Vector128<byte>.Count)
            return TryAdd(LoadShort(ref start, length), 0, ref masks) && masks.Gaps == 0 && !masks.HasTrailingComma;

        nuint last = length - (nuint)Vector128<byte>.Count;
        for (nuint i = 0; i < last; i += (nuint)Vector128<byte>.Count)
            if (!TryAdd(Vector128.LoadUnsafe(ref start, i), (int)i, ref masks)) return false;
        if (!TryAdd(Vector128.LoadUnsafe(ref start, last), (int)last, ref masks) || masks.HasTrailingComma) return false;
        return masks.Gaps == 0 || (masks.Gaps & ~TextBlockMasks.PrefixXor(masks.Quotes)) == 0;
    }

    // The first and the last bytes of a text of 4 to 15.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadShort(ref byte start, nuint length)
    {
        if (length < sizeof(ulong))
        {
            uint head = Unsafe.ReadUnaligned<uint>(ref start);
            uint tail = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, length - sizeof(uint)));
            return Vector128.Create(head, tail, tail, tail).AsByte();
        }
        ulong first = Unsafe.ReadUnaligned<ulong>(ref start);
        ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, length - sizeof(ulong)));
        return Vector128.Create(first, last).AsByte();
    }

    // False if a byte needs escaping, within a string or not.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryAdd(Vector128<byte> bytes, int position, ref ContainerMasks masks)
    {
        Vector128<byte> quotes = Vector128.Equals(bytes, Vector128.Create((byte)'"'));
        if (Vector128.AndNot(escapes.NeedsEscaping(bytes), quotes) != Vector128<byte>.Zero) return false;
        Vector128<byte> spaces = Vector128.LessThanOrEqual(bytes, Vector128.Create((byte)' '));
        Vector128<byte> gaps = spaces | Vector128.Equals(bytes, Vector128.Create((byte)'/'));
        Vector128<byte> closes = Vector128.Equals(bytes | Vector128.Create(TextBlock.BracketCase), Vector128.Create((byte)'}'));
        masks.Quotes |= (ulong)quotes.ExtractMostSignificantBits() << position;
        masks.Gaps |= (ulong)gaps.ExtractMostSignificantBits() << position;
        masks.Commas |= (ulong)Vector128.Equals(bytes, Vector128.Create((byte)',')).ExtractMostSignificantBits() << position;
        masks.Closes |= (ulong)closes.ExtractMostSignificantBits() << position;
        return true;
    }

    // What is where in a short text, one bit for each byte. Whitespace and slashes are gaps.
    private struct ContainerMasks
    {
        public ulong Quotes, Gaps, Commas, Closes;

        // The comma may be in a string.
        public readonly bool HasTrailingComma => ((Commas << 1) & Closes) != 0;
    }
}
