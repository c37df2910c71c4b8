namespace RowJson.Benchmarks;

/// <summary>What the library that RowJson takes its idea from published, where no other job has it: its data sets, and one object by six
/// strategies.</summary>
internal static class OriginalCases
{
    /// <summary>Dictionaries, as its rows are, to a file.</summary>
    public static Job DataSets { get; } = new(
        "data sets",
        () => RaceCases.OriginalDataSets.Select(it => new CaseMaker(it.Name, () => FileCases.CreateDictionaries(it.Generate()))),
        "Dictionaries to a file, opened and closed by each call, whose pages stay in memory; elapsed time of a call. time ÷: the median of the\n"
        + "rounds' ratios; spread: how well that is known (95 %). the original: in Go, ÷ the time of the encoder that comes with Go. Outputs were\n"
        + "compared before, Newtonsoft's by value.",
        new Layout(true, [
            Column.Label("data set"), Column.Count(">rows", line => line.Case.Units), Column.Way("encoder"),
            new(">ms", line => Figures.Format(line.Own.Time / 1e6, "#,0.0")), Column.Count(">rows/s", line => line.Own.UnitsPerSecond),
            Column.Count(">MB/s", line => line.Own.MegabytesPerSecond),
            .. Column.Ratio(">time ÷ JsonSerializer's", line => line.IsFirst ? null : line.Own.RatioTo(line.First)),
            new(">the original", line => line.Own.Way.Name == Contenders.Buffer.Name && line.Case.Name == "taxi" ? "0.45" : "")]))
    {
        Schedule = Schedule.OneByOne with { Rounds = 5, RoundTime = TimeSpan.FromMilliseconds(400), CaseWarmUpTurns = 1 },
    };

    /// <summary>Each strategy to bytes of its own, and then directly into memory that is there.</summary>
    public static Job Strategies { get; } = SuiteTables.CreateJob("objects", () => [new("one order", CreateStrategies)]);

    private static Case CreateStrategies()
    {
        List<Order> order = OrderRows.Orders(1);
        byte[] text = JsonSerializer.SerializeToUtf8Bytes(order);
        var options = new JsonRowOptions { SerializerOptions = ObjectContext.Default.Options };
        return new Case
        {
            Ways =
            [
                Sink.ToBytes("naive", () => Encoding.UTF8.GetBytes(JsonSerializer.Serialize(order))),
                Sink.ToBytes("hinted", () => JsonSerializer.SerializeToUtf8Bytes(order, ObjectContext.Default.ListOrder)),
                Sink.ToBytes("smart", () => JsonRows.From(order).ToUtf8Bytes(options)),
                Sink.ToBuffer("smart direct", output => JsonRows.From(order).WriteTo(output, options)),
                Sink.ToBytes("fake", () => text.AsSpan().ToArray()),
                Sink.ToBuffer("fake direct", output => output.Write(text)),
            ],
            Repeats = Serialized.Repeats(order, JsonSerializerOptions.Default),
        };
    }
}
