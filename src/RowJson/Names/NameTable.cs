namespace RowJson;

// The slots of a hash table of names: open addressing with linear probing, a power of two long. What changes a table runs under its owner's
// lock; readers need none, and at worst miss a name that is being moved.
internal static class NameTable
{
    // The most slots that a look-up probes, so that its cost is bounded for any names.
    public const int MaxProbes = 16;

    // A quarter full at most: most look-ups end at the first slot.
    private const int SlotsPerName = 4;

    // An empty table; length is a power of two.
    public static EncodedName?[] Create(int length) => new EncodedName?[length];

    // One name more needs a larger table.
    public static bool IsCrowded(EncodedName?[] slots, int count) => (count + 1L) * SlotsPerName > slots.Length;

    // Where a name is, or where it may be put; -1 if neither is within the probes of a look-up.
    public static int SlotOf(EncodedName?[] slots, ReadOnlySpan<char> key, uint hash)
    {
        for (int probe = 0; probe < MaxProbes; probe++)
        {
            int slot = (int)(hash + (uint)probe) & (slots.Length - 1);
            if (slots[slot] is not { } name || (name.Hash == hash && key.SequenceEqual(name.Key))) return slot;
        }
        return -1;
    }

    // The slots that a look-up of the name reads: what hostile names would make many, and tests count.
    public static int ProbesOf(EncodedName?[] slots, ReadOnlySpan<char> key, uint hash)
    {
        for (int probe = 0; probe < MaxProbes; probe++)
        {
            int slot = (int)(hash + (uint)probe) & (slots.Length - 1);
            if (slots[slot] is not { } name || (name.Hash == hash && key.SequenceEqual(name.Key))) return probe + 1;
        }
        return MaxProbes;
    }

    // A table of twice the length with the same names.
    public static EncodedName?[] Enlarge(EncodedName?[] slots)
    {
        var larger = new EncodedName?[slots.Length * 2];
        foreach (EncodedName? name in slots)
        {
            if (name is null) continue;
            // A name that ends further away than look-ups probe is not found any more, and makes room for another in its turn.
            int slot = HomeOf(larger, name);
            while (larger[slot] is not null) slot = Next(larger, slot);
            larger[slot] = name;
        }
        return larger;
    }

    // Empties a slot, and moves the names of the run that follows, so that no empty slot is before a name.
    public static void Remove(EncodedName?[] slots, int slot)
    {
        int hole = slot;
        for (int next = Next(slots, hole); slots[next] is { } name; next = Next(slots, next))
        {
            // A name may move back to the hole unless its home is after it.
            if (Distance(slots, HomeOf(slots, name), next) < Distance(slots, hole, next)) continue;
            Volatile.Write(ref slots[hole], name);
            hole = next;
        }
        Volatile.Write(ref slots[hole], null);
    }

    private static int HomeOf(EncodedName?[] slots, EncodedName name) => (int)name.Hash & (slots.Length - 1);

    private static int Next(EncodedName?[] slots, int slot) => (slot + 1) & (slots.Length - 1);

    private static int Distance(EncodedName?[] slots, int from, int to) => (to - from) & (slots.Length - 1);
}
