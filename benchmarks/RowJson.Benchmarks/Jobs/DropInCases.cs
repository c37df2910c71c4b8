using System.IO.Pipelines;

namespace RowJson.Benchmarks;

/// <summary>Options made by <see cref="JsonRowSerializer.CreateWriteOptions"/> against those that they are made of, with the same resolver.</summary>
internal static class DropInCases
{
    private const string DropIn = "drop-in";
    private static readonly JsonSerializerOptions Reflection = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private static readonly JsonSerializerOptions Generated = new() { TypeInfoResolver = DropInContext.Default };

    public static Job Job { get; } = new(
        "outputs",
        () => [.. Graphs("reflection", Reflection), .. Graphs("generated", Generated), Stream("100 MB to a stream", 400_000)],
        "Times are the process's own; spread: how well the ratio is known (95 %); B: what a call allocates. Each output was compared before.",
        new Layout(false, [
            Column.Label("value"), Column.Label("resolver", 1),
            Column.Count(">plain ns", line => line.First.Time), Column.Count(">drop-in ns", line => line.Own.Time),
            .. Column.Faster(">ratio", DropIn),
            Column.Count(">plain B", line => line.First.AllocatedBytes), Column.Count(">drop-in B", line => line.Own.AllocatedBytes),
            new("", line => Figures.Verdict(line.Own.AllocatedBytes <= line.First.AllocatedBytes))]));

    /// <summary>One page of 50,000 objects, asynchronously: as a whole, and batch by batch.</summary>
    public static Job Streams { get; } = SuiteTables.CreateJob("streams", () => [ToStream(50_000), ToPipe(50_000)]);

    private static IEnumerable<CaseMaker> Graphs(string resolver, JsonSerializerOptions options)
    {
        return
        [
            Of("1 objects", 1.3, () => DropInGraph.Page(1)), Of("10 objects", 3.5, () => DropInGraph.Page(10)),
            Of("100 objects", 4.2, () => DropInGraph.Page(100)), Of("5,000 objects", 4.2, () => DropInGraph.Page(5_000)),
            Of("10 dictionaries", 3, () => DropInGraph.Pairs(10)), Of("5,000 dictionaries", 4, () => DropInGraph.Pairs(5_000)),
            Of("many lists of 0 to 3", 1, DropInGraph.CreateGroups),
            Of("no list", 0.98, () => DropInGraph.CreateProfile(3)),
        ];

        CaseMaker Of<T>(string name, double target, Func<T> create) => new([name, resolver], () =>
        {
            T value = create();
            Way dropIn = Serialized.Way(DropIn, value, JsonRowSerializer.CreateWriteOptions(options)) with { Target = target };
            return new Case { Ways = [Serialized.Way("plain", value, options), dropIn], Repeats = Serialized.Repeats(value, options) };
        }, () => ["plain", DropIn]);
    }

    private static CaseMaker ToStream(int rows) => new("stream", () => new Case
    {
        Ways = Asynchronous(
            rows,
            (page, options) => Sink.ToStream("", stream => JsonSerializer.SerializeAsync(stream, page, options)),
            page => Sink.ToStream("batches", stream => JsonRowSerializer.SerializeAsync(stream, page, Reflection))),
    }, "plain", DropIn, "batches");

    private static CaseMaker ToPipe(int rows) => new("pipe", () => new Case
    {
        Ways = Asynchronous(
            rows,
            (page, options) => Sink.ToStream("", stream => JsonSerializer.SerializeAsync(PipeWriter.Create(stream), page, options)),
            page => Sink.ToStream("batches", stream => JsonRowSerializer.SerializeAsync(PipeWriter.Create(stream), page, Reflection))),
    }, "plain", DropIn, "batches");

    private static Way[] Asynchronous(int rows, Func<OrderPage, JsonSerializerOptions, Way> way, Func<OrderPage, Way> batches)
    {
        OrderPage page = DropInGraph.Page(rows);
        JsonSerializerOptions dropIn = JsonRowSerializer.CreateWriteOptions(Reflection);
        return [way(page, Reflection) with { Name = "plain" }, way(page, dropIn) with { Name = DropIn }, batches(page)];
    }

    private static CaseMaker Stream(string name, int rows) => new([name, "reflection"], () =>
    {
        OrderPage page = DropInGraph.Page(rows);
        return new Case
        {
            Ways =
            [
                Sink.ToStream("plain", stream => JsonSerializer.Serialize(stream, page, Reflection)),
                Sink.ToStream(DropIn, stream => JsonRowSerializer.Serialize(stream, page, Reflection)) with { Target = 3 },
            ],
        };
    }, () => ["plain", DropIn]);
}
