using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>One first call: rows of a source, and who writes them.</summary>
/// <param name="Source">The rows.</param>
/// <param name="Encoder">Who writes them.</param>
/// <param name="Prepare">Makes the rows, and returns the call that writes them.</param>
internal sealed record FirstCallCase(string Source, string Encoder, Func<Action<Stream>> Prepare)
{
    private const string Reflection = "JsonSerializer", Generated = "JsonSerializerContext", Manual = "Utf8JsonWriter", Ours = "RowJson",
        OursGenerated = "RowJsonContext", DropIn = "CreateWriteOptions";

    /// <summary>The rows of a small result: a page of a table.</summary>
    public const int Rows = 10;

    /// <summary>The cases of a source follow one another; the first is what the others are compared with.</summary>
    public static IReadOnlyList<FirstCallCase> All { get; } =
    [
        .. Documents("document, plain", () => FirstCallRows.PlainDocument(Rows)),
        .. Documents("document, text", () => FirstCallRows.TextDocument(Rows)),
        .. Dictionaries(),
        .. Objects(1),
        .. Objects(10),
        .. Objects(100),
        .. Readers(),
    ];

    private static FirstCallCase[] Documents(string source, Func<JsonDocument> prepare) =>
    [
        Of(source, Manual, prepare, FirstCallLoops.Write),
        Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
        Of(source, Generated, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.JsonDocument)),
        Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
    ];

    private static FirstCallCase[] Dictionaries()
    {
        const string source = "dictionary";
        Func<List<Dictionary<string, object?>>> prepare = () => FirstCallRows.Dictionaries(Rows);
        return
        [
            Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
            Of(source, Generated, prepare, (stream, rows) =>
                JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.ListDictionaryStringObject)),
            Of(source, Manual, prepare, FirstCallLoops.Write),
            Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
        ];
    }

    private static FirstCallCase[] Objects(int count)
    {
        string source = $"objects, {count}";
        Func<List<Order>> prepare = () => FirstCallRows.Orders(count);
        return
        [
            Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
            Of(source, Generated, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.ListOrder)),
            Of(source, Manual, prepare, FirstCallLoops.Write),
            Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
            Of(source, OursGenerated, prepare, (stream, rows) => JsonRows.From(rows, FirstCallContext.Default.Order).WriteTo(stream)),
            Of(source, DropIn, prepare, (stream, rows) =>
                JsonSerializer.Serialize(stream, rows, JsonRowSerializer.CreateWriteOptions(JsonSerializerOptions.Default))),
        ];
    }

    /// <summary>Nothing here names a type of System.Data: the processes of the other cases must not load it.</summary>
    private static FirstCallCase[] Readers() =>
        [new("reader", Manual, FirstCallReader.PrepareManual), new("reader", Ours, FirstCallReader.PrepareOurs)];

    private static FirstCallCase Of<TRows>(string source, string encoder, Func<TRows> prepare, Action<Stream, TRows> call) =>
        new(source, encoder, () =>
        {
            TRows rows = prepare();
            return stream => call(stream, rows);
        });
}
