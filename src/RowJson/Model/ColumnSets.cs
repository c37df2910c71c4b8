namespace RowJson;

// Options for some columns each, of the sets that were asked for last. Anybody may ask for any set, as in the query of a request: their
// number is bounded.
internal sealed class ColumnSets(JsonRowOptions options)
{
    private const int MaxSets = 64;

    // Larger sets are not kept: real queries have fewer columns.
    private const int MaxNames = 256;

    private const int MaxNameLength = 1024;

    private readonly Dictionary<HashSet<string>, Entry> _entries = new(HashSet<string>.CreateSetComparer());
    private readonly Lock _lock = new();
    private long _asked;

    public int Count => _entries.Count;

    public JsonRowOptions Get(HashSet<string> names)
    {
        if (names.Count > MaxNames || names.Any(static name => name.Length > MaxNameLength)) return Make(names);
        lock (_lock)
        {
            if (!_entries.TryGetValue(names, out Entry? entry))
            {
                if (_entries.Count == MaxSets) _entries.Remove(_entries.MinBy(static it => it.Value.Last).Key);
                _entries.Add(names, entry = new Entry(Make(names)));
            }
            entry.Last = ++_asked;
            return entry.Options;
        }
    }

    private JsonRowOptions Make(HashSet<string> names) => new(options) { ChosenColumns = names };

    private sealed class Entry(JsonRowOptions options)
    {
        public JsonRowOptions Options => options;

        public long Last { get; set; }
    }
}
