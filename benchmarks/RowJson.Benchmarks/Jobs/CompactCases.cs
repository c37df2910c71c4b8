namespace RowJson.Benchmarks;

/// <summary>The same rows as an array of objects and in the compact formats.</summary>
internal static class CompactCases
{
    private const int Rows = 10_000;
    private static readonly JsonRowFormat[] Formats = [JsonRowFormat.Array, JsonRowFormat.CompactRows, JsonRowFormat.CompactLines, JsonRowFormat.CompactColumns];

    public static Job Job { get; } = new(
        "sources",
        () =>
        [
            Of("dictionaries", () => OrderRows.Dictionaries(Rows), JsonRows.From),
            Of("reader", () => OrderRows.Table(Rows), table => JsonRows.From(table.CreateDataReader())),
            Of("table", () => OrderRows.Table(Rows), JsonRows.From),
            Of("objects", () => OrderRows.Orders(Rows), JsonRows.From),
            Of("elements", () => Document().RootElement.EnumerateArray().ToList(), JsonRows.From),
            Of("document", Document, JsonRows.From),
        ],
        "10,000 rows of 10 columns into a buffer. spread: how well the ratio is known (95 %). Times are the process's own. Each output was\n"
        + "compared with that of the array before.",
        new Layout(true, [
            Column.Label("rows"), Column.Way("format"), new(">ns a row", line => Figures.Format(line.Own.TimePerUnit, "N0")),
            new(">time ÷ Array's", line => line.IsFirst ? "1" : Figures.Factor(line.Own.RatioTo(line.First).Median)),
            new(">spread", line => line.IsFirst ? "" : Figures.PlusMinus(line.Own.RatioTo(line.First))),
            new(">bytes ÷ Array's", line => line.IsFirst ? "1" : Figures.Format((double)line.Own.OutputLength / line.First.OutputLength, "F2"))]))
    { Schedule = Schedule.OneByOne with { RoundTime = TimeSpan.FromMilliseconds(200) } };

    private static CaseMaker Of<TRows>(string name, Func<TRows> create, Func<TRows, JsonRows> from) => new(name, () =>
    {
        TRows rows = create();
        return new Case
        {
            Ways = Array.ConvertAll(Formats, format =>
            {
                var options = new JsonRowOptions { Format = format };
                return Sink.ToBuffer(format.ToString(), output => from(rows).WriteTo(output, options))
                    with
                { Expected = array => RowFormats.Frame(array, format) };
            }),
            Units = Rows,
        };
    });

    private static JsonDocument Document() => JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(OrderRows.Dictionaries(Rows)));
}
