namespace RowJson;

// For each name, the bytes with which a document last spelled it, escapes included: comparing them takes no decoding.
// Found by the name's instance, not by its id alone: names that replace one another in the cache share an id. Each encoder has its own.
internal sealed class NameSpellings
{
    // Longer spellings are not remembered. With this limit an encoder keeps at most as many KiB as its cache has names, 4 MiB by default.
    private const int MaxLength = 1024;

    // Arrays grow by whole steps, so that alternating spellings of a name do not each take a new one.
    private const int Step = 32;

    private Spelling[] _byId = [];

    public bool Matches(EncodedName name, ReadOnlySpan<byte> raw)
    {
        Spelling[] byId = _byId;
        if ((uint)name.Id >= (uint)byId.Length) return false;
        ref readonly Spelling known = ref byId[name.Id];
        return ReferenceEquals(known.Name, name) && raw.SequenceEqual(known.Bytes.AsSpan(0, known.Length));
    }

    public void Remember(EncodedName name, ReadOnlySpan<byte> raw)
    {
        if (raw.Length > MaxLength) return;
        if (name.Id >= _byId.Length) Array.Resize(ref _byId, Math.Max(name.Id + 1, 2 * _byId.Length));
        ref Spelling known = ref _byId[name.Id];
        known.Name = name;
        if (known.Bytes is null || raw.Length > known.Bytes.Length) known.Bytes = new byte[(raw.Length + Step) / Step * Step];
        raw.CopyTo(known.Bytes);
        known.Length = raw.Length;
    }

    private struct Spelling
    {
        public EncodedName? Name;
        public byte[]? Bytes;
        public int Length;
    }
}
