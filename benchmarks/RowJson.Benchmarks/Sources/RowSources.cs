using Dapper;

namespace RowJson.Benchmarks;

/// <summary>A form in which a program holds rows before they become JSON: a type of .NET or of a library, which the contenders recognise.</summary>
internal sealed record RowSource(string Name, string Description, Func<Sample, object> Load)
{
    /// <summary>Whether the sample's rows can have this form.</summary>
    public Func<Sample, bool> AppliesTo { get; init; } = _ => true;
    /// <summary>Why it cannot be measured here; null where it can.</summary>
    public string? SkipReason { get; init; }
    /// <summary>Stops what it has started.</summary>
    public Action Stop { get; init; } = () => { };
}

/// <summary>All sources. A new one is an item here, and a case in each contender that can encode it.</summary>
internal static class RowSources
{
    /// <summary>Real providers of data, each with its query or its file.</summary>
    public static IReadOnlyList<RowSource> Providers { get; } =
        [ProviderSources.Sqlite, ProviderSources.DuckDb, ProviderSources.Postgres, ProviderSources.MariaDb, ProviderSources.Sylvan, ProviderSources.CsvHelper];

    public static IReadOnlyList<RowSource> All { get; } =
    [
        new("document", "a JsonDocument: rows that were parsed and are passed on", sample => JsonDocument.Parse(sample.Utf8Json)),
        new("dictionary", "a List<Dictionary<string, object?>>, as a database layer gives them", DictionaryRows.Parse),
        new("reader", "a DbDataReader over typed columns in memory, which boxes and allocates nothing", Reader),
        new("datatable", "a DataTable of the same columns", DictionaryRows.ToTable),
        // Made by Dapper from the reader, so that no server is needed.
        new("dapper", "a list of Dapper's dynamic rows, as connection.Query(sql) returns it", sample => Reader(sample).Parse().ToList<object>()),
        Objects("objects", ObjectForm.List, "a List<T> of a class"),
        Objects("object-array", ObjectForm.Array, "a T[] of a class"),
        Objects("async-objects", ObjectForm.AsyncEnumerable, "an IAsyncEnumerable<T> of a class, which never waits"),
        .. Providers,
    ];

    /// <summary>Those that are measured when none is named: all take minutes.</summary>
    public static IReadOnlyList<RowSource> Default { get; } = [Get("document"), Get("dictionary"), Get("reader")];

    /// <summary>Without those that cannot be had here; says why on standard error.</summary>
    public static IEnumerable<RowSource> Available(IEnumerable<RowSource> sources)
    {
        foreach (RowSource source in sources)
        {
            if (source.SkipReason is { } reason) Output.Note($"{source.Name} is left out: {reason}");
            else yield return source;
        }
    }

    /// <summary>Stops what sources have started.</summary>
    public static void StopServers()
    {
        foreach (RowSource source in All) source.Stop();
    }

    public static RowSource Get(string name) => All.Single(source => source.Name == name);
    private static ColumnarReader Reader(Sample sample) => new(TypedColumn.Infer(sample), sample.RowCount);

    private static RowSource Objects(string name, ObjectForm form, string description) => new(
        name, $"{description} (generated objects only: rows of a file have no class)", sample => RowClass.Of(sample)!.Load(sample, form))
    { AppliesTo = sample => RowClass.Of(sample) is not null };
}
