using System.Data;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Rows of every source for the compact formats, and their text made of that of the array.</summary>
internal static class CompactRows
{
    private const int Count = 250;

    private static readonly JsonRowShape<Person> Shape = new JsonRowShape<Person>()
        .Column("id", person => person.Id).Column("fullName", person => person.FullName).Column("score", person => person.Score)
        .Column("when", person => person.When);

    public static IReadOnlyDictionary<string, Func<JsonRows>> Sources { get; } = new Dictionary<string, Func<JsonRows>>
    {
        ["dictionaries"] = () => JsonRows.From(Dictionaries()),
        ["dictionary interfaces"] = () => JsonRows.From<IDictionary<string, object?>>(Dictionaries()),
        ["numbers"] = () => JsonRows.From(Dictionaries().ConvertAll(row => new Dictionary<string, int> { ["i"] = (int)row["id"]!, ["j"] = 2 })),
        ["texts"] = () => JsonRows.From(
            Dictionaries().ConvertAll(row => new Dictionary<string, string?> { ["a"] = (string)row["name"]!, ["none"] = null })),
        ["pairs"] = () => JsonRows.From(Dictionaries().Select(row => row.Select(cell => cell))),
        ["lists of pairs"] = () => JsonRows.From(Dictionaries().Select(row => row.ToList())),
        ["mixed"] = () => JsonRows.From<object?>(Dictionaries()),
        ["objects"] = () => JsonRows.From(People()),
        ["lazy objects"] = () => JsonRows.From(People().Select(person => person)),
        ["structures"] = () => JsonRows.From(People().ConvertAll(person => new Point(person.Id, person.Id / 2.0))),
        ["objects with a serializer's column"] = () => JsonRows.From(People().ConvertAll(person => new Odd(person.Id, person.FullName))),
        ["objects with extension data"] = () => JsonRows.From(
            People().ConvertAll(person => new Extended { Id = person.Id, More = new() { ["x"] = person.FullName } })),
        ["derived objects"] = () => JsonRows.From(People().ConvertAll<Shape0>(person => new Circle { Radius = person.Id })),
        ["document"] = () => JsonRows.From(JsonDocument.Parse(Text())),
        ["elements"] = () => JsonRows.From(JsonDocument.Parse(Text()).RootElement.EnumerateArray().ToList()),
        ["nodes"] = () => JsonRows.From(JsonNode.Parse(Text())!.AsArray()),
        ["json objects"] = () => JsonRows.From(JsonNode.Parse(Text())!.AsArray().Select(node => node!.AsObject()).ToList()),
        ["raw json"] = () => JsonRows.From(Dictionaries().ConvertAll(row => new RawJson(JsonSerializer.Serialize(row)))),
        ["reader"] = () => JsonRows.From(Table().CreateDataReader()),
        ["records"] = () => JsonRows.From((IDataReader)new PlainReader(Table().CreateDataReader())),
        ["table"] = () => JsonRows.From(Table()),
        ["view"] = () => JsonRows.From(new DataView(Table())),
        ["data rows"] = () => JsonRows.From(Table().AsEnumerable()),
        ["shape"] = () => JsonRows.From(People(), Shape),
        ["lazy shape"] = () => JsonRows.From(People().Select(person => person), Shape),
    };

    public static AsyncJsonRows AsyncPeople() => JsonRows.From(Delayed(People()));

    public static AsyncJsonRows AsyncShape() => JsonRows.From(Delayed(People()), Shape);

    /// <summary>What a format makes of the array of the same rows: the text of each value is taken as it is.</summary>
    public static string Expected(string array, JsonRowOptions options)
    {
        using JsonDocument document = JsonDocument.Parse(array, new JsonDocumentOptions { MaxDepth = 1000 });
        string[] rows = [.. document.RootElement.EnumerateArray().Select(Values)];
        if (options.Format == JsonRowFormat.CompactLines) return string.Concat(rows.Select(row => row + "\n"));
        string arrays = "[" + string.Join(",", rows) + "]";
        if (options.Format == JsonRowFormat.CompactRows) return arrays;
        IEnumerable<string> names = document.RootElement[0].EnumerateObject().Select(
            property => $"\"{JsonEncodedText.Encode(property.Name, options.SerializerOptions.Encoder)}\"");
        return $$"""{"{{options.ColumnsPropertyName}}":[{{string.Join(",", names)}}],"{{options.RowsPropertyName}}":{{arrays}}}""";
    }

    private static string Values(JsonElement row) =>
        "[" + string.Join(",", row.EnumerateObject().Select(property => property.Value.GetRawText())) + "]";

    public static List<Dictionary<string, object?>> Dictionaries() =>
    [
        .. Enumerable.Range(0, Count).Select(i => new Dictionary<string, object?>
        {
            ["id"] = i,
            ["name"] = $"<\"ä{i}\">",
            ["none"] = i % 3 == 0 ? null : 1.5,
            ["nested \"x\""] = new Dictionary<string, object?> { ["a"] = new[] { 1, i }, ["b"] = null },
        }),
    ];

    public static List<Person> People() =>
    [
        .. Enumerable.Range(0, Count).Select(i => new Person(
            i, $"<{i}>\n\u2028", i % 2 == 0 ? null : i / 3.0, new DateTime(2024, 1, 1).AddHours(i), [i, i + 1], new Point(i, 1))),
    ];

    private static string Text() => " [" + string.Join(" ,\n", Dictionaries().Select(row => JsonSerializer.Serialize(row))) + "]";

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("text", typeof(string));
        table.Columns.Add("number", typeof(double));
        table.Columns.Add("any", typeof(object));
        for (int i = 0; i < Count; i++) table.Rows.Add(i, $"'{i}'", i % 4 == 0 ? DBNull.Value : i / 8.0, i % 2 == 0 ? i : "x");
        return table;
    }

    private static async IAsyncEnumerable<T> Delayed<T>(IEnumerable<T> rows)
    {
        int i = 0;
        foreach (T row in rows)
        {
            if (i++ % 100 == 0) await Task.Yield();
            yield return row;
        }
    }

    public sealed record Person(int Id, string FullName, double? Score, DateTime When, int[] Numbers, Point Place);

    public readonly record struct Point(int X, double Y);

    public sealed record Odd(int Id, [property: JsonConverter(typeof(ReversedConverter))] string Name)
    {
        public Version Version => new(1, Id);
    }

    public sealed class Extended
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? More { get; set; }
    }

    [JsonDerivedType(typeof(Circle), "circle")]
    public class Shape0
    {
        public string Kind => "?";
    }

    public sealed class Circle : Shape0
    {
        public double Radius { get; set; }
    }

    private sealed class ReversedConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteStringValue(new string([.. value.Reverse()]));
    }
}
