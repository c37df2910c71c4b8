using System.Data;
using System.Data.Common;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>Rows of one class: objects, readers and tables of the same cells.</summary>
internal sealed class RecordRows(RecordRows.Record[] rows) : SoakRows(rows)
{
    private static readonly JsonTypeInfo<Record> TypeInfo = (JsonTypeInfo<Record>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Record));

    private static readonly JsonRowShape<Record> Shape = new JsonRowShape<Record>()
        .Column("Id", row => row.Id)
        .Column("Count", row => row.Count)
        .Column("Real", row => row.Real)
        .Column("Text", row => row.Text)
        .Column("Flag", row => row.Flag)
        .Column("Time", row => row.Time)
        .Column("Money", row => row.Money)
        .Column("Key", row => row.Key);

    public RecordRows(Random random)
        : this(Create(random))
    {
    }

    public override IReadOnlyList<Func<JsonRows>> Sources =>
    [
        () => JsonRows.From(rows, TypeInfo),
        () => JsonRows.From(rows.Select(row => row), TypeInfo),
        () => JsonRows.From(rows, Shape),
        () => JsonRows.From((IEnumerable<object>)rows),
        () => JsonRows.From(OpenReader()),
        () => JsonRows.From((DbDataReader)new DataTableReader(ToTable())),
        () => JsonRows.From(ToTable()),
        () => JsonRows.From(new DataView(ToTable())),
        () => JsonRows.From(Document),
    ];

    public override IReadOnlyList<Func<AsyncJsonRows>> AsyncSources =>
    [
        () => JsonRows.From(WaitFor(rows), TypeInfo),
        () => JsonRows.From(WaitFor(rows), Shape),
    ];

    public override IReadOnlyList<Action<JsonRowWriter>> Pushes =>
    [
        writer => Array.ForEach(rows, row => writer.WriteRow(row, TypeInfo)),
        writer => Array.ForEach(rows, row => writer.WriteRow(row, Shape)),
        writer =>
        {
            using ColumnarReader reader = OpenReader();
            while (reader.Read()) writer.WriteRow(reader);
        },
    ];

    public override IReadOnlyList<Func<JsonRowWriter, CancellationToken, Task>> AsyncPushes =>
    [
        async (writer, token) =>
        {
            foreach (Record row in rows)
                if (!await writer.WriteRowAsync(row, TypeInfo, token)) return;
        },
        async (writer, token) =>
        {
            foreach (Record row in rows)
                if (!await writer.WriteRowAsync(row, Shape, token)) return;
        },
        async (writer, token) =>
        {
            await using ColumnarReader reader = OpenReader();
            while (await reader.ReadAsync(token))
                if (!await writer.WriteRowAsync(reader, token)) return;
        },
    ];

    private static Record[] Create(Random random)
    {
        var rows = new Record[random.Next(0, 400)];
        Span<byte> key = stackalloc byte[16];
        for (int i = 0; i < rows.Length; i++)
        {
            random.NextBytes(key);
            rows[i] = new Record(
                random.Next(-10_000, 10_000),
                random.Next(4) == 0 ? null : random.NextInt64(),
                random.NextDouble() * 1000,
                random.Next(8) == 0 ? null : Text(random),
                random.Next(2) == 0,
                new DateTime(2020, 1, 1).AddTicks(random.NextInt64(TimeSpan.TicksPerDay * 3000)),
                random.Next(1_000_000) / 100m,
                new Guid(key));
        }
        return rows;
    }

    private ColumnarReader OpenReader() => new(
        Column.Of("Id", Array.ConvertAll(rows, row => row.Id)),
        Column.OfNullable("Count", Array.ConvertAll(rows, row => row.Count)),
        Column.Of("Real", Array.ConvertAll(rows, row => row.Real)),
        Column.Of("Text", Array.ConvertAll(rows, row => row.Text)),
        Column.Of("Flag", Array.ConvertAll(rows, row => row.Flag)),
        Column.Of("Time", Array.ConvertAll(rows, row => row.Time)),
        Column.Of("Money", Array.ConvertAll(rows, row => row.Money)),
        Column.Of("Key", Array.ConvertAll(rows, row => row.Key)));

    private DataTable ToTable()
    {
        var table = new DataTable();
        using ColumnarReader reader = OpenReader();
        for (int i = 0; i < reader.FieldCount; i++) table.Columns.Add(reader.GetName(i), reader.GetFieldType(i));
        object[] values = new object[reader.FieldCount];
        while (reader.Read())
        {
            reader.GetValues(values);
            table.Rows.Add(values);
        }
        return table;
    }

    /// <summary>Its properties in the order of the columns.</summary>
    internal sealed record Record(int Id, long? Count, double Real, string? Text, bool Flag, DateTime Time, decimal Money, Guid Key);
}
