using System.Buffers.Binary;

namespace RowJson.Benchmarks;

/// <summary>All contenders, the baseline first. A new one is an item of <see cref="All"/>.</summary>
internal static class Contenders
{
    /// <summary>The baseline at its best: <see cref="JsonSerializer"/> into a reused writer over a buffer that has grown already. Rows that it cannot
    /// write (readers, tables) are converted to dictionaries first, in each call; those of a provider to objects. Its output is the
    /// reference.</summary>
    public static Contender Baseline { get; } = new(
        "JsonSerializer",
        "JsonSerializer.Serialize(Utf8JsonWriter, rows), the writer reused: the baseline; "
            + "readers and tables as dictionaries, rows of a provider as objects, made in the call",
        Serialize);

    /// <summary>RowJson into a buffer.</summary>
    public static Contender Buffer { get; } = RowJson("RowJson", restrict: null);

    /// <summary>RowJson with a package for the provider, which reads the rows in a way of its own.</summary>
    public static Contender Package { get; } = new(
        "RowJsonPackage",
        "JsonRows.From(reader) with RowReaders from the provider's package, such as RowJson.Sqlite (providers only)",
        (rows, settings) => rows is ProviderRows { RowReader: { } rowReader } provider
            ? provider.Write(new JsonRowOptions(settings.ToRowOptions()) { RowReaders = [rowReader] })
            : null, KnowsFormats: true);

    /// <summary>The bound for all encoders of documents. Right only where the text is.</summary>
    public static Contender Copy { get; } = new(
        "MemoryCopy",
        "a plain copy of the document's text: the bound, not an encoder (documents only)",
        (rows, _) => rows is JsonDocument document ? output => output.Write(JsonMarshal.GetRawUtf8Value(document.RootElement)) : null, Agreement.Bound);

    /// <summary>The floor for all other sources.</summary>
    public static Contender Reading { get; } = new(
        "Reading", "every value read, none written: the floor, not an encoder (not for documents)", (rows, _) => Read(rows), Agreement.Bound);

    /// <summary>What RowJson is compared with.</summary>
    public static IReadOnlyList<Contender> Others { get; } =
    [
        Baseline,
        new("JsonElement", "JsonElement.WriteTo(Utf8JsonWriter), the writer reused (documents only)", WriteElement),
        new("Utf8JsonWriterCached",
            "a hand-written loop: names as cached JsonEncodedText, typed getters, SkipValidation", RowLoops.WriteCached),
        NewtonsoftJson.Contender,
        new("JsonSerializerContext",
            "JsonSerializer.Serialize with a source-generated JsonSerializerContext (objects, and rows of a provider as objects)",
            (rows, settings) => (rows as ObjectRows)?.Serialize(settings, settings.ToGeneratedOptions())
                ?? (rows as ProviderRows)?.Serialize(settings.CreateWriter(), settings.ToGeneratedOptions())),
        new("Dapper", "Dapper's Query<T>, then JsonSerializer with a source-generated context (providers only)",
            (rows, settings) => (rows as ProviderRows)?.SerializeDapper(settings.CreateWriter(), settings.ToGeneratedOptions())),
    ];

    public static IReadOnlyList<Contender> All { get; } =
    [
        .. Others,
        Buffer,
        Package,
        new("RowJsonTypeInfo", "JsonRows.From(rows, JsonTypeInfo<T>).WriteTo(IBufferWriter<byte>) (objects only)",
            (rows, settings) => Write((rows as ObjectRows)?.RowsByMetadata, settings.ToRowOptions()), KnowsFormats: true),
        new("RowJsonWriter", "JsonRows.From(rows).WriteTo(Utf8JsonWriter), the writer reused", WriteToWriter, KnowsFormats: true),
        Copy,
        Reading,
        new("ReadingPackage", "every value read by the calls that a package of RowJson makes: its floor, not an encoder (SQLite only)",
            (rows, _) => (rows as ProviderRows)?.ReadByCalls is { } read ? _ => read() : null, Agreement.Bound),
        new("Stepping", "from row to row, no value read: what the query takes, not an encoder (providers only)",
            (rows, _) => rows is ProviderRows provider ? _ => provider.Step() : null, Agreement.Bound),
    ];

