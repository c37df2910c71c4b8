namespace RowJson;

// The order in which names came last time: for each name, the one that followed it, and the first one in the object that it holds. Rows of
// an array are alike, so a prediction is nearly always right, and a row that lacks names costs one or two look-ups. The caller compares the
// key with the prediction. Not thread-safe: each encoder has its own.
internal sealed class NamePredictor(int maxId)
{
    // The id of the row itself, and of every name that is not cached.
    public const int Root = 0;

    // Most rows have fewer names.
    private const int FirstCapacity = 64;

    private PredictedName?[] _names = new PredictedName?[Math.Min(maxId, FirstCapacity - 1) + 1];
    private PredictedName?[] _first = new PredictedName?[1];
    private uint _batch = 1;

    public PredictedName? After(int id) => At(_names, id)?.Next;

    // The name expected first in the object that the name with this id holds.
    public PredictedName? FirstIn(int id) => At(_first, id);

    // Remembers a name that came as key: after the name with the id previous or, if that is Root, first in the object of owner.
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

    // Remembers another instance of an expected name, once a batch: the rows of a result mostly share instances, and if each row has its
    // own, remembering them is of no use.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Renew(PredictedName name, string key)
    {
        if (name.Batch == _batch) return;
        name.Batch = _batch;
        name.Key = key;
    }

    // A write or a batch begins: names may come as other instances.
    public void BeginBatch() => _batch++;

    // Forgets all predictions: each name is looked up when it comes again.
    public void Forget()
    {
        // The objects stay, one for each place in the cache, so that none has to be created again.
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

// A name that an encoder expects, with the string instance that rows last had: the next result has other instances of the same text.
internal sealed class PredictedName(EncodedName name, string key)
{
    // The name's text: what a row's name is compared with by reference.
    public string Key { get; set; } = key;

    // The encoded name, or the one that has taken its place in the cache.
    public EncodedName Name { get; set; } = name;

    // The name that came after it last time; null if none has yet.
    public PredictedName? Next { get; set; }

    // The batch in which Key became another instance.
    public uint Batch { get; set; }

    public int Id { get; } = name.Id;
}
