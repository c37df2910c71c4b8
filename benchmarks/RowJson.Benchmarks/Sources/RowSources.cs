namespace RowJson.Benchmarks;

/// <summary>All sources. A new one is a class of its own, a line here, and a case in each contender that can encode it.</summary>
internal static class RowSources
{
    /// <summary>Real providers of data, each with its query or its file.</summary>
    public static IReadOnlyList<IRowSource> Providers { get; } =
        [new SqliteSource(), new DuckDbSource(), new PostgresSource(), new SylvanCsvSource(), new CsvHelperSource()];

    public static IReadOnlyList<IRowSource> All { get; } =
    [
        new DocumentSource(),
        new DictionarySource(),
        new ReaderSource(),
        new DataTableSource(),
        new DapperSource(),
        new ObjectSource("objects", ObjectForm.List, "a List<T> of a class"),
        new ObjectSource("object-array", ObjectForm.Array, "a T[] of a class"),
        new ObjectSource("async-objects", ObjectForm.AsyncEnumerable, "an IAsyncEnumerable<T> of a class, which never waits"),
        .. Providers,
    ];

    /// <summary>Those that are measured when none is named: all take minutes.</summary>
    public static IReadOnlyList<IRowSource> Default { get; } = [Get("document"), Get("dictionary"), Get("reader")];

    /// <summary>Without those that cannot be had here; says why on standard error.</summary>
    public static IEnumerable<IRowSource> Available(IEnumerable<IRowSource> sources)
    {
        foreach (IRowSource source in sources)
        {
            if (source is ProviderSource { SkipReason: { } reason })
                Console.Error.WriteLine($"{source.Name} is left out: {reason}");
            else
                yield return source;
        }
    }

    /// <summary>Stops what sources have started.</summary>
    public static void StopServers()
    {
        foreach (IDisposable source in All.OfType<IDisposable>()) source.Dispose();
    }

    public static IRowSource Get(string name) => All.Single(source => source.Name == name);
}
