namespace RowJson;

// Plain text that is UTF-8 already: tested and copied in one pass.
internal static unsafe partial class StringEncoder
{
    // Writes text in quotes if nothing in it needs escaping; false if something does, or if a user's encoder has to be asked. Touches 1
    // (quote) + the text's length, but at least 64, + 1 (quote).
    public static bool TryWritePlain(ref byte destination, ReadOnlySpan<byte> utf8, EscapeTable escapes)
    {
        if (!escapes.WritesHexEscapes) return false;
        ref byte text = ref Unsafe.Add(ref destination, 1);
        fixed (byte* source = utf8)
        {
            if (!CopyPlain(source, utf8.Length, ref text, escapes)) return false;
        }
        destination = (byte)'"';
        Unsafe.Add(ref text, utf8.Length) = (byte)'"';
        return true;
    }

    // Copies text; returns whether nothing in it needs escaping. Reads nothing after its end. Touches 64 bytes, or its length if more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool CopyPlain(byte* source, int length, ref byte text, EscapeTable escapes)
    {
        if (Avx512BW.IsSupported && length <= Block512) return CopyPlainTo64(source, length, ref text, escapes);
        if (length >= Block128) return CopyPlainFrom16(source, length, ref text, escapes);
        if (length >= sizeof(uint)) return CopyPlain4To15(source, length, ref text, escapes);
        for (int i = 0; i < length; i++)
        {
            if (escapes.NeedsEscaping(source[i])) return false;
            Unsafe.Add(ref text, i) = source[i];
        }
        return true;
    }

    // Any length up to 64 at once: what the mask leaves out is not read, cannot fault, and becomes spaces.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool CopyPlainTo64(byte* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length <= Block512);
        Vector512<byte> mask = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)length));
        Vector512<byte> block = Avx512BW.MaskLoad(source, mask, Vector512.Create((byte)' '));
        block.StoreUnsafe(ref text);
        return (escapes.NeedsEscaping(block) & mask) == Vector512<byte>.Zero;
    }

    // Blocks of 16; the last one ends with the text.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool CopyPlainFrom16(byte* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length >= Block128);
        int last = length - Block128;
        for (int i = 0; i < last; i += Block128)
        {
            Vector128<byte> block = Vector128.Load(source + i);
            block.StoreUnsafe(ref text, (nuint)i);
            if (escapes.NeedsEscaping(block) != Vector128<byte>.Zero) return false;
        }
        Vector128<byte> end = Vector128.Load(source + last);
        end.StoreUnsafe(ref text, (nuint)last);
        return escapes.NeedsEscaping(end) == Vector128<byte>.Zero;
    }

    // Two words that overlap, tested as one vector.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool CopyPlain4To15(byte* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length is >= sizeof(uint) and < Block128);
        if (length < sizeof(ulong))
        {
            uint head = Unsafe.ReadUnaligned<uint>(source);
            uint tail = Unsafe.ReadUnaligned<uint>(source + length - sizeof(uint));
            Unsafe.WriteUnaligned(ref text, head);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref text, length - sizeof(uint)), tail);
            return escapes.NeedsEscaping(Vector128.Create(head, tail, tail, tail).AsByte()) == Vector128<byte>.Zero;
        }
        int last = length - sizeof(ulong);
        ulong first = Unsafe.ReadUnaligned<ulong>(source);
        ulong end = Unsafe.ReadUnaligned<ulong>(source + last);
        Unsafe.WriteUnaligned(ref text, first);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref text, last), end);
        return escapes.NeedsEscaping(Vector128.Create(first, end).AsByte()) == Vector128<byte>.Zero;
    }
}
