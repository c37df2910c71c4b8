namespace RowJson;

// A name cache that is shared, and one encoder's own memory of the order in which its names come.
internal sealed class NameLookup(NameCache cache)
{
    // Refusals are counted by each encoder for itself, so that threads share nothing, and reported this many at a time.
    private readonly int _refusalsPerReport = Math.Min(64, cache.RefusalsPerGeneration);

    private int _refusals;
    private int _generation = cache.Generation;

    public readonly NameCache Cache = cache;

    public readonly NamePredictor Predictor = new(cache.MaxId);

    // The last name that was not the expected instance had the expected text: rows bring their own instances, so texts are compared first.
    public bool ExpectsEqualText { get; set; } = true;

    // The encoded form of key; null if the cache has no place for it now.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public EncodedName? Find(string key) => Cache.Find(key) ?? CountRefusal();

    public EncodedName? Find(ReadOnlySpan<char> key) => Cache.Find(key) ?? CountRefusal();

    // Called when a write, or a batch of it, begins.
    public void BeginBatch()
    {
        Renew();
        Predictor.BeginBatch();
    }

    // Forgets the order of names in a new generation of the cache, so that names in use are looked up and stay.
    private void Renew()
    {
        int generation = Cache.Generation;
        if (generation == _generation) return;
        _generation = generation;
        Predictor.Forget();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private EncodedName? CountRefusal()
    {
        if (++_refusals < _refusalsPerReport) return null;
        Cache.CountRefusals(_refusals);
        _refusals = 0;
        Renew();
        return null;
    }
}
