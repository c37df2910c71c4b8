namespace RowJson;

// Packs bytes with a shuffle from a table, where the processor has no instruction for it.
// Eight bytes at a time, selected by one byte of the mask:
//     bytes          "  a  "  :  _  _  _  1       _ is a space
//     keep           1  1  1  1  .  .  .  1       0x8F
//     shuffle        0  1  2  3  7  0  0  0       the numbers of the bits that are set
//     packed         "  a  "  :  1  ?  ?  ?
// The next eight are stored over the bytes that are of no use.
internal static class TextBlockPacking
{
    // Added to the numbers of a shuffle for the upper eight bytes of a 16-byte lane: 8 to each.
    public const ulong UpperHalf = 0x0808_0808_0808_0808;

    // For each set of bits of a byte, the numbers of those bits, one byte each: 256 × 8 bytes.
    public static readonly ulong[] Shuffles = BuildShuffles();

    private static ulong[] BuildShuffles()
    {
        var shuffles = new ulong[256];
        for (int keep = 0; keep < shuffles.Length; keep++)
        {
            int count = 0;
            for (int bit = 0; bit < 8; bit++)
                if ((keep >> bit & 1) != 0) shuffles[keep] |= (ulong)bit << (8 * count++);
        }
        return shuffles;
    }
}
