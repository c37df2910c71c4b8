using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>The same rows from each kind of source, of which one fails: in its text, or when the source is asked for it.</summary>
internal static class FailingRows
{
    /// <summary>Makes a row about 120 bytes long.</summary>
    private static readonly string Text = new('x', 100);

    private static readonly JsonRowShape<Item> Shape = new JsonRowShape<Item>().Column("n", item => item.N).Column("text", item =>
        item.Text);

    private static readonly JsonTypeInfo<Item> Info = (JsonTypeInfo<Item>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Item));

    /// <summary>A new pass over the rows, of which the one at an index fails.</summary>
    private static readonly Dictionary<string, Func<int, int, JsonRows>> Sources = new()
    {
        ["list"] = (count, bad) => JsonRows.From(Dictionaries(count, bad).ToList()),
        ["dictionaries"] = (count, bad) => JsonRows.From(Dictionaries(count, bad)),
        ["sequence"] = (count, bad) => JsonRows.From(Items(count, bad).Select(item => item.ToDictionary())),
        ["mixed"] = (count, bad) => JsonRows.From(Dictionaries(count, bad).ToArray<object?>()),
        ["document"] = (count, bad) => JsonRows.From(Document(count, bad)),
        ["elements"] = (count, bad) => JsonRows.From(Document(count, bad).RootElement.EnumerateArray().ToList()),
        ["reader's cell"] = (count, bad) => JsonRows.From(Reader(count, bad, column: 1)),
        ["reader's move"] = (count, bad) => JsonRows.From(Reader(count, bad, column: -1)),
        ["table"] = (count, bad) => JsonRows.From(Table(count, bad)),
        ["shape"] = (count, bad) => JsonRows.From(Items(count, bad).ToList(), Shape),
        ["objects"] = (count, bad) => JsonRows.From(Items(count, bad).ToList(), Info),
    };

    private static readonly Dictionary<string, Func<int, int, AsyncJsonRows>> AsyncSources = new()
    {
        ["async dictionaries"] = (count, bad) => JsonRows.From(Dictionaries(count, bad).ToAsync()),
        ["async sequence"] = (count, bad) => JsonRows.From(Items(count, bad).Select(item => item.ToDictionary()).ToAsync()),
        ["async shape"] = (count, bad) => JsonRows.From(Items(count, bad).ToAsync(), Shape),
    };

    public static IEnumerable<string> Names => [.. Sources.Keys, .. AsyncSources.Keys];

    public static bool IsAsync(string name) => AsyncSources.ContainsKey(name);

    public static JsonRows Open(string name, int count, int bad) => Sources[name](count, bad);

    public static AsyncJsonRows OpenAsync(string name, int count, int bad) => AsyncSources[name](count, bad);

    /// <summary>The source, and no row of it, fails.</summary>
    public static JsonRowStage StageOf(string name) =>
        name is "sequence" or "async sequence" or "reader's move" ? JsonRowStage.Source : JsonRowStage.Value;

    /// <summary>Rows that do not fail, for the serializer.</summary>
    public static IEnumerable<Dictionary<string, object?>> Sound(int count) => Dictionaries(count, bad: -1);

    /// <summary>Each row after a turn of the thread pool.</summary>
    public static async IAsyncEnumerable<T> ToAsync<T>(this IEnumerable<T> rows)
    {
        foreach (T row in rows)
        {
            await Task.Yield();
            yield return row;
        }
    }

    private static IEnumerable<Dictionary<string, object?>> Dictionaries(int count, int bad) =>
        Enumerable.Range(0, count).Select(n => new Dictionary<string, object?> { ["n"] = n, ["text"] = n == bad ? new Thrower() : Text });

    private static IEnumerable<Item> Items(int count, int bad) => Enumerable.Range(0, count).Select(n => new Item(n, n == bad));

    private static JsonDocument Document(int count, int bad) => JsonDocument.Parse(
        "[" + string.Join(", ", Enumerable.Range(0, count).Select(n =>
            $$"""{"n":{{n}},"text":"{{(n == bad ? @"\udc00" : Text)}}"}""")) + "]");

    private static FailingReader Reader(int count, int bad, int column) =>
        new(new ColumnarReader(Column.Of("n", [.. Enumerable.Range(0, count)]), Column.Of("text", [.. Enumerable.Repeat(Text, count)])),
            bad, column);

    private static DataTable Table(int count, int bad)
    {
        var table = new DataTable { Columns = { { "n", typeof(int) }, { "text", typeof(object) } } };
        foreach (Dictionary<string, object?> row in Dictionaries(count, bad)) table.Rows.Add([.. row.Values]);
        return table;
    }

    private sealed class Thrower
    {
        public int Value => throw new IOException(FailingReader.Message);
    }

    private sealed class Item(int n, bool fails)
    {
        [JsonPropertyName("n")]
        public int N => n;

        [JsonPropertyName("text")]
        public string Text => fails ? throw new IOException(FailingReader.Message) : FailingRows.Text;

        public Dictionary<string, object?> ToDictionary() => new() { ["n"] = N, ["text"] = Text };
    }
}
