#nullable disable
using System.Data;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Callers;

/// <summary>Code that knows nothing of nullable references.</summary>
public class ObliviousTests
{
    [Fact]
    public void From_fromObliviousCode_equalsSerializer()
    {
        List<Dictionary<string, object>> dictionaries = new() { new Dictionary<string, object> { ["a"] = 1, ["b"] = null }, null };
        Judge.Check(JsonRows.From(dictionaries), dictionaries);
        List<IDictionary<string, object>> interfaces = new() { dictionaries[0] };
        Judge.Check(JsonRows.From(interfaces), interfaces);
        List<Dictionary<string, string>> texts = new() { new Dictionary<string, string> { ["a"] = null } };
        Judge.Check(JsonRows.From(texts), texts);
        List<object> objects = new() { 1, null, dictionaries[0] };
        Judge.Check(JsonRows.From(objects), objects);
        List<Order> orders = new() { new Order(1, null, 1), null };
        Judge.Check(JsonRows.From(orders), orders);
        string[] strings = { "a", null };
        Judge.Check(JsonRows.From(strings), strings);
    }

    [Fact]
    public void From_null_throwsArgumentNullException()
    {
        List<Order> orders = null;
        IAsyncEnumerable<Order> asynchronous = null;
        foreach (Action write in new Action[]
        {
            () => JsonRows.From(orders), () => JsonRows.From(asynchronous), () => JsonRows.From((JsonDocument)null), () => JsonRows.From((JsonArray)null),
            () => JsonRows.From((IDataReader)null), () => JsonRows.From((DataTable)null), () => JsonRows.From((DataView)null), () => JsonRows.From((DataRow[])null),
        })
        {
            write.Should().Throw<ArgumentNullException>();
        }
    }
}
