namespace RowJson;

// The order in which names came last time: for each name the one that followed it, and the one that came first inside it. The rows of an
// array look alike, so the prediction is nearly always right, and a row with names left out costs one or two look-ups. The caller compares
// the key. Not thread-safe: each encoder has its own.
internal sealed class NamePredictor(int maxId)
{
    // The id of the row itself, and for every name that is not cached.
    public const int Root = 0;

    // Most rows have fewer names.
    private const int FirstCapacity = 64;

    private PredictedName?[] _names = new PredictedName?[Math.Min(maxId, FirstCapacity - 1) + 1];
    private PredictedName?[] _first = new PredictedName?[1];
    private uint _batch = 1;

    public PredictedName? After(int id) => At(_names, id)?.Next;

    // The name expected first in the object that the name with this id holds.
    public PredictedName? FirstIn(int id) => At(_first, id);

    // Remembers a name that has come as key, after the one with the id previous, or first in the object of owner where that is Root.
    public PredictedName Learn(int owner, int previous, EncodedName name, string key)
    {
        PredictedName predicted = At(_names, name.Id) ?? Add(name, key);
        if (!ReferenceEquals(predicted.Name, name))
        {
            predicted.Name = name;
            predicted.Key = key;
            predicted.Next = null;
        }
        else if (!ReferenceEquals(predicted.Key, key)) Renew(predicted, key);
        if (previous != Root) At(_names, previous)?.Next = predicted;
        else Put(ref _first, owner, predicted);
        return predicted;
    }

    // Remembers another instance of an expected name, once a batch: those of one result are mostly the same in all of its rows, and where
    // each row brings its own, to remember them is of no use.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Renew(PredictedName name, string key)
    {
        if (name.Batch == _batch) return;
        name.Batch = _batch;
        name.Key = key;
    }

    // A write begins, or a batch of it: names may come as other instances.
    public void BeginBatch() => _batch++;

    // Forgets all names: each is looked up once more when it comes again.
    public void Forget()
    {
        // The objects stay, for there is one for each place in the cache: nothing is made anew.
        foreach (PredictedName? name in _names) name?.Next = null;
        Array.Clear(_first);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PredictedName Add(EncodedName name, string key)
    {
        var predicted = new PredictedName(name, key);
        Put(ref _names, name.Id, predicted);
        return predicted;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static PredictedName? At(PredictedName?[] names, int id) => (uint)id < (uint)names.Length ? names[id] : null;

    private void Put(ref PredictedName?[] names, int id, PredictedName name)
    {
        if (id >= names.Length) Array.Resize(ref names, (int)Math.Min(Math.Max(id + 1L, names.Length * 2L), maxId + 1L));
        names[id] = name;
    }
}

// A name where an encoder expects it, with the instance that rows last had of it: the next result has others of the same text.
internal sealed class PredictedName(EncodedName name, string key)
{
    // The name's text: what a row's name is compared with by reference.
    public string Key { get; set; } = key;

    // The encoded name; another one, where that has taken its place in the cache.
    public EncodedName Name { get; set; } = name;

    // The name that came after it last time; null if none has yet.
    public PredictedName? Next { get; set; }

    // The batch in which Key became another instance.
    public uint Batch { get; set; }

    public int Id { get; } = name.Id;
}
