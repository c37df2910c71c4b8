namespace RowJson.Benchmarks;

/// <summary>Options of <see cref="RowJsonOptionsExtensions.WithRowJson"/> against those that they are made of, in both directions.</summary>
internal static class OptionCases
{
    private const string Plain = "plain", WriteOnly = "write only", Both = "both";
    private static readonly JsonSerializerOptions Web = new(JsonSerializerDefaults.Web);
    private static readonly JsonSerializerOptions Converted = new(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } };
    private static readonly JsonSerializerOptions Relaxed = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static Job Job { get; } = new(
        "calls",
        () => All,
        "ratio: times faster than plain options, or than those for writing only, the median of the rounds' ratios; spread: how well\n"
        + "that is known (95 %); B: what a call allocates. Times are the process's own. Each output was compared before.",
        new Layout(false, [
            Column.Label("value"), Column.Label("call", 1), Column.Label("than", 2),
            Column.Count(">ns", line => line.Own.Time), Column.Count(">that", line => line.First.Time),
            .. Column.Faster(">ratio", Both),
            Column.Count(">B", line => line.Own.AllocatedBytes), Column.Count(">that", line => line.First.AllocatedBytes),
            new("", line => Figures.Verdict(line.First.Way.Name != Plain || line.Own.AllocatedBytes <= line.First.AllocatedBytes))]));

    private static IEnumerable<CaseMaker> All =>
    [
        .. Of("list of 1,000 objects", () => DropInGraph.Page(1_000).Items, Web),
        .. Of("page of 10 objects", () => DropInGraph.Page(10), Web),
        .. Of("page of 1,000 objects", () => DropInGraph.Page(1_000), Web),
        .. Of("page of 1,000 objects, converter", () => DropInGraph.Page(1_000), Converted),
        .. Of("1,000 dictionaries", Dictionaries, Web),
        .. Of("200 groups of 0 to 3", DropInGraph.CreateGroups, Web),
        .. Of("double[100][10]", Matrix, Web),
        .. WithoutList("small object, no list", () => DropInGraph.CreateProfile(0), Web),
        .. WithoutList("objects in objects, no list", () => DropInGraph.CreateProfile(3), Web),
        .. Of("page of 10 objects, encoder", () => DropInGraph.Page(10), Relaxed, hasHandlers: false),
        .. Of("page of 1,000 objects, encoder", () => DropInGraph.Page(1_000), Relaxed, hasHandlers: false),
        .. WithoutList("objects in objects, no list, encoder", () => DropInGraph.CreateProfile(3), Relaxed, hasHandlers: false),
    ];

    private static IEnumerable<CaseMaker> Of<T>(string name, Func<T> value, JsonSerializerOptions options, bool hasHandlers = true) =>
    [
        Read(name, value, options, target: hasHandlers ? 0.98 : 0.75),
        Write(name, value, options, Plain, options, target: 1),
        Write(name, value, options, WriteOnly, options.WithRowJson(writeOnly: true), target: 0.95),
        .. Send(name, value, options, hasHandlers),
    ];

    /// <summary>Nothing in the value is taken over.</summary>
    private static IEnumerable<CaseMaker> WithoutList<T>(string name, Func<T> value, JsonSerializerOptions options, bool hasHandlers = true) =>
    [
        Read(name, value, options, target: 0.98),
        Write(name, value, options, Plain, options, target: 0.98),
        .. Send(name, value, options, hasHandlers),
    ];

    private static CaseMaker Read<T>(string name, Func<T> value, JsonSerializerOptions options, double target) => Create(
        [name, "read", Plain], value, (way, it, with) => Serialized.Read(way, it, with, options), options, options, target);

    private static CaseMaker Write<T>(
        string name, Func<T> value, JsonSerializerOptions options, string than, JsonSerializerOptions others, double target) =>
        Create([name, "write", than], value, Serialized.Way, options, others, target);

    private static CaseMaker[] Send<T>(string name, Func<T> value, JsonSerializerOptions options, bool hasHandlers) =>
        hasHandlers ? [Create([name, "send", Plain], value, Serialized.Send, options, options, target: 0.97)] : [];

    private static CaseMaker Create<T>(
        string[] labels, Func<T> create, Func<string, T, JsonSerializerOptions, Way> way, JsonSerializerOptions options,
        JsonSerializerOptions others, double target) => new(labels, () =>
        {
            T value = create();
            Way both = way(Both, value, options.WithRowJson()) with { Target = target };
            return new Case { Ways = [way(labels[^1], value, others), both], Repeats = Serialized.Repeats(value, options) };
        });

    private static List<Dictionary<string, int>> Dictionaries() =>
        [.. Enumerable.Range(0, 1_000).Select(i => new Dictionary<string, int> { ["id"] = i, ["count"] = i * 7, ["total"] = -i })];

    private static double[][] Matrix() =>
        [.. Enumerable.Range(0, 100).Select(row => Enumerable.Range(0, 10).Select(column => row * 1.25 + column / 7.0).ToArray())];
}
