using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>What is read and written in both directions.</summary>
internal static class OptionCases
{
    private static readonly JsonSerializerOptions Plain = new(JsonSerializerDefaults.Web);
    private static readonly JsonSerializerOptions Converted = new(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } };
    private static readonly JsonSerializerOptions Relaxed = new(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static IReadOnlyList<Func<OptionCase>> All { get; } =
    [
        () => OptionCase.Of("list of 1,000 objects", DropInGraph.Page(1_000).Items, Plain),
        () => OptionCase.Of("page of 10 objects", DropInGraph.Page(10), Plain),
        () => OptionCase.Of("page of 1,000 objects", DropInGraph.Page(1_000), Plain),
        () => OptionCase.Of("page of 1,000 objects, converter", DropInGraph.Page(1_000), Converted),
        () => OptionCase.Of("1,000 dictionaries", Dictionaries(), Plain),
        () => OptionCase.Of("200 groups of 0 to 3", DropInGraph.Groups(), Plain),
        () => OptionCase.Of("double[100][10]", Matrix(), Plain),
        () => OptionCase.Of("small object, no list", DropInGraph.Profile(0), Plain, isPlain: true),
        () => OptionCase.Of("objects in objects, no list", DropInGraph.Profile(3), Plain, isPlain: true),
        () => OptionCase.Of("page of 10 objects, encoder", DropInGraph.Page(10), Relaxed, hasHandlers: false),
        () => OptionCase.Of("page of 1,000 objects, encoder", DropInGraph.Page(1_000), Relaxed, hasHandlers: false),
        () => OptionCase.Of("objects in objects, no list, encoder", DropInGraph.Profile(3), Relaxed, hasHandlers: false, isPlain: true),
    ];

    private static List<Dictionary<string, int>> Dictionaries() =>
        [.. Enumerable.Range(0, 1_000).Select(i => new Dictionary<string, int> { ["id"] = i, ["count"] = i * 7, ["total"] = -i })];

    private static double[][] Matrix() =>
        [.. Enumerable.Range(0, 100).Select(row => Enumerable.Range(0, 10).Select(column => row * 1.25 + column / 7.0).ToArray())];
}
