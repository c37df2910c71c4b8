namespace RowJson.Benchmarks;

/// <summary>The samples that are measured when none is named on the command line.</summary>
internal static class StandardSamples
{
    private static readonly RowSource[] OfObjects = [RowSources.Get("objects"), RowSources.Get("async-objects")];
    private static readonly RowSource[] Two = [RowSources.Get("document"), RowSources.Get("dictionary")];

    /// <summary>Flights through all providers of data.</summary>
    public static (Sample Sample, IReadOnlyList<RowSource> Sources) GenerateProviders(bool few) =>
        (FlightSample.Generate(few ? 500 : 10_000), RowSources.Providers);

    /// <summary>The samples with the sources that each is measured through when none is named: of some, each source with rows that suit it.</summary>
    public static IEnumerable<(Sample Sample, IReadOnlyList<RowSource> Sources)> Generate(bool all) => !all ?
    [
        (TaxiGenerator.Generate("taxi", 5_000), RowSources.Default),
        (Rows("text", TextOptions(5_000)), Two),
        (Rows("page", PageOptions), RowSources.Default),
        (RowClass.Orders.Generate(1_000), OfObjects),
        (RowClass.LogEntries.Generate(1_000), [RowSources.Get("objects")]),
    ] : All(divisor: 1, Two);

    /// <summary>A tenth of the rows, and each source with few of them: enough to check that all encoders agree.</summary>
    public static IEnumerable<(Sample Sample, IReadOnlyList<RowSource> Sources)> GenerateShort() =>
        [.. All(divisor: 10, RowSources.Default), (RowClass.Orders.Generate(500), RowSources.All), GenerateProviders(few: true)];

    private static IEnumerable<(Sample Sample, IReadOnlyList<RowSource> Sources)> All(int divisor, IReadOnlyList<RowSource> ofTexts) =>
    [
        (Rows("page", PageOptions), Two),
        (Rows("plain", new GeneratorOptions { Rows = 5_000 / divisor }), Two),
        // Each row in another order, which the prediction of names cannot help.
        (Rows("shuffled", new GeneratorOptions { Rows = 5_000 / divisor, Shuffled = true }), ofTexts),
        (Rows("text", TextOptions(5_000 / divisor)), ofTexts),
        (Rows("wide", new GeneratorOptions { Rows = 50 / divisor, Columns = 1_000 }), Two),
        (TaxiGenerator.Generate("taxi", 5_000 / divisor), RowSources.Default),
        .. RowClass.All.Select(rowClass => (rowClass.Generate(1_000 / divisor), (IReadOnlyList<RowSource>)OfObjects)),
    ];

    // One page of a table, for the cost of a call without its rows.
    private static GeneratorOptions PageOptions => new() { Rows = 10 };
    private static GeneratorOptions TextOptions(int rows) => new() { Rows = rows, Seed = 2, NonAscii = 0.3, Escaped = 0.2 };

    private static Sample Rows(string name, GeneratorOptions options) => RowGenerator.Generate(name, options);
}
