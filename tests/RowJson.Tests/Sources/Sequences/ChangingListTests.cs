using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Lists that change while they are written, mostly by a getter of a row: the serializer says what rows there are then.</summary>
public class ChangingListTests
{
    private const int Rows = 10;
    private const int ChangingRow = 3;

    private static readonly JsonTypeInfo<Item> ItemInfo = (JsonTypeInfo<Item>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Item));

    private static readonly JsonRowShape<Item> ItemShape = new JsonRowShape<Item>().Column("Value", item => item.Value);

    public static TheoryData<string, string, int> Changes
    {
        get
        {
            var data = new TheoryData<string, string, int>();
            foreach (string source in new[]
                { "dictionaries", "typed", "sorted", "typed and sorted", "mixed", "metadata", "shape", "base type", "elements", "cell" })
            {
                foreach (string change in new[] { "clear", "shorten", "cut", "lengthen", "replace", "move and replace" })
                    foreach (int threshold in new[] { 1, 60 * 1024 }) data.Add(source, change, threshold);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public async Task Write_listChangedByItsRow_equalsSerializer(string source, string change, int threshold)
    {
        string expected = Open(source, change).Serialize();

        Case inMemory = Open(source, change);
        inMemory.Rows.ToJsonString(inMemory.Options(threshold)).Should().Be(expected);

        Case toStream = Open(source, change);
        using var stream = new MemoryStream();
        await toStream.Rows.WriteToAsync(stream, toStream.Options(threshold));
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    [Theory]
    [InlineData("clear", """[{"0":{"Value":0},"1":{"Value":1},"2":{"Value":2},"3":{"Value":3}}]""")]
    [InlineData("shorten", """[{"0":{"Value":0},"1":{"Value":1},"2":{"Value":2},"3":{"Value":3},"4":{"Value":4},"5":{"Value":5}}]""")]
    public void Write_pairsBecomeFewer_endsTheRow(string change, string expected)
    {
        List<KeyValuePair<string, object?>> row = List(item => KeyValuePair.Create($"{item.Id}", (object?)item), change);
        JsonRows.From(new[] { row }).ToJsonString().Should().Be(expected);
    }

    [Theory]
    [InlineData("clear", 1)]
    [InlineData("shorten", 1)]
    [InlineData("lengthen", 1)]
    [InlineData("replace", 1)]
    [InlineData("clear", BufferSizes.DefaultFlushThreshold)]
    [InlineData("shorten", BufferSizes.DefaultFlushThreshold)]
    [InlineData("lengthen", BufferSizes.DefaultFlushThreshold)]
    [InlineData("replace", BufferSizes.DefaultFlushThreshold)]
    public void Write_nodesChangedByTheirRow_failsAsTheSerializerDoes(string change, int threshold)
    {
        FluentActions.Invoking(() => JsonSerializer.Serialize(Nodes(change))).Should().Throw<InvalidOperationException>();

        var options = new JsonRowOptions { FlushThreshold = threshold };
        // Row by row at first, and as a whole once it is known how long rows are.
        for (int i = 0; i < 3; i++)
        {
            var stream = new MemoryStream();
            JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(Nodes(change)).WriteTo(stream, options))
                .Should().Throw<JsonRowException>().Which;
            failure.InnerException.Should().BeOfType<InvalidOperationException>();
            failure.RowIndex.Should().Be(ChangingRow + 1);
            failure.Stage.Should().Be(JsonRowStage.Source);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be(threshold == 1 ? """[{"Value":0},{"Value":1},{"Value":2},{"Value":3}""" : "");
        }
    }

    [Theory]
    [InlineData("dictionaries")]
    [InlineData("typed")]
    [InlineData("metadata")]
    [InlineData("shape")]
    public async Task Write_listCutByItsRow_endsAfterTheRow(string source)
    {
        for (int last = 0; last < 300; last += 7)
        {
            string expected = Open(source, "none", last + 1).Serialize();
            foreach (int threshold in new[] { 1, 100, 4096 })
            {
                Case inMemory = Open(source, "cut", 1000, last);
                JsonRowOptions options = inMemory.Options(threshold);
                inMemory.Rows.ToJsonString(options).Should().Be(expected);

                using var stream = new MemoryStream();
                (await Open(source, "cut", 1000, last).Rows.WriteToAsync(stream, options)).Should().Be(last + 1);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
            }
        }
    }

    [Fact]
    public void WriteTo_listThatIsAsLongAsBefore_countsTheRowsThatAreWritten()
    {
        var options = new JsonRowOptions();
        // Rows of the type have a length, so that the serializer is given the list itself.
        JsonRows.From(new List<Item> { new(1), new(2), new(3), new(4), new(5) }).ToUtf8Bytes(options);
        using var stream = new MemoryStream();

        JsonRows.From(Rows()).WriteTo(stream, options).Rows.Should().Be(11);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(JsonSerializer.Serialize(Rows()));

        static List<Item> Rows()
        {
            List<Item> rows = [.. Enumerable.Range(1, 7).Select(i => new Item(i))];
            rows.Insert(0, new Item(0, () => rows.AddRange([new(8), new(9), new(10, () => rows.RemoveRange(8, 3))])));
            return rows;
        }
    }

    private static Case Open(string source, string change, int rows = Rows, int changingRow = ChangingRow)
    {
        List<T> Items<T>(Func<Item, T> make) => List(make, change, rows, changingRow);

        switch (source)
        {
            case "dictionaries": return Case.Of(Items(item => new Dictionary<string, object?> { ["item"] = item }), JsonRows.From);
            case "typed": return Case.Of(Items(item => new Dictionary<string, Item> { ["item"] = item }), JsonRows.From);
            case "sorted": return Case.Of(Items(item => new SortedDictionary<string, object?> { ["item"] = item }), JsonRows.From);
            case "typed and sorted": return Case.Of(Items(item => new SortedDictionary<string, Item> { ["item"] = item }), JsonRows.From);
            case "mixed": return Case.Of(Items(item => (object?)item), JsonRows.From);
            case "metadata": return Case.Of(Items(item => item), list => JsonRows.From(list, ItemInfo));
            case "shape": return Case.Of(Items(item => item), list => JsonRows.From(list, ItemShape));
            case "base type": return Case.Of(Items(item => new DerivedItem(item)), list => JsonRows.From<Item>(list, ItemShape));
            case "elements":
                var converter = new ElementConverter();
                var options = new JsonSerializerOptions { Converters = { converter } };
                return Case.Of(Items(converter.Add), JsonRows.From, options);
            default:
                List<object?> values = Items(item => (object?)item);
                return Case.Of([new Dictionary<string, object?> { ["values"] = values }], JsonRows.From);
        }
    }

    private static JsonArray Nodes(string change)
    {
        var nodes = new JsonArray();
        JsonNode? Make(Item item) => JsonValue.Create(item);
        for (int i = 0; i < Rows; i++) nodes.Add(Make(new Item(i, i == ChangingRow ? () => Change(nodes, Make, change) : null)));
        return nodes;
    }

    private static List<T> List<T>(Func<Item, T> make, string change, int rows = Rows, int changingRow = ChangingRow)
    {
        List<T> list = [];
        for (int i = 0; i < rows; i++) list.Add(make(new Item(i, i == changingRow ? () => Change(list, make, change, changingRow) : null)));
        return list;
    }

    private static void Change<T>(IList<T> list, Func<Item, T> make, string change, int changingRow = ChangingRow)
    {
        switch (change)
        {
            case "clear":
                list.Clear();
                break;
            case "shorten":
                while (list.Count > 6) list.RemoveAt(list.Count - 1);
                break;
            case "cut":
                while (list.Count > changingRow + 1) list.RemoveAt(list.Count - 1);
                break;
            case "lengthen":
                for (int i = 0; i < 30; i++) list.Add(make(new Item(100 + i)));
                break;
            case "replace":
                list[5] = make(new Item(200));
                break;
            case "move and replace":
                for (int i = 0; i < 30; i++) list.Add(make(new Item(100 + i)));
                list[5] = make(new Item(200));
                break;
        }
    }

    /// <summary>Rows, and what the serializer makes of the same list.</summary>
    private sealed record Case(JsonRows Rows, JsonSerializerOptions Serializer, Func<string> Serialize)
    {
        public static Case Of<T>(List<T> list, Func<List<T>, JsonRows> rows, JsonSerializerOptions? serializer = null) =>
            new(rows(list), serializer ?? JsonSerializerOptions.Default, () => JsonSerializer.Serialize(list, serializer));

        public JsonRowOptions Options(int threshold) =>
            new() { FlushThreshold = threshold, SerializerOptions = Serializer };
    }

    /// <summary>Does something when it is read.</summary>
    private class Item(int id, Action? onRead = null)
    {
        [JsonIgnore]
        public int Id => id;

        public int Value
        {
            get
            {
                onRead?.Invoke();
                return id;
            }
        }

        protected Action? OnRead => onRead;

        protected static Action? OnReadOf(Item item) => item.OnRead;
    }

    private sealed class DerivedItem(Item item) : Item(item.Id, OnReadOf(item));

    /// <summary>Reads an item for each element.</summary>
    private sealed class ElementConverter : JsonConverter<JsonElement>
    {
        private readonly Dictionary<int, Item> _items = [];

        public JsonElement Add(Item item)
        {
            _items[item.Id] = item;
            return JsonSerializer.SerializeToElement(item.Id);
        }

        public override JsonElement Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, JsonElement value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(_items[value.GetInt32()].Value);
    }
}
