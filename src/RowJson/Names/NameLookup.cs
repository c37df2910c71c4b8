namespace RowJson;

// A name cache that is shared, and one encoder's own memory of the order in which its names come.
internal sealed class NameLookup(NameCache cache)
{
    private int _refusalsLeft = cache.RefusalsPerOffer;
    private int _age = cache.Age;

    public readonly NameCache Cache = cache;

    public readonly NamePredictor Shape = new(cache.MaxId);

    // The last name that was not the expected instance had the expected text: rows bring their own instances, and comparing the text comes
    // before looking it up.
    public bool ExpectsEqualText { get; set; } = true;

    // The encoded form of key; null if the cache has no place for it now.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public EncodedName? Find(string key) => Cache.Find(key) ?? (IsOffer() ? Cache.Offer(key) : null);

    public EncodedName? Find(ReadOnlySpan<char> key) => Cache.Find(key) ?? (IsOffer() ? Cache.Offer(key) : null);

    // Forgets the order of names where the cache has aged, so that names in use are looked up and stay cached.
    public void Renew()
    {
        int age = Cache.Age;
        if (age == _age) return;
        _age = age;
        Shape.Forget();
    }

    // Counts a refused name: one in NameCache.RefusalsPerOffer is offered, on average. Counted by each encoder for itself, so that threads
    // share nothing, and at random intervals, so that no name of a regular sequence is passed over for ever.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool IsOffer()
    {
        if (--_refusalsLeft > 0) return false;
        int average = Cache.RefusalsPerOffer;
        _refusalsLeft = Random.Shared.Next(average / 2, average + average / 2 + 1);
        Renew();
        return true;
    }
}
