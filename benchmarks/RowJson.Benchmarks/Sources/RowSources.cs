namespace RowJson.Benchmarks;

/// <summary>All sources. A new one is a class of its own, a line here, and a case in each contender that can encode it.</summary>
internal static class RowSources
{
    public static IReadOnlyList<IRowSource> All { get; } = [new DocumentSource(), new DictionarySource()];

    public static IRowSource Get(string name) => All.Single(source => source.Name == name);
}
