namespace RowJson;

// A seeded hash of names: all characters, sixteen bytes a step. The products of the steps do not depend on each other, so a name of usual
// length takes little more than one multiplication's time. After wyhash by Wang Yi.
// Names cannot be made to collide without knowing the seeds. Each factor of each product contains a seed, so no factor is 0 for names
// chosen in advance. The seeds of two steps differ by a multiple of a third seed, so no two products are equal for names chosen in advance,
// and none cancels another.
internal readonly struct NameHash
{
    private const int Step = 2 * sizeof(ulong);

    // An odd constant with well spread bits: 2^64 / golden ratio.
    private const ulong Mix = 0x9E3779B97F4A7C15;

    private readonly ulong _left;
    private readonly ulong _right;
    private readonly ulong _distance;

    public NameHash(ulong left, ulong right, ulong distance)
    {
        _left = left;
        _right = right;
        // Odd, so that the steps of one name all have seeds of their own.
        _distance = distance | 1;
    }

    // A hash with unpredictable seeds.
    public static NameHash Create() => new(Seed(), Seed(), Seed());

    // 64 bits of the system's generator. Six bits of the 128 of a Guid are fixed, none at the same place of both halves. The classes of
    // System.Security.Cryptography give as much, but load OpenSSL in the first call of a process.
    private static ulong Seed()
    {
        Guid random = Guid.NewGuid();
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<Guid>(in random));
        return MemoryMarshal.Read<ulong>(bytes) ^ MemoryMarshal.Read<ulong>(bytes[sizeof(ulong)..]);
    }

    // The hash of key; its low bits are as good as its high ones.
    public uint Of(ReadOnlySpan<char> key)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(key);
        ulong hash = (ulong)bytes.Length;
        if (bytes.Length < Step) return Finish(hash ^ OfShort(bytes));

        // The last step overlaps the one before it, so that no byte loop is needed for the rest.
        int last = bytes.Length - Step;
        ulong offset = 0;
        for (int i = 0; i < last; i += Step) hash ^= OfStep(bytes[i..], offset += _distance);
        return Finish(hash ^ OfStep(bytes[last..], offset: 0));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong OfStep(ReadOnlySpan<byte> bytes, ulong offset) => Fold(
        MemoryMarshal.Read<ulong>(bytes) ^ (_left + offset),
        MemoryMarshal.Read<ulong>(bytes[sizeof(ulong)..]) ^ (_right + offset));

    // Up to seven characters: two reads that overlap.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong OfShort(ReadOnlySpan<byte> bytes)
    {
        ulong first = 0, second = 0;
        if (bytes.Length >= sizeof(ulong))
        {
            first = MemoryMarshal.Read<ulong>(bytes);
            second = MemoryMarshal.Read<ulong>(bytes[^sizeof(ulong)..]);
        }
        else if (bytes.Length >= sizeof(uint))
        {
            first = MemoryMarshal.Read<uint>(bytes);
            second = MemoryMarshal.Read<uint>(bytes[^sizeof(uint)..]);
        }
        else if (bytes.Length > 0) first = MemoryMarshal.Read<ushort>(bytes);
        return Fold(first ^ _left, second ^ _right);
    }

    // The two halves of the product, as one. The lower half is multiplied apart: the instruction for both hands it over in memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold(ulong left, ulong right) => Math.BigMul(left, right, out _) ^ (left * right);

    // Brings all bits into the upper half, of which any part is an index.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Finish(ulong hash) => (uint)(((hash ^ (hash >> 32)) * Mix) >> 32);
}
