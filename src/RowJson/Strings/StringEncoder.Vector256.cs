namespace RowJson;

// Plain text in 256-bit blocks: 32 characters, AVX2.
internal static unsafe partial class StringEncoder
{
    // A short string as two blocks of 32 that overlap: all of it is stored, and no store reaches beyond its end. Returns whether nothing in
    // it needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow33To64(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(Avx2.IsSupported && length is >= Block256 and <= 2 * Block256);
        Vector256<byte> first = NarrowSigned(source);
        Vector256<byte> last = NarrowSigned(source + length - Block256);
        first.StoreUnsafe(ref text);
        last.StoreUnsafe(ref text, (nuint)(length - Block256));
        return (escapes.NeedsEscaping(first) | escapes.NeedsEscaping(last)) == Vector256<byte>.Zero;
    }

    // Writes 32 characters of a longer string; returns whether nothing in them needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool WritePlain32(ushort* source, ref byte destination, EscapeTable escapes)
    {
        Vector256<byte> block = NarrowSigned(source);
        block.StoreUnsafe(ref destination);
        return escapes.NeedsEscaping(block) == Vector256<byte>.Zero;
    }

    // Writes 64 characters of a longer string, tested as one; returns whether nothing in them needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool WritePlainTwice32(ushort* source, ref byte destination, EscapeTable escapes)
    {
        Vector256<byte> block = NarrowSigned(source);
        block.StoreUnsafe(ref destination);
        Vector256<byte> next = NarrowSigned(source + Block256);
        next.StoreUnsafe(ref destination, Block256);
        return (escapes.NeedsEscaping(block) | escapes.NeedsEscaping(next)) == Vector256<byte>.Zero;
    }

    // Narrows 32 code units by the one instruction there is, which takes them as signed.
    // Units from U+8000 on are negative and become zero, a character that every encoder escapes; units from U+0100 to U+7FFF become 0xFF,
    // which is not ASCII. The instruction packs each half of its operands by itself, which a permutation of words undoes:
    //     source               0-7    8-15     16-23   24-31
    //     packed               0-7    16-23    8-15    24-31
    //     word taken           0      2        1       3          0b11_01_10_00 from the right
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> NarrowSigned(ushort* source)
    {
        Vector256<byte> packed = Avx2.PackUnsignedSaturate(Vector256.Load((short*)source), Vector256.Load((short*)source + 16));
        return Avx2.Permute4x64(packed.AsUInt64(), 0b11_01_10_00).AsByte();
    }
}
