namespace RowJson.Benchmarks;

/// <summary>Samples × sources × encoders, as jobs.</summary>
internal static class RaceCases
{
    private const int Rows = 10_000;

    private static readonly (string Name, int Rows, Func<string, int, Sample> Generate)[] Shapes =
    [
        ("small", 10_000, Generated(10)),
        ("medium", 100_000, Generated(10)),
        ("wide", 200, Generated(1_000)),
        ("taxi", 50_000, (name, rows) => TaxiGenerator.Generate(name, rows)),
        ("orders", 50_000, (name, rows) => RowClass.Orders.Generate(rows, name)),
        // 1 GB of text; 6 GB of memory for a document with the output, more for dictionaries.
        ("long", 1_000_000, Generated(20)),
        // Half of that.
        ("wide-long", 10_000, Generated(1_000)),
    ];

    /// <summary>How do all encoders compare, by shape and source?</summary>
    public static Job Matrix { get; } = Shaped(["small", "wide"], ["document", "dictionary"]);

    /// <summary>The same for every shape and source; parts of their names select some of them.</summary>
    public static Job AllShapes { get; } = Shaped(Shapes.Select(it => it.Name), RowSources.All.Select(it => it.Name));

    /// <summary>The data sets of the library that RowJson takes its idea from.</summary>
    public static IEnumerable<(string Name, Func<Sample> Generate)> OriginalDataSets { get; } =
    [
        OriginalDataSet("small"), OriginalDataSet("medium"), OriginalDataSet("long"), OriginalDataSet("wide-long", "wide"),
        OriginalDataSet("taxi", rows: 2_170_000),
    ];

    /// <summary>In memory, so that no provider is measured.</summary>
    public static Job Readers { get; } = SuiteTables.CreateJob("races", () =>
    [
        Taxi("reader", "JsonSerializer", "Utf8JsonWriterCached", "RowJson", "Reading"),
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
        Named("JsonSerializer", "JsonSerializerContext", "Utf8JsonWriterCached", "Dapper", "RowJson", "Reading", "ReadingPackage", "Stepping"))));

    private static Job Shaped(IEnumerable<string> shapes, IEnumerable<string> sources) => SuiteTables.CreateJob("races", () =>
        from shape in shapes
        from source in sources
        let it = Shapes.Single(it => it.Name == shape)
        where RowSources.Get(source).AppliesTo(it.Generate(shape, 1))
        select Race.Maker(shape, rows => it.Generate(shape, rows == 0 ? it.Rows : rows), source, Contenders.All));

    private static CaseMaker Taxi(string source, params string[] encoders) =>
        Race.Maker("taxi", rows => TaxiGenerator.Generate("taxi", rows == 0 ? Rows : rows), source, Named(encoders));

    private static (string Name, Func<Sample> Generate) OriginalDataSet(string shape, string? name = null, int? rows = null)
    {
        (string Name, int Rows, Func<string, int, Sample> Generate) it = Shapes.Single(it => it.Name == shape);
        return (name ?? shape, () => it.Generate(name ?? shape, rows ?? it.Rows));
    }

    private static Contender[] Named(params string[] names) => Array.ConvertAll(names, Contenders.Get);

    private static Func<string, int, Sample> Generated(int columns) =>
        (name, rows) => RowGenerator.Generate(name, new GeneratorOptions { Rows = rows, Columns = columns });
}
