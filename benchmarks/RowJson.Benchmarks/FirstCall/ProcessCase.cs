namespace RowJson.Benchmarks;

/// <summary>The calls of a new process: what is written, and by whom.</summary>
internal sealed record ProcessCase(string Source, string Encoder, Func<Func<object>> Prepare)
{
    private const string Reflection = "JsonSerializer", Generated = "JsonSerializerContext", Manual = "Utf8JsonWriter", Ours = "RowJson",
        OursGenerated = "RowJsonContext", WriteOptions = "WithRowJson, writeOnly", BothOptions = "WithRowJson";

    /// <summary>The rows of a small result: a page of a table.</summary>
    public const int Rows = 10;
    private static JsonSerializerOptions Web => new(JsonSerializerDefaults.Web);

    /// <summary>The cases of a source follow one another; the first is what the others are compared with.</summary>
    public static IReadOnlyList<ProcessCase> FirstCalls { get; } =
    [
        .. Documents("document, plain", () => OrderRows.PlainDocument(Rows)),
        .. Documents("document, text", () => OrderRows.TextDocument(Rows)),
        .. Dictionaries(),
        .. Objects(1),
        .. Objects(10),
        .. Objects(100),
        // Nothing here names a type of System.Data: the processes of the other cases must not load it.
        new("reader", Manual, FirstCallReader.PrepareManual),
        new("reader", Ours, FirstCallReader.PrepareOurs),
    ];

    /// <summary>Calls one after the other, with options that are kept.</summary>
    public static IReadOnlyList<ProcessCase> WarmUps { get; } =
    [
        .. Lists("100 objects", () => OrderRows.Orders(100)),
        .. Lists("100 orders with positions", () => Enumerable.Range(0, 100).Select(CustomerOrder.Create).ToList()),
        .. Lists("10 objects", () => OrderRows.Orders(10)),
    ];

    /// <summary>A call that writes to a stream.</summary>
    public static ProcessCase Of<TRows>(string source, string encoder, Func<TRows> prepare, Action<Stream, TRows> call) => new(source, encoder, () =>
    {
        TRows rows = prepare();
        var stream = new MemoryStream();
        return () =>
        {
            call(stream, rows);
            return stream;
        };
    });

    private static ProcessCase[] Documents(string source, Func<JsonDocument> prepare) =>
    [
        Of(source, Manual, prepare, FirstCallLoops.Write),
        Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
        Of(source, Generated, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.JsonDocument)),
        Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
    ];

    private static ProcessCase[] Dictionaries()
    {
        const string source = "dictionary";
        Func<List<Dictionary<string, object?>>> prepare = () => OrderRows.Dictionaries(Rows);
        return
        [
            Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
            Of(source, Generated, prepare, (stream, rows) =>
                JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.ListDictionaryStringObject)),
            Of(source, Manual, prepare, FirstCallLoops.Write),
            Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
        ];
    }

    private static ProcessCase[] Objects(int count)
    {
        string source = $"objects, {count}";
        Func<List<Order>> prepare = () => OrderRows.Orders(count);
        return
        [
            Of(source, Reflection, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows)),
            Of(source, Generated, prepare, (stream, rows) => JsonSerializer.Serialize(stream, rows, FirstCallContext.Default.ListOrder)),
            Of(source, Manual, prepare, FirstCallLoops.Write),
            Of(source, Ours, prepare, (stream, rows) => JsonRows.From(rows).WriteTo(stream)),
            Of(source, OursGenerated, prepare, (stream, rows) => JsonRows.From(rows, FirstCallContext.Default.Order).WriteTo(stream)),
            Of(source, WriteOptions, prepare, (stream, rows) =>
                JsonSerializer.Serialize(stream, rows, JsonSerializerOptions.Default.WithRowJson(writeOnly: true))),
        ];
    }

    private static ProcessCase[] Lists<T>(string source, Func<List<T>> create)
    {
        return
        [
            Serialized(Reflection, () => Web),
            Serialized(WriteOptions, () => Web.WithRowJson(writeOnly: true)),
            Serialized(BothOptions, () => Web.WithRowJson()),
            new(source, nameof(JsonRows), () =>
            {
                List<T> rows = create();
                var options = new JsonRowOptions(Web);
                return () => JsonRows.From(rows).ToUtf8Bytes(options);
            }),
        ];

        ProcessCase Serialized(string encoder, Func<JsonSerializerOptions> createOptions) => new(source, encoder, () =>
        {
            List<T> rows = create();
            JsonSerializerOptions options = createOptions();
            return () => JsonSerializer.SerializeToUtf8Bytes(rows, options);
        });
    }
}

/// <summary>The calls whose rows come from a reader.</summary>
internal static class FirstCallReader
{
    public static Func<object> PrepareManual() => Prepare(FirstCallLoops.Write);
    public static Func<object> PrepareOurs() => Prepare(static (stream, reader) => JsonRows.From(reader).WriteTo(stream));

    private static Func<object> Prepare(Action<Stream, DbDataReader> call) =>
        ProcessCase.Of("", "", () => OrderRows.Table(ProcessCase.Rows).CreateDataReader(), call).Prepare();
}

/// <summary>What the compiler generates for the rows whose first call is measured.</summary>
[JsonSerializable(typeof(List<Order>)), JsonSerializable(typeof(List<Dictionary<string, object?>>)), JsonSerializable(typeof(JsonDocument))]
[JsonSerializable(typeof(long)), JsonSerializable(typeof(int)), JsonSerializable(typeof(double)), JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(string)), JsonSerializable(typeof(DateTime))]
internal sealed partial class FirstCallContext : JsonSerializerContext;
