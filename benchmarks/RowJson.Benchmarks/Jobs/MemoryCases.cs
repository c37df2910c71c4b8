namespace RowJson.Benchmarks;

/// <summary>What a write allocates, by its number of rows: flat where rows stream, in proportion where the output is held.</summary>
internal static class MemoryCases
{
    // What happens once for a type has happened when so many of its rows have been written: columns are compiled after some megabytes.
    private const int RowsBefore = 30_000, RowsCompared = 10_000;

    public static Job Job { get; } = new(
        "writes",
        () => new[] { 1_000, 10_000, 100_000, 1_000_000 }.Select(rows => new CaseMaker([Figures.Count(rows)], () => Create(rows))),
        $"Objects of 10 columns to bytes, or to a stream that drops them: what a call allocates after {RowsBefore:N0} rows of their\n"
        + "type. The first 3 MB of a type are written before its columns are compiled, and cost 1.9 bytes a row.",
        new Layout(true, [Column.Label(">rows"), Column.Way("way"), Column.Count(">bytes allocated", line => line.Own.AllocatedBytes)]))
    { Schedule = new Schedule { Rounds = 1, RoundTime = TimeSpan.FromMilliseconds(1), CaseWarmUpTime = TimeSpan.Zero } };

    public static BarChart Chart(IEnumerable<Measurement> measured, string machine) => new(
        "Kilobytes allocated by one write of objects with 10 columns: to bytes, or to a stream",
        machine, MarkName: "", Unit: " KB", Scale.Logarithmic,
        [.. measured.Select(it => new Bar($"{it.Case.Name} rows", it.Way.Name, it.AllocatedBytes / 1e3, Mark: null))]);

    private static Case Create(int rows)
    {
        List<Order> orders = OrderRows.Orders(1_000);
        return new Case
        {
            Ways =
            [
                Write("JsonSerializer, bytes", (it, stream) => stream.WriteAsync(JsonSerializer.SerializeToUtf8Bytes(it)).AsTask()),
                Write("JsonSerializer, async rows", (it, stream) => JsonSerializer.SerializeAsync(stream, ObjectRows.Enumerate(it))),
                Write("RowJson, rows", (it, stream) => JsonRows.From(it).WriteToAsync(stream)),
                Write("RowJson, async rows", (it, stream) => JsonRows.From(ObjectRows.Enumerate(it)).WriteToAsync(stream)),
            ],
            Repeats = Math.Max(1, RowsBefore / rows),
            Units = rows,
        };

        Way Write(string name, Func<IEnumerable<Order>, Stream, Task> write)
        {
            Way way = Sink.ToStream(name, stream => write(Repeat(orders, rows), stream));
            return rows <= RowsCompared ? way : way with { Output = null };
        }
    }

    // The same objects again and again: what is counted is the write's own.
    private static IEnumerable<Order> Repeat(List<Order> orders, int count)
    {
        for (int i = 0; i < count; i++) yield return orders[i % orders.Count];
    }
}
