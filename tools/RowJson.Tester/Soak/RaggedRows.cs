using System.Text.Json;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tester;

/// <summary>Rows with cells missing and values of any kind: dictionaries and documents.</summary>
internal sealed class RaggedRows(List<Row> rows) : SoakRows(rows)
{
    public RaggedRows(Random random)
        : this(Create(random))
    {
    }

    public override IReadOnlyList<Func<JsonRows>> Sources =>
    [
        () => JsonRows.From(Document),
        () => JsonRows.From(Document.RootElement.EnumerateArray().Select(row => row)),
        () => JsonRows.From(rows),
        () => JsonRows.From(rows.Select(row => row)),
        () => JsonRows.From(rows.Select(row => row.ToList())),
        () => JsonRows.From(rows.Cast<object>()),
    ];

    public override IReadOnlyList<Func<AsyncJsonRows>> AsyncSources =>
    [
        () => JsonRows.From(WaitFor(rows)),
        () => JsonRows.From(WaitFor(Document.RootElement.EnumerateArray())),
    ];

    public override IReadOnlyList<Action<JsonRowWriter>> Pushes =>
    [
        writer => rows.ForEach(row => writer.WriteRow(row)),
        writer =>
        {
            foreach (JsonElement row in Document.RootElement.EnumerateArray()) writer.WriteRow(row);
        },
    ];

    public override IReadOnlyList<Func<JsonRowWriter, CancellationToken, Task>> AsyncPushes =>
    [
        async (writer, token) =>
        {
            foreach (Row row in rows)
                if (!await writer.WriteRowAsync(row, token)) return;
        },
        async (writer, token) =>
        {
            foreach (JsonElement row in Document.RootElement.EnumerateArray().ToList())
                if (!await writer.WriteRowAsync(row, token)) return;
        },
    ];

    private static List<Row> Create(Random random)
    {
        int count = random.Next(0, 400);
        int columns = random.Next(1, 12);
        var rows = new List<Row>();
        for (int i = 0; i < count; i++)
        {
            var row = new Row();
            for (int column = 0; column < columns; column++)
                if (random.Next(20) > 0) row["column " + column] = Value(random, column);
            rows.Add(row);
        }
        return rows;
    }

    private static object? Value(Random random, int column) => ((column + random.Next(2)) % 8) switch
    {
        0 => random.Next(),
        1 => random.NextInt64(),
        2 => random.NextDouble(),
        3 => Text(random),
        4 => random.Next(2) == 0,
        5 => null,
        6 => new List<object?> { random.Next(100), Text(random), null },
        _ => "short",
    };
}
