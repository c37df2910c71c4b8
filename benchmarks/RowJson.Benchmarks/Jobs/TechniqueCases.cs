using System.Collections.Frozen;

namespace RowJson.Benchmarks;

/// <summary>Techniques that can be switched off: the time with each ÷ the time without it.</summary>
internal static class TechniqueCases
{
    private const int Columns = 10;

    /// <summary>More names than a cache holds.</summary>
    private const int OtherNames = 5_000;
    private const string With = "with", Without = "without", Table = "the table alone", Frozen = "a FrozenDictionary alone";

    public static Job Job { get; } = new(
        "techniques",
        () =>
        [
            Names($"{Columns} columns", () => OrderRows.Dictionaries(1_000)),
            Names("1,000 columns", () => [.. Enumerable.Range(0, 10).Select(_ => WideRow("column", 1_000))]),
            Boxed("DateOnly", DateOnly.FromDayNumber),
            Boxed("short", i => (short)i),
        ],
        "time: with the technique ÷ without it; spread: how well that is known (95 %). Times are the process's own.",
        new Layout(false, [Column.Label("technique"), Column.Label("where", 1), .. Column.Ratio(">time", OfTechnique)]));

    private static Ratio OfTechnique(Line line)
    {
        if (line.Find(Without) is { } without) return line[With].RatioTo(without);
        // How much longer the other look-up would take was measured by itself.
        double[] with = line[With].Nanoseconds, table = line[Table].Nanoseconds, frozen = line[Frozen].Nanoseconds;
        return new Ratio([.. with.Select((time, round) => time / (time - table[round] + frozen[round]))]);
    }

    private static CaseMaker Names(string where, Func<List<Dictionary<string, object?>>> create) => new(
        [
            "names that come often replace others in a full cache, not `MaxCachedNames = 0`",
            $"dictionaries of {where}, after {OtherNames:N0} other names by the same options",
        ],
        () =>
        {
            List<Dictionary<string, object?>> rows = create();
            var options = new JsonRowOptions();
            JsonRows.From([WideRow("other", OtherNames)]).ToUtf8Bytes(options);
            var without = new JsonRowOptions { MaxCachedNames = 0 };
            return new Case
            {
                Ways =
                [
                    Sink.ToBuffer(Without, output => JsonRows.From(rows).WriteTo(output, without)),
                    Sink.ToBuffer(With, output => JsonRows.From(rows).WriteTo(output, options)),
                ],
            };
        });

    /// <summary>The rows are written by the table; how much longer a frozen dictionary would take is measured beside them.</summary>
    private static CaseMaker Boxed<T>(string type, Func<int, T> value) where T : struct => new(
        [
            "scalars by the type of a boxed value in a table by its address, not in a `FrozenDictionary`",
            $"dictionaries of {Columns} columns: {type}",
        ],
        () =>
        {
            List<Dictionary<string, object?>> rows =
            [
                .. Enumerable.Range(0, 100).Select(i => Enumerable.Range(0, Columns)
                    .ToDictionary(column => $"column {column}", column => (object?)value(i + column))),
            ];
            object[] cells = [.. rows.SelectMany(row => row.Values).OfType<object>()];
            FrozenDictionary<Type, KnownScalar> frozen = ScalarTypes.All.ToFrozenDictionary(scalar => scalar.Type);
            var options = new JsonRowOptions();
            int found = 0;
            return new Case
            {
                Ways =
                [
                    Sink.ToBuffer(With, output => JsonRows.From(rows).WriteTo(output, options)),
                    new(Table, () =>
                    {
                        foreach (object cell in cells)
                            if (BoxedScalars.Find(cell.GetType()) is not null) found++;
                    }),
                    new(Frozen, () =>
                    {
                        foreach (object cell in cells)
                            if (frozen.TryGetValue(cell.GetType(), out KnownScalar? scalar) && scalar.Scalar is not null) found++;
                    }),
                ],
            };
        });

    private static Dictionary<string, object?> WideRow(string name, int columns) =>
        Enumerable.Range(0, columns).ToDictionary(i => $"{name} {i}", i => (object?)i);
}
