namespace RowJson;

// Plain text in 256-bit blocks: 32 characters, AVX2.
internal static unsafe partial class StringEncoder
{
    // Writes 32 to 64 characters as two blocks of 32 that may overlap: no store reaches beyond their end. False if one needs escaping.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow32To64(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(Avx2.IsSupported && length is >= Block256 and <= 2 * Block256);
        Vector256<byte> first = NarrowSigned(source);
        Vector256<byte> last = NarrowSigned(source + length - Block256);
        first.StoreUnsafe(ref text);
        last.StoreUnsafe(ref text, (nuint)(length - Block256));
        return (escapes.NeedsEscaping(first) | escapes.NeedsEscaping(last)) == Vector256<byte>.Zero;
    }

    // Narrows 32 code units by the only instruction that there is, which takes them as signed.
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
