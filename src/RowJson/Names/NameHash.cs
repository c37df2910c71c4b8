namespace RowJson;

// A seeded hash of names: all characters, eight at a step. Which names collide cannot be told without the seed, and whatever they are, a
// look-up reads few slots (NameCache.MaxProbes). The step is that of wyhash by Wang Yi.
internal readonly struct NameHash(ulong seed)
{
    // An odd constant with well spread bits: 2^64 / golden ratio.
    private const ulong Mix = 0x9E3779B97F4A7C15;

    // Two words: a step takes one multiplication.
    private const int Word = sizeof(ulong), Step = 2 * Word;

    // A hash with an unpredictable seed.
    public static NameHash Create() => new((ulong)Random.Shared.NextInt64());

    // The hash of key; its low bits are as good as its high ones.
    public uint Of(ReadOnlySpan<char> key)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(key);
        ulong hash = seed ^ (ulong)bytes.Length;
        if (bytes.Length < Word)
        {
            ulong units = 0;
            foreach (char unit in key) units = (units << 16) | unit;
            return Finish(Add(hash, units, 0));
        }
        // The last step overlaps the one before it, or its words each other, so that no loop is needed for the rest.
        int last = Math.Max(0, bytes.Length - Step);
        for (int i = 0; i < last; i += Step) hash = Add(hash, Read(bytes, i), Read(bytes, i + Word));
        return Finish(Add(hash, Read(bytes, last), Read(bytes, bytes.Length - Word)));
    }

    // Without the checks of two spans, which took .02 of the time of a row whose keys are looked up.
    private static ulong Read(ReadOnlySpan<byte> bytes, int index)
    {
        Debug.Assert(index >= 0 && index <= bytes.Length - Word);
        return Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), index));
    }

    // The two halves of a product, combined. Both factors contain the seed, turned differently, so that two words cannot change places.
    // The lower half is multiplied separately: the instruction for both returns it in memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong Add(ulong hash, ulong first, ulong second)
    {
        first ^= hash;
        second ^= BitOperations.RotateLeft(seed, 32);
        return Math.BigMul(first, second, out _) ^ (first * second);
    }

    // Brings all bits into the upper half, any part of which can be an index.
    private static uint Finish(ulong hash) => (uint)((hash * Mix) >> 32);
}
