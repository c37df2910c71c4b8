namespace RowJson;

/// <summary>
/// Options for some columns each, of the sets that were asked for last. Anybody may ask for any set, as in the query of a request: their
/// number is bounded, and no code is compiled for one that is asked for a few times only.
/// </summary>
/// <param name="options">What the options are made from.</param>
internal sealed class ColumnSets(JsonRowOptions options)
{
    private const int MaxSets = 64;

    /// <summary>Larger sets are not kept: real queries have fewer columns.</summary>
    private const int MaxNames = 256;

    private const int MaxNameLength = 1024;

    /// <summary>A set is asked for so often before code may be compiled for it.</summary>
    private const int AskedBeforeCompiling = 4;

    private readonly Dictionary<HashSet<string>, Entry> _entries = new(HashSet<string>.CreateSetComparer());
    private readonly Lock _lock = new();
    private long _asked;

    /// <summary>The sets that are kept.</summary>
    public int Count => _entries.Count;

    /// <summary>The options of a set.</summary>
    public JsonRowOptions Get(HashSet<string> names)
    {
        if (names.Count > MaxNames || names.Any(static name => name.Length > MaxNameLength)) return Make(names, mayCompile: false);
        lock (_lock)
        {
            if (!_entries.TryGetValue(names, out Entry? entry))
            {
                if (_entries.Count == MaxSets) _entries.Remove(_entries.MinBy(static it => it.Value.Last).Key);
                _entries.Add(names, entry = new Entry(Make(names, mayCompile: false)));
            }
            entry.Last = ++_asked;
            if (++entry.Times == AskedBeforeCompiling) entry.Options = Make(names, mayCompile: true);
            return entry.Options;
        }
    }

    private JsonRowOptions Make(HashSet<string> names, bool mayCompile)
    {
        (var policy, var filter) = (options.ColumnNamingPolicy, options.ColumnFilter);
        return new JsonRowOptions(options)
        {
            ColumnFilter = name => names.Contains(policy?.ConvertName(name) ?? name) && filter?.Invoke(name) != false,
            ObjectAccess = mayCompile || options.ObjectAccess != ObjectAccess.Automatic ? options.ObjectAccess : ObjectAccess.Delegates,
        };
    }

    private sealed class Entry(JsonRowOptions options)
    {
        public JsonRowOptions Options { get; set; } = options;

        public int Times { get; set; }

        public long Last { get; set; }
    }
}
