using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;

namespace RowJson;

/// <summary>
/// The names that one encoder and one way of renaming have encoded, at most a given number of them.
/// Readers take no lock; entries are never replaced, so a name that was found once stays valid.
/// </summary>
/// <param name="encoder">Escapes the names.</param>
/// <param name="rename">From the source's name to the output's, null to leave it out; null where names stay as they are.</param>
/// <param name="capacity">The most names to keep.</param>
/// <remarks>
/// Open addressing with linear probing. The hash is cheap and seeded, and no look-up probes further than
/// <see cref="MaxProbes"/> slots: names crafted to collide cost as much as names that are not cached, no more.
/// </remarks>
internal sealed class NameCache(JavaScriptEncoder encoder, Func<string, string?>? rename, int capacity)
{
    private const int MaxProbes = 16;

#if DEBUG
    private const int SmallestTable = 4;
#else
    private const int SmallestTable = 64;
#endif

    /// <summary>A quarter full at most: most look-ups end at the first slot.</summary>
    private const int MinFree = 4;

    /// <summary>Longer names are written afresh each time: a bounded cache of unbounded names would not be bounded.</summary>
    public const int MaxNameLength = 1024;

    /// <summary>Two words of 8 bytes.</summary>
    private const int Step = 16;

    // Odd 64-bit constants with well spread bits (2^64 / golden ratio, and the one of SplitMix64).
    private const ulong Mix1 = 0x9E3779B97F4A7C15;
    private const ulong Mix2 = 0xBF58476D1CE4E5B9;

    private readonly ulong _seed = (ulong)Random.Shared.NextInt64();
    private readonly Lock _lock = new();
    private EncodedName?[] _table = new EncodedName?[SmallestTable];
    private int _count;

    /// <summary>Names in the cache, never more than the capacity it was made with.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>The largest <see cref="EncodedName.Id"/> that can occur; ids start at 1.</summary>
    public int MaxId => capacity;

    /// <summary>The encoded form of <paramref name="key"/>, or null where it is not cached and cannot be any more.</summary>
    public EncodedName? Find(string key)
    {
        uint hash = Hash(key);
        EncodedName?[] table = Volatile.Read(ref _table);
        for (uint probe = 0; probe < MaxProbes; probe++)
        {
            EncodedName? name = Volatile.Read(ref table[(int)((hash + probe) & (uint)(table.Length - 1))]);
            if (name is null) return Add(key, hash);
            if (ReferenceEquals(name.Key, key) || name.Key == key) return name;
        }
        // All places taken, and the table stays as it is: nothing to rename and no lock to wait for.
        return IsCrowded(Count, table) ? Add(key, hash) : null;
    }

    /// <summary>The output's name for <paramref name="key"/>, or null where it is to be left out.</summary>
    public string? Rename(string key) => rename is null ? key : rename(key);

    private EncodedName? Add(string key, uint hash)
    {
        // Unlocked look at a number that only grows: a full cache costs no lock.
        if (Count >= capacity || key.Length > MaxNameLength) return null;
        string? renamed = Rename(key);
        lock (_lock)
        {
            if (_count >= capacity) return null;
            if (IsCrowded(_count, _table)) Enlarge();
            int free = FindSlot(_table, hash, key);
            if (free < 0) return null;
            if (_table[free] is { } present) return present;
            var name = new EncodedName(key, renamed, _count + 1, encoder);
            Volatile.Write(ref _table[free], name);
            Volatile.Write(ref _count, _count + 1);
            return name;
        }
    }

    /// <summary>One name more has to wait for a larger table.</summary>
    private static bool IsCrowded(int count, EncodedName?[] table) => (count + 1) * MinFree > table.Length;

    private static int FindSlot(EncodedName?[] table, uint hash, string key)
    {
        for (uint probe = 0; probe < MaxProbes; probe++)
        {
            int slot = (int)((hash + probe) & (uint)(table.Length - 1));
            if (table[slot] is not { } name || name.Key == key) return slot;
        }
        return -1;
    }

    private void Enlarge()
    {
        var larger = new EncodedName?[_table.Length * 2];
        foreach (EncodedName? name in _table)
        {
            if (name is null) continue;
            int slot = FindSlot(larger, Hash(name.Key), name.Key);
            // A name that finds no place drops out of reach and is encoded again when it is met again.
            if (slot >= 0) larger[slot] = name;
        }
        Volatile.Write(ref _table, larger);
    }

    /// <summary>
    /// All characters, sixteen bytes a step, seeded. The products of the steps do not depend on each other, so a name of usual
    /// length takes little more than one multiplication's time. After wyhash by Wang Yi.
    /// </summary>
    private uint Hash(string key)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(key.AsSpan());
        ulong hash = _seed ^ (ulong)bytes.Length;
        if (bytes.Length < Step) return Finish(hash ^ ReadShort(bytes));

        // The last step overlaps the one before it, so that no byte loop is needed for the rest.
        int last = bytes.Length - Step;
        ulong place = _seed;
        for (int i = 0; i < last; i += Step, place += Mix1) hash ^= Product(bytes[i..], place);
        return Finish(hash ^ Product(bytes[last..], ~_seed));
    }

    /// <summary>Sixteen bytes folded into eight; <paramref name="place"/> tells equal bytes in different places apart.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Product(ReadOnlySpan<byte> bytes, ulong place)
    {
        ulong high = Math.BigMul(
            MemoryMarshal.Read<ulong>(bytes) ^ place,
            // Seeded too: of a factor that is known to be 0 the product is 0 under any seed.
            MemoryMarshal.Read<ulong>(bytes[sizeof(ulong)..]) ^ Mix2 ^ BitOperations.RotateLeft(place, 32),
            out ulong low);
        return high ^ low;
    }

    /// <summary>Up to seven characters as one number: two overlapping reads.</summary>
    private static ulong ReadShort(ReadOnlySpan<byte> bytes) => bytes.Length switch
    {
        0 => 0,
        2 => MemoryMarshal.Read<ushort>(bytes),
        < sizeof(ulong) => MemoryMarshal.Read<uint>(bytes) | ((ulong)MemoryMarshal.Read<uint>(bytes[^sizeof(uint)..]) << 32),
        _ => MemoryMarshal.Read<ulong>(bytes) ^ BitOperations.RotateLeft(MemoryMarshal.Read<ulong>(bytes[^sizeof(ulong)..]) * Mix2, 31),
    };

    private static uint Finish(ulong hash) => (uint)((hash * Mix1) >> 32);
}
