using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The example of docs/objects.md.</summary>
public partial class ObjectsDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "ObjectsDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "objects.md").Should().Equal(Examples.All);

    [Fact]
    public void Example_context_decidesWhatIsWritten()
    {
        List<Product> products = [new(1, "Tea", 3.20m)];

        // <context>
        // [JsonSerializable(typeof(List<Product>))] partial class ShopContext : JsonSerializerContext;
        var options = new JsonRowOptions(ShopContext.Default.Options);
        string json = JsonRows.From(products).ToJsonString(options);
        // [{"Id":1,"label":"Tea","Price":3.20}]
        // </context>

        json.Should().Be(Examples.Output("context")).And.Be(JsonSerializer.Serialize(products, ShopContext.Default.ListProduct));
    }

    internal sealed record Product(int Id, [property: JsonPropertyName("label")] string Name, decimal Price);

    [JsonSerializable(typeof(List<Product>))]
    private sealed partial class ShopContext : JsonSerializerContext;
}
