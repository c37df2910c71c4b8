namespace RowJson.Benchmarks;

/// <summary>Samples × sources × encoders, as jobs.</summary>
internal static class RaceCases
{
    /// <summary>Names shapes of the matrix with commas between them, or <c>all</c>.</summary>
    public const string ShapesVariable = "ROWJSON_BENCHMARK_SHAPES";

    /// <summary>Names sources of the matrix with commas between them, or <c>all</c>.</summary>
    public const string SourcesVariable = "ROWJSON_BENCHMARK_SOURCES";
    private const int Rows = 10_000;

    private static readonly (string Name, bool IsDefault, int Rows, Func<string, int, Sample> Generate)[] Shapes =
    [
        ("small", true, 10_000, Generated(10)),
        ("medium", false, 100_000, Generated(10)),
        ("wide", true, 200, Generated(1_000)),
        ("taxi", false, 50_000, (name, rows) => TaxiGenerator.Generate(name, rows)),
        ("orders", false, 50_000, (name, rows) => RowClass.Orders.Generate(rows, name)),
        // 1 GB of text; 6 GB of memory for a document with the output, more for dictionaries.
        ("long", false, 1_000_000, Generated(20)),
        // Half of that.
        ("wide-long", false, 10_000, Generated(1_000)),
    ];

    /// <summary>How do all encoders compare, by shape and source? Most shapes and sources are run on demand only.</summary>
    public static Job Matrix { get; } = SuiteTables.CreateJob("races", () =>
        from shape in Chosen(ShapesVariable, [.. Shapes.Select(it => it.Name)], [.. Shapes.Where(it => it.IsDefault).Select(it => it.Name)])
        from source in Chosen(SourcesVariable, [.. RowSources.All.Select(it => it.Name)], ["document", "dictionary"])
        let it = Shapes.Single(it => it.Name == shape)
        where RowSources.Get(source).AppliesTo(it.Generate(shape, 1))
        select Race.Maker(shape, rows => it.Generate(shape, rows == 0 ? it.Rows : rows), source, Contenders.All));

    /// <summary>The data sets of the library that RowJson takes its idea from.</summary>
    public static IEnumerable<(string Name, Func<Sample> Generate)> OriginalDataSets { get; } =
    [
        OriginalDataSet("small"), OriginalDataSet("medium"), OriginalDataSet("long"), OriginalDataSet("wide-long", "wide"),
        OriginalDataSet("taxi", rows: 2_170_000),
    ];

    /// <summary>In memory, so that no provider is measured.</summary>
    public static Job Readers { get; } = SuiteTables.CreateJob("races", () =>
    [
        Taxi("reader", "JsonSerializer", "Utf8JsonWriter", "Utf8JsonWriterCached", "RowJson", "Reading"),
        Taxi("datatable", "JsonSerializer", "Newtonsoft", "RowJson", "Reading"),
        Taxi("dapper", "JsonSerializer", "RowJson", "Reading"),
    ]);

    /// <summary>Other forms than lists of classes show nothing new, but in orders.</summary>
    public static Job Objects { get; } = SuiteTables.CreateJob("races", () =>
        from it in RowClass.All
        from source in it.Name.StartsWith("order", StringComparison.Ordinal) ? ["objects", "object-array", "async-objects"] : new[] { "objects" }
        from settings in it.Name == "messages" ? [EncodingSettings.Default, TargetTable.Relaxed] : new[] { EncodingSettings.Default }
        select Race.Maker(
            settings.Name.Length == 0 ? it.Name : $"{it.Name} ({settings.Name})", rows => it.Generate(rows == 0 ? Rows : rows), source,
            [
                Contenders.Get("JsonSerializerContext"), .. Contenders.All.Where(contender => contender.Name != "JsonSerializerContext"),
                Contenders.RowJson("RowJsonDelegates", with => with with { ObjectAccess = ObjectAccess.Delegates }),
            ],
            settings));

    /// <summary>The query is included.</summary>
    public static Job Providers { get; } = SuiteTables.CreateJob("races", () => RowSources.Available(RowSources.Providers).Select(source =>
        Race.Maker(
        "flights", rows => FlightSample.Generate(rows == 0 ? Rows : rows), source.Name,
        Named("JsonSerializer", "JsonSerializerContext", "Utf8JsonWriterCached", "Dapper", "RowJson", "Reading", "Stepping"))));

    public static string Help =>
        $"The environment variable {ShapesVariable} chooses the shapes of the matrix: {string.Join(", ", Shapes.Select(it => it.Name))}, or all. "
        + $"{SourcesVariable} chooses its sources: {string.Join(", ", RowSources.All.Select(source => source.Name))}, or all";

    private static CaseMaker Taxi(string source, params string[] encoders) =>
        Race.Maker("taxi", rows => TaxiGenerator.Generate("taxi", rows == 0 ? Rows : rows), source, Named(encoders));

    private static (string Name, Func<Sample> Generate) OriginalDataSet(string shape, string? name = null, int? rows = null)
    {
        (string Name, bool IsDefault, int Rows, Func<string, int, Sample> Generate) it = Shapes.Single(it => it.Name == shape);
        return (name ?? shape, () => it.Generate(name ?? shape, rows ?? it.Rows));
    }

    private static Contender[] Named(params string[] names) => Array.ConvertAll(names, Contenders.Get);

    private static Func<string, int, Sample> Generated(int columns) =>
        (name, rows) => RowGenerator.Generate(name, new GeneratorOptions { Rows = rows, Columns = columns });

    /// <exception cref="BenchmarkException">The environment asks for what does not exist.</exception>
    private static string[] Chosen(string variable, string[] all, string[] standard)
    {
        string? chosen = Environment.GetEnvironmentVariable(variable);
        if (string.IsNullOrEmpty(chosen)) return standard;
        string[] names = chosen.Split(',', StringSplitOptions.TrimEntries);
        if (names is ["all"]) return all;
        return names.Except(all).FirstOrDefault() is not { } unknown ? names
            : throw new BenchmarkException($"{variable}: there is no '{unknown}'. {Help}.");
    }
}
