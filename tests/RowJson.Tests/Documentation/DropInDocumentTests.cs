using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>The examples of docs/drop-in.md.</summary>
public class DropInDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "DropInDocumentTests.cs");
    private static readonly Page Orders = new(2, [new(1, "Ada"), new(2, "Linus")], null);

    // <options>
    private static readonly JsonSerializerOptions Json = JsonSerializerOptions.Web.WithRowJson();
    // </options>

    private sealed record Person(int Id, string Name);

    private sealed record Page(int Total, List<Person> Items, string? Next);

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "drop-in.md").Should().Equal(Examples.All);

    [Fact]
    public void Write_output_isTheCommentsAndTheSerializers()
    {
        Page page = Orders;
        // <write>
        string json = JsonSerializer.Serialize(page, Json);
        Page same = JsonSerializer.Deserialize<Page>(json, Json)!;
        // {"total":2,"items":[{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}],"next":null}
        // </write>
        json.Should().Be(Examples.Output("write")).And.Be(JsonSerializer.Serialize(page, JsonSerializerOptions.Web));
        same.Should().BeEquivalentTo(page);
    }

    [Fact]
    public void WriteOnly_reading_isRefused()
    {
        // <write-only>
        JsonSerializerOptions fast = JsonSerializerOptions.Web.WithRowJson(writeOnly: true);
        // </write-only>
        string json = JsonSerializer.Serialize(Orders, fast);
        json.Should().Be(JsonSerializer.Serialize(Orders, JsonSerializerOptions.Web));
        FluentActions.Invoking(Read).Should().Throw<NotSupportedException>()
            .Which.Message.Should().Contain("Read with the options that they were made of: JsonSerializerOptions.Web.");

        void Read()
        {
            // <read>
            JsonSerializer.Deserialize<Page>(json, fast); // NotSupportedException: … Read with the options that they were made of: JsonSerializerOptions.Web.
            // </read>
        }
    }

    [Fact]
    public async Task Stream_output_isTheSerializers()
    {
        CancellationToken cancellationToken = CancellationToken.None;
        Page page = Orders;
        using var stream = new MemoryStream();
        // <stream>
        await JsonRowSerializer.SerializeAsync(stream, page, JsonSerializerOptions.Web, cancellationToken);
        // </stream>
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(JsonSerializer.Serialize(page, JsonSerializerOptions.Web));
    }
}
