using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Fuzz;

/// <summary>Rows in a parsed text.</summary>
/// <param name="name">What kind of source.</param>
/// <param name="hold">What is made of the parsed text; null if it cannot be.</param>
/// <param name="isSerializersOwn">The serializer takes the list as it is.</param>
/// <param name="isAsynchronous">Only asynchronous sinks take it.</param>
internal sealed class DocumentSource(
    string name, Func<JsonDocument, PreparedRows?> hold, bool isSerializersOwn = false, bool isAsynchronous = false) : FuzzSource(name)
{
    public static IReadOnlyList<FuzzSource> All { get; } =
    [
        new DocumentSource("document", Document),
        new DocumentSource("array element", document => Root(document, () => JsonRows.From(document.RootElement))),
        new DocumentSource("elements", document => Elements(document, ListForm.Lazy)),
        new DocumentSource("list of elements", document => Elements(document, ListForm.List), isSerializersOwn: true),
        new DocumentSource("asynchronous elements", document => Elements(document, ListForm.Asynchronous), isAsynchronous: true),
        new DocumentSource("JsonArray", document => Node(document, isParsed: false)),
        new DocumentSource("parsed JsonArray", document => Node(document, isParsed: true)),
        new DocumentSource("dictionaries of elements", Dictionaries, isSerializersOwn: true),
        new DocumentSource("raw JSON", Raw),
    ];

    public override bool IsAsynchronous => isAsynchronous;

    public override bool IsSerializersOwn => isSerializersOwn;

    public override PreparedRows? Prepare(FuzzData data) =>
        data is JsonText text && text.TryParse() is { } document ? hold(document) : null;

    private static PreparedRows? Document(JsonDocument document)
    {
        if (document.RootElement.ValueKind != JsonValueKind.Array) return null;
        return Root(document, () => JsonRows.From(document));
    }

    private static PreparedRows? Root(JsonDocument document, Func<JsonRows> rows)
    {
        if (document.RootElement.ValueKind != JsonValueKind.Array) return null;
        List<JsonElement> elements = [.. document.RootElement.EnumerateArray()];
        JsonElement root = document.RootElement;
        var oracle = new DocumentOracle<JsonElement>(
            elements, elements, (writer, options) => JsonSerializer.Serialize(writer, root, options));
        return new PreparedRows(oracle)
        {
            Rows = rows,
            Owner = document,
            Push = writer =>
            {
                foreach (JsonElement element in elements) writer.WriteRow(element);
            },
        };
    }

    private static PreparedRows? Elements(JsonDocument document, ListForm form)
    {
        if (document.RootElement.ValueKind != JsonValueKind.Array) return null;
        List<JsonElement> elements = [.. document.RootElement.EnumerateArray()];
        return Lists.Prepare(elements, new DocumentOracle<JsonElement>(elements, elements), form) with { Owner = document };
    }

    private static PreparedRows? Node(JsonDocument document, bool isParsed)
    {
        if (document.RootElement.ValueKind != JsonValueKind.Array) return null;
        JsonArray array = JsonArray.Create(document.RootElement)!;
        if (isParsed)
        {
            try
            {
                Visit(array);
            }
            catch (ArgumentException)
            {
                // Names that are not unique.
                return null;
            }
            catch (InvalidOperationException)
            {
                // A name that is no text.
                return null;
            }
        }
        List<JsonNode?> rows = [.. array];
        var oracle = new DocumentOracle<JsonNode?>(
            rows, [.. document.RootElement.EnumerateArray()], (writer, options) => JsonSerializer.Serialize(writer, array, options));
        return new PreparedRows(oracle) { Rows = () => JsonRows.From(array), Owner = document };
    }

    /// <summary>Makes nodes of all elements.</summary>
    private static void Visit(JsonNode? node)
    {
        if (node is JsonArray items) foreach (JsonNode? item in items) Visit(item);
        if (node is JsonObject cells) foreach ((_, JsonNode? value) in cells) Visit(value);
    }

    private static PreparedRows? Dictionaries(JsonDocument document)
    {
        JsonElement root = document.RootElement;
        if (root.ValueKind != JsonValueKind.Array || root.EnumerateArray().Any(row => row.ValueKind != JsonValueKind.Object)) return null;
        try
        {
            List<Dictionary<string, JsonElement>> rows =
                [.. root.EnumerateArray().Select(CellsOf)];
            var oracle = new PairsOracle<Dictionary<string, JsonElement>, JsonElement>(rows, isDictionary: true);
            return Lists.Prepare(rows, oracle, ListForm.List) with { Owner = document };
        }
        catch (InvalidOperationException)
        {
            // A name that is no text.
            return null;
        }
    }

    private static Dictionary<string, JsonElement> CellsOf(JsonElement row) =>
        row.EnumerateObject().DistinctBy(cell => cell.Name).ToDictionary(cell => cell.Name, cell => cell.Value);

    private static PreparedRows? Raw(JsonDocument document)
    {
        if (document.RootElement.ValueKind != JsonValueKind.Array) return null;
        try
        {
            List<RawJson> rows = [.. document.RootElement.EnumerateArray().Select(row => new RawJson(row.GetRawText()))];
            var oracle = new DocumentOracle<RawJson>(rows, [.. document.RootElement.EnumerateArray()]);
            return new PreparedRows(oracle) { Rows = () => JsonRows.From(rows), Owner = document };
        }
        catch (Exception exception) when (exception is JsonException or ArgumentException or InvalidOperationException)
        {
            // Comments, or text that is no UTF-8.
            return null;
        }
    }
}
