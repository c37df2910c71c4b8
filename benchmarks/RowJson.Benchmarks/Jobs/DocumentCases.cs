namespace RowJson.Benchmarks;

/// <summary>Documents by RowJson, by <see cref="JsonElement.WriteTo"/>, and copied unchanged: no encoder takes less.</summary>
internal static class DocumentCases
{
    private const string Copy = "copy", RowJson = "RowJson", Element = "JsonElement";
    private const double Escaped = 0.2, NonAscii = 0.3;

    /// <summary>How many times a plain copy a text may take of which next to nothing is rewritten.</summary>
    private const double CompactLimit = 3;

    /// <summary>The limit for texts that have to be rewritten, and for documents of ten rows.</summary>
    private const double TextLimit = 5;

    public static Job Job { get; } = new(
        "documents",
        () => All,
        "Compact rows of 10 columns, 5,000 where no number is given. escapes: in 20 % of the texts; non-ASCII: a word in\n"
        + "30 % of them. read, written: bytes; copy: the text unchanged, in ns. times a copy, at most the target, and\n"
        + "JsonElement, times faster than its WriteTo: the median of the rounds' ratios; spread: how well that is known\n"
        + "(95 %). Times are the process's own. Each output was compared before.",
        new Layout(false, [
            Column.Label("document"), Column.Label("encoder", 1),
            Column.Count(">read", line => line.Case.InputLength), Column.Count(">written", line => line[RowJson].OutputLength),
            Column.Count(">ns", line => line[RowJson].Time), Column.Count(">copy", line => line[Copy].Time),
            .. Column.Ratio(">times a copy", OverCopy, ratio => Figures.Format(ratio, "F1")),
            .. Column.Target(">target", line => line.Case.Limit, (line, limit) => OverCopy(line).Median <= limit, "0.#"),
            .. Column.Ratio(">JsonElement", line => line[RowJson].FasterThan(line[Element]), ratio => Figures.Format(ratio, "F1"))]))
    { Schedule = Schedule.OneByOne with { Rounds = 15 } };

    private static IEnumerable<CaseMaker> All =>
    [
        Of("1 row", new() { Rows = 1 }, isRelaxed: false, limit: null),
        Of("10 rows", new() { Rows = 10 }, isRelaxed: false, TextLimit),
        Of("100 rows", new() { Rows = 100 }, isRelaxed: false, limit: null),
        Of("5,000 rows", new() { Rows = 5_000 }, isRelaxed: false, CompactLimit),
        Of("1,000 rows of 60", new() { Rows = 1_000, Columns = 60 }, isRelaxed: false, CompactLimit),
        Of("50 rows of 1,000", new() { Rows = 50, Columns = 1_000 }, isRelaxed: false, CompactLimit),
        .. Texts(isRelaxed: false),
        .. Texts(isRelaxed: true),
    ];

    private static Ratio OverCopy(Line line) => line[RowJson].RatioTo(line[Copy]);

    private static IEnumerable<CaseMaker> Texts(bool isRelaxed) =>
    [
        Of("escapes", new() { Rows = 5_000, Escaped = Escaped }, isRelaxed, TextLimit),
        Of("non-ASCII", new() { Rows = 5_000, NonAscii = NonAscii }, isRelaxed, TextLimit),
        Of("escapes and non-ASCII", new() { Rows = 5_000, Seed = 2, Escaped = Escaped, NonAscii = NonAscii }, isRelaxed, TextLimit),
    ];

    private static CaseMaker Of(string name, GeneratorOptions rows, bool isRelaxed, double? limit) =>
        new([name, isRelaxed ? "relaxed" : "default"], () =>
        {
            JavaScriptEncoder encoder = isRelaxed ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : JavaScriptEncoder.Default;
            Sample sample = RowGenerator.Generate(name, rows);
            JsonDocument document = JsonDocument.Parse(sample.Utf8Json);
            var options = new JsonRowOptions(new JsonSerializerOptions { Encoder = encoder });
            return new Case
            {
                Ways =
                [
                    Sink.ToWriter(Element, document.RootElement.WriteTo, encoder),
                    Sink.ToBuffer(RowJson, output => JsonRows.From(document.RootElement).WriteTo(output, options)),
                    Sink.ToBuffer(Copy, output => output.Write(JsonMarshal.GetRawUtf8Value(document.RootElement)))
                        with { Agreement = Agreement.Bound },
                ],
                InputLength = sample.Utf8Json.Length,
                Limit = limit,
                Resource = document,
            };
        });
}
