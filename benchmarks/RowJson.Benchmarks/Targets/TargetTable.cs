using System.Runtime.Intrinsics;

namespace RowJson.Benchmarks;

/// <summary>The targets. A new one is a line here; a new source is a line in <see cref="BaselineOf"/> and a factor in the lines that have
/// one.</summary>
internal static class TargetTable
{
    /// <summary>The name of a sample that is generated: one page of a table.</summary>
    public const string Page = "generated-10x10";

    /// <summary>What RowJson may allocate for a row beyond what reading it does; a rest of rounding is left to it.</summary>
    public const double AllocationLimit = 0.05;
    private static readonly EncodingSettings Plain = EncodingSettings.Default;
    /// <summary>An encoder that escapes little of Unicode.</summary>
    public static EncodingSettings Relaxed { get; } = new() { Name = "relaxed", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly EncodingSettings Delegates =
        new() { Name = "without dynamic code", ObjectAccess = ObjectAccess.Delegates };

    private static readonly EncodingSettings CamelCase = new() { Name = "camel case", Context = CamelCaseContext.Default };
    private static readonly EncodingSettings NoNulls = new() { Name = "no nulls", Context = NoNullsContext.Default };
    private static readonly EncodingSettings Lines = new() { Name = "lines", Format = JsonRowFormat.Lines };

    public static IReadOnlyList<Target> All { get; } =
    [
        .. Set("nycflights13-flights-50k", Plain, document512: 22, document256: 14, dictionary: 4.5),
        .. Set("nycflights13-flights-50k", Lines, document512: 12, document256: 10, dictionary: 4.5),
        .. Set("nycflights13-weather", Plain, document512: 18, document256: 12, dictionary: 5),
        .. Set("covid19-combined", Plain, document512: 13, document256: 8, dictionary: 4.5),
        .. Set("nonvoters-wide119", Plain, document512: 30, document256: 22, dictionary: 5),
        .. Set("nutrition-wide1093", Plain, document512: 16, document256: 10, dictionary: 4),
        .. Set("fakegen-small", Plain, document512: 5.5, document256: 4, dictionary: 3),
        .. Set("fakegen-wide", Plain, document512: 5, document256: 4, dictionary: 3),
        .. Set("vega-football", Plain, document512: 11, document256: 4, dictionary: 4),
        .. Set("dsq-userdata", Plain, document512: 7, document256: 4, dictionary: 3),
        .. Set("vega-earthquakes-nested", Plain, document512: 19, document256: 13, dictionary: 3),
        .. Set("poet-cjk", Plain, document512: 3, document256: 2.5, dictionary: 3),
        .. Set("poet-cjk", Relaxed, document512: 4, document256: 3, dictionary: 3),
        .. Set(Page, Plain, document512: 4, document256: 4, dictionary: 3),
        Same("nycflights13-flights-50k", "reader", Plain, 2.5),
        Same("nycflights13-weather", "reader", Plain, 4),
        Same("nonvoters-wide119", "reader", Plain, 3),
        Same("covid19-combined", "reader", Plain, 3),
        Same("poet-cjk", "reader", Relaxed, 2.5),
        Same("nycflights13-flights-50k", "datatable", Plain, 5),
        Same("orders", "objects", Plain, 4.2),
        Same("orders", "objects", Delegates, 3.5),
        Same("orders", "objects", CamelCase, 2.5),
        Same("orders", "objects", NoNulls, 2.5),
        Same("orders", "async-objects", Plain, 3),
        Same("order-structs", "objects", Plain, 4.2),
        Same("wide-objects", "objects", Plain, 4),
        Same("shipments", "objects", Plain, 3),
        Same("log-entries", "objects", Plain, 3.5),
        Same("messages", "objects", Plain, 4),
        Same("messages", "objects", Relaxed, 3),
        Same("conditions", "objects", Plain, 2.5),
        Same("renamed", "objects", Plain, 2.5),
        Same("converted", "objects", Plain, 0.97),
    ];

    /// <summary>Whether the rows are measured if no source is named: documents and dictionaries of every sample, the others if there is a
    /// target. Samples made for a source are left to it.</summary>
    public static bool IsDefault(string sample, string source, EncodingSettings settings) =>
        Find(sample, source, settings) is not null || (!HasObjects(sample) && (source is "document" or "dictionary"));

    /// <summary>What RowJson is compared with: the usual way, for each source by name.</summary>
    public static Contender BaselineOf(string source) => Contenders.Get(source switch
    {
        "document" => "JsonElement",
        "dictionary" or "dapper" => "JsonSerializer",
        "datatable" => "Newtonsoft",
        "objects" or "object-array" or "async-objects" => "JsonSerializerContext",
        "reader" or "sqlite" or "duckdb" or "postgres" or "mariadb" or "sylvan-csv" or "csvhelper" => "Utf8JsonWriterCached",
        _ => throw new BenchmarkException($"{source}: nothing says what RowJson is compared with."),
    });

    private static bool HasObjects(string sample) =>
        RowClass.All.Any(candidate => candidate.Name == sample);

    /// <summary>The names of the samples that are generated.</summary>
    public static IEnumerable<string> Generated => RowClass.All.Select(candidate => candidate.Name).Prepend(Page);

    /// <summary>Generates a sample; null if the name is none of <see cref="Generated"/>.</summary>
    public static Sample? Generate(string name) => name switch
    {
        Page => RowGenerator.Generate(name, new GeneratorOptions { Rows = 10 }),
        _ => RowClass.All.SingleOrDefault(candidate => candidate.Name == name) is { } rowClass ? FewEnough(rowClass.Generate(1_000)) : null,
    };

    /// <summary>As many rows as a core's own cache holds with their output: of more, memory is measured, and not encoders.</summary>
    private static Sample FewEnough(Sample sample)
    {
        const long textLength = 200_000;
        return sample.Take((int)Math.Min(sample.RowCount, sample.RowCount * textLength / sample.Utf8Json.Length));
    }

    public static Target? Find(string sample, string source, EncodingSettings settings) =>
        All.SingleOrDefault(target => target.Sample == sample && target.Source == source && target.Settings == settings);

    /// <summary>The defaults, and whatever else has a target for this sample.</summary>
    public static IEnumerable<EncodingSettings> SettingsOf(string sample) =>
        All.Where(target => target.Sample == sample).Select(target => target.Settings).Prepend(Plain).Distinct();

    private static Target[] Set(string sample, EncodingSettings settings, double document512, double document256, double dictionary) =>
    [
        new Target(sample, "document", settings, document512, document256),
        Same(sample, "dictionary", settings, dictionary),
    ];

    private static Target Same(string sample, string source, EncodingSettings settings, double factor) =>
        new(sample, source, settings, factor, factor);
}

/// <summary>How many times faster than the baseline RowJson must be on a data set.</summary>
internal sealed record Target(string Sample, string Source, EncodingSettings Settings, double Factor512, double Factor256)
{
    /// <summary>The factor for the vectors of this process; null where none was set: only "not slower" holds then.</summary>
    public double? Factor =>
        Vector512.IsHardwareAccelerated ? Factor512
        : Vector256.IsHardwareAccelerated ? Factor256
        : null;
}
