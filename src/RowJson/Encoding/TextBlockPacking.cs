using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RowJson;

/// <summary>Packs bytes with a shuffle and a table, where the processor has no instruction for it.</summary>
internal static class TextBlockPacking
{
    /// <summary>For each set of bits of a byte, the numbers of those bits, one byte each: 256 × 8 bytes.</summary>
    private static readonly ulong[] Shuffles = BuildShuffles();

    /// <summary>
    /// Writes those of 16 bytes that <paramref name="keep"/> says, one behind the other, and returns where the next one goes.
    /// Touches 8 bytes behind that at most.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Store(Vector128<byte> bytes, uint keep, ref byte destination)
    {
        Debug.Assert(keep <= 0xFFFF);
        ref ulong shuffles = ref MemoryMarshal.GetArrayDataReference(Shuffles);
        ulong low = Unsafe.Add(ref shuffles, keep & 0xFF);
        ulong high = Unsafe.Add(ref shuffles, keep >> 8) | 0x0808_0808_0808_0808;
        Vector128<byte> packed = Vector128.ShuffleNative(bytes, Vector128.Create(low, high).AsByte());

        int count = BitOperations.PopCount(keep & 0xFF);
        Unsafe.WriteUnaligned(ref destination, packed.AsUInt64().ToScalar());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count), packed.AsUInt64().GetElement(1));
        return ref Unsafe.Add(ref destination, count + BitOperations.PopCount(keep >> 8));
    }

    private static ulong[] BuildShuffles()
    {
        var shuffles = new ulong[256];
        for (int keep = 0; keep < 256; keep++)
        {
            int count = 0;
            for (int bit = 0; bit < 8; bit++)
                if ((keep >> bit & 1) != 0) shuffles[keep] |= (ulong)bit << (8 * count++);
        }
        return shuffles;
    }
}
