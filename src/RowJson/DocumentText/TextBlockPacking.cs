using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

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

    /// <summary>
    /// The same for 32 bytes, of which 32 are touched at most. Each place counts from the first, so that none waits for the one before.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Store(Vector256<byte> bytes, uint keep, ref byte destination)
    {
        Debug.Assert(Avx2.IsSupported);
        ref ulong shuffles = ref MemoryMarshal.GetArrayDataReference(Shuffles);
        Vector256<ulong> upperHalves = Vector256.Create(0, 0x0808_0808_0808_0808UL, 0, 0x0808_0808_0808_0808);
        Vector256<ulong> numbers = Vector256.Create(
            Unsafe.Add(ref shuffles, (nint)(byte)keep), Unsafe.Add(ref shuffles, (nint)(byte)(keep >> 8)),
            Unsafe.Add(ref shuffles, (nint)(byte)(keep >> 16)), Unsafe.Add(ref shuffles, (nint)(keep >> 24)));
        Vector256<ulong> packed = Avx2.Shuffle(bytes, (numbers | upperHalves).AsByte()).AsUInt64();

        Unsafe.WriteUnaligned(ref destination, packed.GetElement(0));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFF)), packed.GetElement(1));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFFFF)), packed.GetElement(2));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep & 0xFF_FFFF)), packed.GetElement(3));
        return ref Unsafe.Add(ref destination, (nint)BitOperations.PopCount(keep));
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