    /// <summary>Without those that differ from another one in little: they take half of the time.</summary>
    public static IReadOnlyList<Contender> Usual { get; } =
        [.. All.Where(it => it.Name is not ("RowJsonTypeInfo" or "RowJsonWriter"))];

    public static Contender Get(string name) => All.Single(contender => contender.Name == name);

    /// <summary>RowJson straight into a buffer; asynchronous sequences through a stream.</summary>
    public static Contender RowJson(string name, Func<EncodingSettings, EncodingSettings>? restrict) => new(
        name,
        "JsonRows.From(rows).WriteTo(IBufferWriter<byte>)",
        (rows, settings) =>
        {
            JsonRowOptions options = (restrict?.Invoke(settings) ?? settings).ToRowOptions();
            if (rows is ObjectRows objects) return objects.Write(options);
            return rows is ProviderRows provider ? provider.Write(options) : Write(Describe(rows), options);
        }, KnowsFormats: true);

    /// <summary>What makes RowJson's rows once a call, as a program does; null for rows of no known form.</summary>
    public static Func<JsonRows>? Describe(object rows) => rows switch
    {
        JsonDocument document => () => JsonRows.From(document),
        List<Dictionary<string, object?>> dictionaries => () => JsonRows.From(dictionaries),
        ColumnarReader reader => () => JsonRows.From(reader.Rewound()),
        DataTable table => () => JsonRows.From(table),
        List<object> dynamics => () => JsonRows.From(dynamics),
        ObjectRows objects => objects.Rows,
        _ => null,
    };

    private static EncodeRows? Write(Func<JsonRows>? describe, JsonRowOptions options) =>
        describe is null ? null : output => describe().WriteTo(output, options);

    private static EncodeRows? WriteToWriter(object rows, EncodingSettings settings)
    {
        // A Utf8JsonWriter takes one value; these are several.
        if (settings.Format is JsonRowFormat.Lines or JsonRowFormat.CompactLines or JsonRowFormat.TextSequence) return null;
        Utf8JsonWriter writer = settings.CreateWriter();
        JsonRowOptions options = settings.ToRowOptions();
        return Describe(rows) is not { } describe ? null : output =>
        {
            JsonRows described = describe();
            writer.Reset(output);
            described.WriteTo(writer, options);
            writer.Flush();
        };
    }

    private static EncodeRows? WriteElement(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        return rows is not JsonDocument document ? null : output =>
        {
            writer.Reset(output);
            document.RootElement.WriteTo(writer);
            writer.Flush();
        };
    }

    private static EncodeRows? Serialize(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        JsonSerializerOptions options = settings.ToSerializerOptions();
        return rows switch
        {
            JsonDocument document => output => Write(output, document.RootElement),
            List<Dictionary<string, object?>> dictionaries => output => Write(output, dictionaries),
            ColumnarReader reader => output => Write(output, RowLoops.Materialise(reader.Rewound())),
            DataTable table => output => Write(output, RowLoops.Materialise(table)),
            List<object> dynamics => output => Write(output, dynamics),
            ObjectRows objects => objects.Serialize(settings, options),
            ProviderRows provider => provider.Serialize(writer, options),
            _ => null,
        };

        void Write<T>(ArrayBufferWriter<byte> output, T value)
        {
            writer.Reset(output);
            JsonSerializer.Serialize(writer, value, options);
        }
    }

    private static EncodeRows? Read(object rows) => RowLoops.Reader(rows) is not { } read ? null : output =>
    {
        // A result that nobody uses need not be computed.
        BinaryPrimitives.WriteInt64LittleEndian(output.GetSpan(sizeof(long)), read());
        output.Advance(sizeof(long));
    };
}
