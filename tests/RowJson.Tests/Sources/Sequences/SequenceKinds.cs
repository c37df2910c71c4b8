using System.Data;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>Rows of one declared type, what writes them, and their bytes.</summary>
internal abstract class SequenceKind(string name, Type items)
{
    public static SequenceKind[] All { get; } =
    [
        new SequenceKind<Row?>("dictionaries", typeof(DictionaryRowEncoding), Dictionary, hasNulls: true),
        new SequenceKind<IEnumerable<Pair>?>("pairs", typeof(PairRowEncoding<IEnumerable<Pair>>), i => [.. Dictionary(i)], hasNulls: true)
        {
            Expected = rows => JsonSerializer.SerializeToUtf8Bytes(rows.Select(row => row is null ? null : new Row(row))),
        },
        new SequenceKind<Dictionary<string, int>?>("typed dictionaries", typeof(PairRowEncoding<Dictionary<string, int>>), i => new() { ["a"] = i }, hasNulls: true),
        new SequenceKind<SortedDictionary<string, string>?>(
            "sorted dictionaries", typeof(PairRowEncoding<SortedDictionary<string, string>>), i => new() { ["b"] = "é", ["a"] = $"{i}" }, hasNulls: true),
        new SequenceKind<object?>("mixed", typeof(DelegateRowEncoding<object>), i => i % 2 == 0 ? Dictionary(i) : new Item(i, "x"), hasNulls: true),
        new SequenceKind<JsonNode?>("nodes", typeof(NodeRowEncoding<JsonNode>), i => new JsonArray(i), hasNulls: true),
        new SequenceKind<JsonObject?>("node objects", typeof(NodeRowEncoding<JsonObject>), i => new JsonObject { ["a"] = i }, hasNulls: true),
        new SequenceKind<JsonElement>("elements", typeof(DelegateRowEncoding<JsonElement>), i => JsonSerializer.SerializeToElement(Dictionary(i))),
        new SequenceKind<JsonDocument?>("documents", typeof(DelegateRowEncoding<JsonDocument>), i => JsonSerializer.SerializeToDocument(Dictionary(i)), hasNulls: true),
        new SequenceKind<RawJson>("raw", typeof(DelegateRowEncoding<RawJson>), i => new RawJson($$"""{"a":{{i}}}""")),
        new SequenceKind<DataRow?>("data rows", typeof(LearningRowEncoding<DataRow>), Table.Row, hasNulls: true)
        {
            Expected = rows => JsonSerializer.SerializeToUtf8Bytes(rows.Select(row => row is null ? null : new Row { ["a"] = row[0] })),
        },
        new SequenceKind<Item?>("objects", typeof(ObjectRowEncoding<Item>), i => new Item(i, "é"), hasNulls: true),
        new SequenceKind<ValueItem>("structures", typeof(ObjectRowEncoding<ValueItem>), i => new ValueItem(i)),
        new SequenceKind<int?>("numbers", typeof(ObjectRowEncoding<int?>), i => i, hasNulls: true),
        new SequenceKind<Uri?>("rows of the serializer", typeof(ObjectRowEncoding<Uri>), i => new Uri($"http://localhost/{i}"), hasNulls: true),
        new SequenceKind<Item?>("metadata", typeof(ObjectRowEncoding<Item>), i => new Item(i, "é"), hasNulls: true)
        {
            From = rows => JsonRows.From(rows, ItemContext.Info!),
            FromAsync = rows => JsonRows.From(rows, ItemContext.Info!),
        },
        new SequenceKind<Item?>("shape", typeof(ShapedRowEncoding<Item>), i => new Item(i, "é"), hasNulls: true)
        {
            From = rows => JsonRows.From(rows, ItemContext.Shape),
            FromAsync = rows => JsonRows.From(rows, ItemContext.Shape),
        },
    ];

    public string Name => name;

    /// <summary>The class that writes them.</summary>
    public Type Items => items;

    /// <summary>What writes the rows of a sequence.</summary>
    public abstract object ItemsOfSequence();

    public static SequenceKind Of(string name) => All.Single(kind => kind.Name == name);

    /// <summary>The bytes of the first rows.</summary>
    public abstract byte[] Bytes(int count);

    public abstract JsonRows List(int count);

    public abstract JsonRows Array(int count);

    public abstract JsonRows Sequence(int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0);

    public abstract AsyncJsonRows Async(
        int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0, Action<int>? onMove = null);

    /// <summary>Rows that can be read in both ways.</summary>
    public abstract JsonRows Both(int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0);

    private static Row Dictionary(int i) => new() { ["id"] = i, ["name"] = "é" };

    internal sealed record Item(int Id, string Name);

    internal readonly record struct ValueItem(int Id);

    private static class ItemContext
    {
        public static JsonTypeInfo<Item> Info { get; } =
            (JsonTypeInfo<Item>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Item));

        public static JsonRowShape<Item?> Shape { get; } =
            new JsonRowShape<Item?>().Column("Id", item => item!.Id).Column("Name", item => item!.Name);
    }

    private static class Table
    {
        public static DataRow Row(int i)
        {
            var table = new DataTable { Columns = { { "a", typeof(int) } } };
            return table.Rows.Add(i);
        }
    }
}

/// <inheritdoc/>
internal sealed class SequenceKind<T>(string name, Type items, Func<int, T> row, bool hasNulls = false) : SequenceKind(name, items)
{
    public Func<IEnumerable<T>, JsonRows> From { get; init; } = JsonRows.From;

    public Func<IAsyncEnumerable<T>, AsyncJsonRows> FromAsync { get; init; } = JsonRows.From;

    public Func<IEnumerable<T>, byte[]> Expected { get; init; } = rows => JsonSerializer.SerializeToUtf8Bytes(rows);

    public override object ItemsOfSequence() => ((SequenceRows<T>)Sequence(1, new SequenceCalls()).Source).Encoding;

    public override byte[] Bytes(int count) => Expected(Rows(count));

    public override JsonRows List(int count) => From(new List<T>(Rows(count)));

    public override JsonRows Array(int count) => From(Rows(count));

    public override JsonRows Sequence(int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0) =>
        From(new ProbedRows<T>(Rows(count), calls, fault, at));

    public override AsyncJsonRows Async(
        int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0, Action<int>? onMove = null) =>
        FromAsync(new AsyncProbedRows<T>(Rows(count), calls, fault, at, onMove));

    public override JsonRows Both(int count, SequenceCalls calls, SequenceFault fault = SequenceFault.None, int at = 0) =>
        From(new AsyncProbedRows<T>(Rows(count), calls, fault, at));

    /// <summary>The third row is null where rows can be.</summary>
    private T[] Rows(int count) => [.. Enumerable.Range(0, count).Select(i => hasNulls && i == 2 ? default! : row(i))];
}
