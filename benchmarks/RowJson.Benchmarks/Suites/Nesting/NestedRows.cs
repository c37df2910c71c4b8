using System.Runtime.InteropServices;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The rows <c>{"id":1,"nested":{"id":1,"name":"level 1","inner":{…}}}</c>, the nested values in every form.</summary>
internal sealed class NestedRows : IDisposable
{
    public const string Id = "id", Nested = "nested";

    public NestedRows(int count, int depth)
    {
        WithDictionaries = [.. Enumerable.Range(0, count).Select(id => ToRow(id, MakeNested(id, depth)))];
        Utf8Json = JsonSerializer.SerializeToUtf8Bytes(WithDictionaries);
        Document = JsonDocument.Parse(Utf8Json);
        WithElements = [.. Document.RootElement.EnumerateArray().Select((row, id) => ToRow(id, row.GetProperty(Nested)))];
        WithText =
        [
            .. Document.RootElement.EnumerateArray()
                .Select((row, id) => (id, JsonMarshal.GetRawUtf8Value(row.GetProperty(Nested)).ToArray())),
        ];
    }

    /// <summary>What every way of writing the rows has to give.</summary>
    public byte[] Utf8Json { get; }

    public JsonDocument Document { get; }

    public List<Dictionary<string, object?>> WithDictionaries { get; }

    public List<Dictionary<string, object?>> WithElements { get; }

    public List<(int Id, byte[] Nested)> WithText { get; }

    public void Dispose() => Document.Dispose();

    private static Dictionary<string, object?> ToRow(int id, object nested) => new() { [Id] = (long)id, [Nested] = nested };

    private static Dictionary<string, object?> MakeNested(int id, int depth) => new()
    {
        [Id] = (long)(id + depth),
        ["name"] = $"level {depth}",
        ["inner"] = depth > 1 ? MakeNested(id, depth - 1) : null,
    };
}
