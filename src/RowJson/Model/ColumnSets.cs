namespace RowJson;

// Options for the sets of columns that were asked for last. Their number is bounded: the query of a request may ask for any set.
internal sealed class ColumnSets(JsonRowOptions options)
{
    private const int MaxSets = 64;

    // Larger sets are not kept: real queries have fewer columns.
    private const int MaxNames = 256;

    private const int MaxNameLength = 1024;

    // The set asked for last is at the end.
    private readonly OrderedDictionary<HashSet<string>, JsonRowOptions> _options = new(HashSet<string>.CreateSetComparer());
    private readonly Lock _lock = new();

    public int Count => _options.Count;

    public JsonRowOptions Get(HashSet<string> names)
    {
        if (names.Count > MaxNames || names.Any(static name => name.Length > MaxNameLength)) return Make(names);
        lock (_lock)
        {
            if (!_options.Remove(names, out JsonRowOptions? ofNames))
            {
                if (_options.Count == MaxSets) _options.RemoveAt(0);
                ofNames = Make(names);
            }
            _options.Add(names, ofNames);
            return ofNames;
        }
    }

    private JsonRowOptions Make(HashSet<string> names) => new(options) { ChosenColumns = names };
}
