using System.Dynamic;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

/// <summary>A source of rows, and what <see cref="JsonSerializer"/> is given for the same rows.</summary>
/// <param name="Name">What kind of source.</param>
/// <param name="Rows">The source.</param>
/// <param name="Value">The whole, as <see cref="JsonSerializer"/> takes it.</param>
/// <param name="Each">Row by row, as <see cref="JsonSerializer"/> takes them.</param>
internal sealed record ComparedRows(string Name, JsonRows Rows, object Value, IReadOnlyList<object?> Each)
{
    /// <summary>
    /// What the serializer is to take rows for: an array that is declared as a sequence has an identity, where references are kept.
    /// </summary>
    public static Type DeclaredType(object rows) =>
        rows.GetType() is { IsArray: true } array ? typeof(IEnumerable<>).MakeGenericType(array.GetElementType()!) : rows.GetType();

    /// <summary>Every kind of source that the rows of a document can be brought into.</summary>
    public static IEnumerable<ComparedRows> Of(JsonDocument document)
    {
        JsonElement[] elements = [.. document.RootElement.EnumerateArray()];
        yield return new ComparedRows("document", JsonRows.From(document), document, [.. elements]);
        yield return new ComparedRows("array element", JsonRows.From(document.RootElement), document, [.. elements]);
        IEnumerable<JsonElement> lazy = elements.Where(_ => true);
        yield return new ComparedRows("elements", JsonRows.From(lazy), lazy, [.. elements]);
        JsonArray array = JsonArray.Create(document.RootElement)!;
        yield return new ComparedRows("JsonArray", JsonRows.From(array), array, [.. array]);
        JsonArray built = new([.. elements.Select(element => JsonNode.Parse(element.GetRawText()))]);
        if (HasUniqueNames(elements)) yield return new ComparedRows("parsed JsonArray", JsonRows.From(built), built, [.. built]);
        List<object?> mixed = [.. elements.Select((element, i) => Mixed(element, i))];
        yield return new ComparedRows("object rows", JsonRows.From(mixed), mixed, mixed);
        if (elements.Length == 0 || Array.Exists(elements, element => element.ValueKind != JsonValueKind.Object)) yield break;
        foreach (ComparedRows source in OfObjects(elements)) yield return source;
    }

    private static IEnumerable<ComparedRows> OfObjects(JsonElement[] elements)
    {
        List<Dictionary<string, object?>> rows = [.. elements.Select(Cells.Dictionary)];
        yield return new ComparedRows("list of dictionaries", JsonRows.From(rows), rows, rows);
        Dictionary<string, object?>[] array = [.. rows];
        yield return new ComparedRows("array of dictionaries", JsonRows.From(array), array, rows);
        IEnumerable<Dictionary<string, object?>> lazy = rows.Where(_ => true);
        yield return new ComparedRows("lazy dictionaries", JsonRows.From(lazy), lazy, rows);

        List<SortedDictionary<string, object?>> sorted = [.. rows.Select(row => new SortedDictionary<string, object?>(row, StringComparer.Ordinal))];
        yield return new ComparedRows("sorted dictionaries", JsonRows.From(sorted), sorted, sorted);

        List<Dictionary<string, JsonElement>> raw =
            [.. elements.Select(element => Cells.Unique(element).ToDictionary(cell => cell.Name, cell => cell.Value))];
        yield return new ComparedRows("Dictionary<string, JsonElement>", JsonRows.From(raw), raw, raw);
        List<Dictionary<string, string?>> texts = [.. rows.Select(row => Where(row, value => value as string))];
        yield return new ComparedRows("Dictionary<string, string>", JsonRows.From(texts), texts, texts);
        List<Dictionary<string, double>> numbers = [.. rows.Select(row => row.Where(cell => cell.Value is double or long)
            .ToDictionary(cell => cell.Key, cell => Convert.ToDouble(cell.Value, System.Globalization.CultureInfo.InvariantCulture)))];
        yield return new ComparedRows("Dictionary<string, double>", JsonRows.From(numbers), numbers, numbers);
        List<IReadOnlyDictionary<string, long?>> integers = [.. rows.Select(row => Where(row, value => value as long?))];
        yield return new ComparedRows("IReadOnlyDictionary<string, long?>", JsonRows.From(integers), integers, integers);

        // An ExpandoObject finds every name by a linear search: wide rows would take too long.
        if (rows.TrueForAll(row => row.Count <= 100))
        {
            List<ExpandoObject> expandos = [.. rows.Select(Cells.Expando)];
            yield return new ComparedRows("ExpandoObject", JsonRows.From(expandos), expandos, expandos);
        }

        yield return new ComparedRows("pair arrays", JsonRows.From(rows.Select(row => row.ToArray())), rows, rows);
        yield return new ComparedRows("pair lists", JsonRows.From(rows.Select(row => row.ToList()).ToList()), rows, rows);
    }

    private static Dictionary<string, T> Where<T>(Dictionary<string, object?> row, Func<object?, T> value) =>
        row.ToDictionary(cell => cell.Key, cell => value(cell.Value));

    private static object? Mixed(JsonElement element, int index) => (index % 4) switch
    {
        0 => Cells.Value(element),
        1 => element,
        2 => element.ValueKind == JsonValueKind.Object ? new SortedDictionary<string, object?>(Cells.Dictionary(element)) : Cells.Value(element),
        _ => JsonValueOf(element),
    };

    private static JsonNode? JsonValueOf(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Array => JsonArray.Create(element),
        JsonValueKind.Object => JsonObject.Create(element),
        _ => JsonValue.Create(element),
    };

    private static bool HasUniqueNames(JsonElement[] elements) => Array.TrueForAll(
        elements,
        element => element.ValueKind != JsonValueKind.Object
            || element.EnumerateObject().Select(cell => cell.Name).Distinct(StringComparer.Ordinal).Count() == element.EnumerateObject().Count());
}

/// <summary>Elements converted to .NET values.</summary>
internal static class Cells
{
    public static Dictionary<string, object?> Dictionary(JsonElement row) =>
        Unique(row).ToDictionary(cell => cell.Name, cell => Value(cell.Value));

    public static IEnumerable<JsonProperty> Unique(JsonElement row) => row.EnumerateObject().DistinctBy(cell => cell.Name);

    public static ExpandoObject Expando(Dictionary<string, object?> row)
    {
        IDictionary<string, object?> expando = new ExpandoObject();
        foreach ((string key, object? value) in row) expando[key] = value;
        return (ExpandoObject)expando;
    }

    public static object? Value(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => element.GetString(),
        JsonValueKind.Number => element.TryGetInt64(out long number) ? number : element.GetDouble(),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.Null => null,
        JsonValueKind.Array => element.EnumerateArray().Select(Value).ToList(),
        _ => Dictionary(element),
    };
}
