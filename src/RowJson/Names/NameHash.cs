namespace RowJson;

// A seeded hash of names: all characters, four a step. Which names collide cannot be told without the seed, and whatever they are, a
// look-up reads few slots (NameCache.MaxProbes). The step is that of wyhash by Wang Yi.
internal readonly struct NameHash(ulong seed)
{
    // An odd constant with well spread bits: 2^64 / golden ratio.
    private const ulong Mix = 0x9E3779B97F4A7C15;

    // A hash with an unpredictable seed.
    public static NameHash Create() => new((ulong)Random.Shared.NextInt64());

    // The hash of key; its low bits are as good as its high ones.
    public uint Of(ReadOnlySpan<char> key)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(key);
        ulong hash = seed ^ (ulong)bytes.Length;
        if (bytes.Length < sizeof(ulong))
        {
            ulong units = 0;
            foreach (char unit in key) units = (units << 16) | unit;
            return Finish(Add(hash, units));
        }
        // The last step overlaps the one before it, so that no loop is needed for the rest.
        int last = bytes.Length - sizeof(ulong);
        for (int i = 0; i < last; i += sizeof(ulong)) hash = Add(hash, MemoryMarshal.Read<ulong>(bytes[i..]));
        return Finish(Add(hash, MemoryMarshal.Read<ulong>(bytes[last..])));
    }

    // The two halves of the product, as one. The lower half is multiplied apart: the instruction for both hands it over in memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Add(ulong hash, ulong bits) => Math.BigMul(hash ^ bits, Mix, out _) ^ ((hash ^ bits) * Mix);

    private static uint Finish(ulong hash) => (uint)(hash ^ (hash >> 32));
}
