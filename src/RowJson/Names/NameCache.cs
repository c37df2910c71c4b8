namespace RowJson;

// Encoded names, up to a given number, for one JavaScriptEncoder and one way of renaming. Look-ups take no lock.
// rename: returns the output's name for a name of the source, or null to leave it out; rename itself is null if names stay as they are.
// A name enters when it is first looked up, while there is room. A full cache refuses names, and the caller escapes them itself. After
// enough refusals a generation ends: all names leave, and those in use enter again. Encoders mostly predict names and do not look them up:
// they forget their predictions with each generation, see NameLookup. A name that has left may still be in use: it is immutable, so it
// still writes the right bytes. Another name gets its EncodedName.Id, so an id says what to expect next and nothing more.
// The names are in a hash table with open addressing, because ConcurrentDictionary takes 1.2 to 1.3 times as long for rows in random order.
// Slots are only filled: a new generation has a new table. Readers of the former one find its names, and at worst miss a new one.
internal sealed class NameCache(JavaScriptEncoder encoder, Func<string, string?>? rename, int capacity, BufferSizes sizes)
{
    // Longer names are encoded each time: a cache of names of any length would not be bounded.
    public const int MaxNameLength = 1024;

    // The most slots that a look-up reads, so that its cost is bounded for any names.
    public const int MaxProbes = 16;

    // A quarter full at most: most look-ups end at the first slot.
    private const int SlotsPerName = 4;

    private readonly Lock _lock = new();
    private EncodedName?[] _slots = new EncodedName?[sizes.NameSlots];
    private int _count;
    private int _refusals;
    private int _generation;

    public NameHash Hash { get; init; } = NameHash.Create();

    // Names in the cache, never more than the capacity it was created with.
    public int Count => Volatile.Read(ref _count);

    // The largest EncodedName.Id that can occur; ids start at 1.
    public int MaxId => capacity;

    public int RefusalsPerGeneration => sizes.RefusalsPerGeneration;

    // Increases each time the names leave.
    public int Generation => Volatile.Read(ref _generation);

    // The table: it grows with the names that enter, and no further.
    internal ReadOnlySpan<EncodedName?> Slots => Volatile.Read(ref _slots);

    // The encoded form of key, or null if it is refused.
    public EncodedName? Find(string key) => Find(key, key);

    // The encoded form of a name that is not a string yet; a string is created only for a name that enters.
    public EncodedName? Find(ReadOnlySpan<char> key) => Find(key, null);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private EncodedName? Find(ReadOnlySpan<char> key, string? text)
    {
        if (key.Length > MaxNameLength) return null;
        uint hash = Hash.Of(key);
        return Search(Volatile.Read(ref _slots), key, hash, out _) ?? Add(key, text, hash);
    }

    // Counts names that were refused; the last of a generation ends it.
    public void CountRefusals(int count)
    {
        if (Interlocked.Add(ref _refusals, count) < sizes.RefusalsPerGeneration) return;
        lock (_lock)
        {
            if (_refusals < sizes.RefusalsPerGeneration) return; // another thread has ended it
            _refusals = 0;
            Volatile.Write(ref _slots, new EncodedName?[_slots.Length]);
            Volatile.Write(ref _count, 0);
            Volatile.Write(ref _generation, _generation + 1);
        }
    }

    // The output's name for key, or null if the column is left out.
    public string? Rename(string key) => rename is null ? key : rename(key);

    // The same for a name that is not a string: one is created only for the user's function. False if the name is to be left out.
    public bool TryRename(ReadOnlySpan<char> key, out ReadOnlySpan<char> name)
    {
        string? renamed = rename?.Invoke(key.ToString());
        name = rename is null ? key : renamed;
        return rename is null || renamed is not null;
    }

    // The name with this key; otherwise null, and the slot for it, or -1 if no slot that a look-up reads is free.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static EncodedName? Search(EncodedName?[] slots, ReadOnlySpan<char> key, uint hash, out int slot)
    {
        for (uint probe = 0; probe < MaxProbes; probe++)
        {
            slot = (int)((hash + probe) & (uint)(slots.Length - 1));
            EncodedName? name = Volatile.Read(ref slots[slot]);
            if (name is null || (name.Hash == hash && key.SequenceEqual(name.Key))) return name;
        }
        slot = -1;
        return null;
    }

    private EncodedName? Add(ReadOnlySpan<char> key, string? text, uint hash)
    {
        // Checked before the lock is taken: a full cache needs none.
        if (Count >= capacity) return null;
        text ??= key.ToString();
        string? renamed = Rename(text);
        lock (_lock)
        {
            if (_count >= capacity) return null;
            if ((_count + 1L) * SlotsPerName > _slots.Length) Grow();
            // Another thread may have added it.
            EncodedName? name = Search(_slots, text, hash, out int slot);
            if (name is not null || slot < 0) return name;
            name = new EncodedName(text, renamed, _count + 1, encoder) { Hash = hash };
            Volatile.Write(ref _slots[slot], name);
            Volatile.Write(ref _count, _count + 1);
            return name;
        }
    }

    // Names that no look-up would reach in the larger table are dropped.
    private void Grow()
    {
        var slots = new EncodedName?[2 * _slots.Length];
        foreach (EncodedName? name in _slots)
        {
            if (name is null) continue;
            Search(slots, name.Key, name.Hash, out int slot);
            if (slot >= 0) slots[slot] = name;
            else _count--;
        }
        Volatile.Write(ref _slots, slots);
    }
}
