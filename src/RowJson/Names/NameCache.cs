namespace RowJson;

// The names that one encoder and one way of renaming have encoded, at most a given number of them. Look-ups take no lock.
// encoder: escapes the names.
// rename: from the source's name to the output's, null to leave it out; null if names stay as they are.
// capacity: the most names to keep.
// sizes: the size of a new table, and how often names are replaced.
// While there is room, a name enters when it is first looked up. When the cache is full, a look-up that finds nothing is refused: the
// caller escapes the name itself. One refused name in many is offered, see RefusalsPerOffer: it takes the place of a name that has not been
// used for a while. A name that is used in every row is refused, and so offered, often; one that came once hardly ever.
// Which name leaves is decided as in the clock algorithm of page caches. A look-up that finds a name marks it as used. Each offer moves a
// hand to the next name: one that is marked loses the mark, and the offer is declined; one that is not marked is replaced. So a name stays
// if it is looked up at least once per turn of the hand. Encoders mostly predict names and do not look them up: they forget their
// predictions twice per turn, see Age, and then look each name up once.
// More names in turns than there is room for therefore settle: those that are in stay in, and nothing is made anew. Names that are not sent
// again leave within two turns, regardless of their origin.
// A replaced name may still be in use: it is immutable apart from the mark, so it still writes the right bytes. Its successor has the same
// EncodedName.Id, so an id says what to expect next and nothing more.
internal sealed class NameCache(JavaScriptEncoder encoder, Func<string, string?>? rename, int capacity, BufferSizes sizes)
{
    // Longer names are written afresh each time: a bounded cache of unbounded names would not be bounded.
    public const int MaxNameLength = 1024;

    private readonly NameHash _hash = NameHash.Create();
    private readonly Lock _lock = new();
    private EncodedName?[] _slots = NameTable.Create(sizes.NameSlots);
    private int _count;
    private long _hand;

    // Names in the cache, never more than the capacity it was made with.
    public int Count => Volatile.Read(ref _count);

    // The largest EncodedName.Id that can occur; ids start at 1.
    public int MaxId => capacity;

    // How many refused names there are, on average, for one that is offered.
    public readonly int RefusalsPerOffer = Math.Max(sizes.RefusalsPerOffer, sizes.RefusalsPerTurn / Math.Max(1, capacity));

    // Half turns of the hand. Remembered names are forgotten when this changes, and looked up again.
    // Half turns and not whole ones: between two visits of the hand to any name there is then a whole half turn, from a forgetting to the
    // next, and a look-up in it. Rounded up: the first forgetting is when the hand starts to move, before it has come to names that were
    // predicted ever since they entered.
    public int Age
    {
        get
        {
            int halfTurn = Volatile.Read(ref _slots).Length / 2;
            return (int)((Volatile.Read(ref _hand) + halfTurn - 1) >> BitOperations.Log2((uint)halfTurn));
        }
    }

    // Slots of the table: it grows with the names that enter, and no further.
    internal int SlotCount => Volatile.Read(ref _slots).Length;

    // The slots that a look-up reads: see NameTable.ProbesOf.
    internal int ProbesOf(string key) => NameTable.ProbesOf(Volatile.Read(ref _slots), key, _hash.Of(key));

    // The encoded form of key, or null if it is refused.
    public EncodedName? Find(string key) => Find(key, key);

    // The encoded form of a name of which there is no string; one is made only for a name that enters.
    public EncodedName? Find(ReadOnlySpan<char> key) => Find(key, null);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private EncodedName? Find(ReadOnlySpan<char> key, string? text)
    {
        if (key.Length > MaxNameLength) return null;
        uint hash = _hash.Of(key);
        EncodedName?[] slots = Volatile.Read(ref _slots);
        for (uint probe = 0; probe < NameTable.MaxProbes; probe++)
        {
            EncodedName? name = Volatile.Read(ref slots[(int)((hash + probe) & (uint)(slots.Length - 1))]);
            if (name is null) return Add(key, text, hash);
            if (!ReferenceEquals(name.Key, text) && (name.Hash != hash || !key.SequenceEqual(name.Key))) continue;
            // Written once per turn of the hand, so that threads do not take the memory from each other.
            if (!name.IsUsed) name.IsUsed = true;
            return name;
        }
        // All slots taken, and the table stays as it is: nothing to rename and no lock to wait for.
        return NameTable.IsCrowded(slots, Count) ? Add(key, text, hash) : null;
    }

    // Puts a name that was refused in the place of one that is not used any more; null if the name that the hand has come to is.
    public EncodedName? Offer(string key) => Offer(key, key);

    public EncodedName? Offer(ReadOnlySpan<char> key) => Offer(key, null);

    private EncodedName? Offer(ReadOnlySpan<char> key, string? text)
    {
        if (Count < capacity || capacity == 0 || key.Length > MaxNameLength) return null;
        if (MoveHand() is not { } unused) return null;
        text ??= key.ToString();
        string? renamed = Rename(text);
        uint hash = _hash.Of(text);
        lock (_lock)
        {
            // Another thread may have replaced the one, or cached the other.
            int old = NameTable.SlotOf(_slots, unused.Key, unused.Hash);
            int slot = NameTable.SlotOf(_slots, text, hash);
            if (slot < 0) return null;
            if (_slots[slot] is { } present) return present;
            if (old < 0 || !ReferenceEquals(_slots[old], unused)) return null;
            NameTable.Remove(_slots, old);
            return Put(text, renamed, hash, unused.Id);
        }
    }

    // The output's name for key, or null if the column is left out.
    public string? Rename(string key) => rename is null ? key : rename(key);

    // The same for a name of which there is no string: one is made only where the user's function needs it. False if the name is to be left
    // out.
    public bool TryRename(ReadOnlySpan<char> key, out ReadOnlySpan<char> name)
    {
        string? renamed = rename?.Invoke(key.ToString());
        name = rename is null ? key : renamed;
        return rename is null || renamed is not null;
    }

    private EncodedName? Add(ReadOnlySpan<char> key, string? text, uint hash)
    {
        // Unlocked look at a number that only grows: a full cache costs no lock.
        if (Count >= capacity) return null;
        text ??= key.ToString();
        string? renamed = Rename(text);
        lock (_lock)
        {
            if (_count >= capacity) return null;
            if (NameTable.IsCrowded(_slots, _count)) Volatile.Write(ref _slots, NameTable.Enlarge(_slots));
            int slot = NameTable.SlotOf(_slots, text, hash);
            if (slot < 0) return null;
            if (_slots[slot] is { } present) return present;
            EncodedName name = Put(text, renamed, hash, _count + 1);
            Volatile.Write(ref _count, _count + 1);
            return name;
        }
    }

    private EncodedName Put(string key, string? renamed, uint hash, int id)
    {
        var name = new EncodedName(key, renamed, id, encoder) { Hash = hash };
        Volatile.Write(ref _slots[NameTable.SlotOf(_slots, key, hash)], name);
        return name;
    }

    // Moves the hand to the next name: returned if it has not been used since the hand was there, else no longer marked.
    private EncodedName? MoveHand()
    {
        EncodedName?[] slots = Volatile.Read(ref _slots);
        for (int i = 0; i < slots.Length; i++)
        {
            long hand = Interlocked.Increment(ref _hand);
            if (Volatile.Read(ref slots[(int)hand & (slots.Length - 1)]) is not { } name) continue;
            if (!name.IsUsed) return name;
            name.IsUsed = false;
            return null;
        }
        return null;
    }
}
