namespace RowJson.Benchmarks;

/// <summary>All sources. A new one is a class of its own, a line here, and a case in each contender that can encode it.</summary>
internal static class RowSources
{
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
    ];

    /// <summary>Those that are measured when none is named: all take minutes.</summary>
    public static IReadOnlyList<IRowSource> Default { get; } = [Get("document"), Get("dictionary"), Get("reader")];

    public static IRowSource Get(string name) => All.Single(source => source.Name == name);
}
