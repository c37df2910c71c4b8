namespace RowJson;

// A name where an encoder expects it, with the instance that rows last had of it: those of the next result are others, though the text is
// the same.
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
