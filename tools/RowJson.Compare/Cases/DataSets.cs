using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>The data sets of a folder, or generated ones where there are none.</summary>
internal static class DataSets
{
    /// <summary>Longer ones are cut: a call must be much shorter than a round.</summary>
    public const int MostBytes = 2_000_000;

    /// <summary>Small enough to hold all of them at the same time, and to run each for a moment.</summary>
    public const int TrainingBytes = 30_000;

    // An array of strings, no rows.
    private const string NoRows = "blns";

    private static readonly string[] ColumnSets = ["nycflights13-flights-50k", "nycflights13-weather", "covid19-combined", "nonvoters-wide119"];

    public static IReadOnlyList<ICaseSource> Find(string folder)
    {
        List<ICaseSource> sets = [.. Files(folder).Select(FromFile)];
        if (sets.Count == 0)
        {
            Output.Note($"{folder} has no data sets: generated rows take their place");
            sets.Add(Generated("generated", new GeneratorOptions { Rows = 5_000 }, hasColumns: true));
            sets.Add(Generated("generated-text", new GeneratorOptions { Rows = 5_000, Seed = 2, NonAscii = 0.3, Escaped = 0.2 }));
            sets.Add(Generated("generated-shuffled", new GeneratorOptions { Rows = 5_000, Shuffled = true }));
            sets.Add(Generated("generated-wide", new GeneratorOptions { Rows = 100, Columns = 500 }));
        }
        sets.Add(Generated("generated-10x10", new GeneratorOptions { Rows = 10 }));
        sets.Add(new TripCases());
        return sets;
    }

    private static IEnumerable<string> Files(string folder) =>
        Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, "*.json").Where(path => NameOf(path) != NoRows).Order(StringComparer.Ordinal)
            : [];

    private static string NameOf(string path) => Path.GetFileNameWithoutExtension(path);

    private static RowSet FromFile(string path) =>
        new(() => Sample.Parse(NameOf(path), File.ReadAllBytes(path), path), ColumnSets.Contains(NameOf(path)));

    private static RowSet Generated(string name, GeneratorOptions options, bool hasColumns = false) =>
        new(() => RowGenerator.Generate(name, options), hasColumns);
}
