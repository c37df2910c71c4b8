using System.Buffers;
using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace RowJson.Tests;

/// <summary>The examples of docs/examples.md, compiled and run.</summary>
public class ExamplesDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "ExamplesDocumentTests.cs");
    private static readonly List<Order> Orders = [new(1, 10.00m, 1.90m), new(2, 100.00m, 20.00m)];

    private static readonly List<Sale> Sales = [new(1, 9.5m), new(2, 120m)];

    private sealed record Sale(int Id, decimal Total);

    private sealed record Order(int Id, decimal Net, decimal Tax);

    private sealed record Person(string Name, DateOnly? Born);

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "examples.md").Should().Equal(Examples.All);

    [Fact]
    public async Task Example_objects_writesTheirProperties()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <objects>
        // record Person(string Name, DateOnly? Born);
        List<Person> people = [new("Ada", new DateOnly(1815, 12, 10)), new("Linus", null)];
        await JsonRows.From(people).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // [{"name":"Ada","born":"1815-12-10"},{"name":"Linus","born":null}]
        // </objects>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("objects"));
    }

    [Fact]
    public void Example_filteredDocument_writesWhatIsLeft()
    {
        // <document>
        using JsonDocument document = JsonDocument.Parse("""{"orders": [{"id": 1, "total": 9.50}, {"id": 2, "total": 120.00}]}""");
        IEnumerable<JsonElement> large = document.RootElement.GetProperty("orders").EnumerateArray()
            .Where(order => order.GetProperty("total").GetDecimal() > 100);

        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        writer.WriteStartObject();
        writer.WritePropertyName("orders");
        JsonRows.From(large).WriteTo(writer);
        writer.WriteEndObject();
        writer.Flush();
        // {"orders":[{"id":2,"total":120.00}]}
        // </document>

        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(Examples.Output("document"));
    }

    [Fact]
    public void Example_dictionaries_writesOneRowALine()
    {
        using var stream = new MemoryStream();

        // <dictionaries>
        List<Dictionary<string, object?>> readings =
        [
            new() { ["Station"] = "Ny-Ålesund", ["TempC"] = -21.5, ["WindSpeed"] = double.NaN },
            new() { ["Station"] = "Cádiz", ["TempC"] = 19, ["WindSpeed"] = 3.2 },
        ];
        var options = new JsonRowOptions
        {
            Format = JsonRowFormat.Lines,
            NonFiniteHandling = JsonNonFiniteHandling.Null,
            ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        };

        long count = JsonRows.From(readings).WriteTo(stream, options).Rows;
        // {"station":"Ny-\u00C5lesund","temp_c":-21.5,"wind_speed":null}
        // {"station":"C\u00E1diz","temp_c":19,"wind_speed":3.2}
        // </dictionaries>

        count.Should().Be(2);
        Text(stream).Should().Be(Examples.Output("dictionaries") + "\n");
    }

    [Fact]
    public void Example_compact_writesNamesOnce()
    {
        // <compact>
        List<Person> people = [new("Ada", new DateOnly(1815, 12, 10)), new("Linus", null)];
        var columns = new JsonRowOptions(JsonRowOptions.Web) { Format = JsonRowFormat.CompactColumns };
        string json = JsonRows.From(people).ToJsonString(columns);
        // {"columns":["name","born"],"rows":[["Ada","1815-12-10"],["Linus",null]]}
        // </compact>

        json.Should().Be(Examples.Output("compact"));
    }

    [Fact]
    public async Task Example_requestBody_hasALineBeforeEachRow()
    {
        WebApplication app = LoopbackServer.CreateBuilder().Build();
        app.MapPost("/_bulk", async (HttpRequest request) =>
        {
            using var body = new StreamReader(new GZipStream(request.Body, CompressionMode.Decompress));
            return await body.ReadToEndAsync();
        });
        await using WebApplication server = app;
        using HttpClient client = await LoopbackServer.StartAsync(app);
        List<Sale> orders = Sales;
        CancellationToken cancellationToken = CancellationToken.None;

        // <bulk>
        var bulk = new JsonRowOptions(JsonRowOptions.Web)
        {
            Format = JsonRowFormat.Lines,
            RowPrefix = JsonRowPrefix.FromColumn("{\"index\":{\"_id\":", "id", "}}"), // before each row; the id as a string
        };
        HttpContent content = JsonRows.From(orders).ToHttpContent(bulk, JsonRowCompression.Gzip);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson"); // else application/jsonl

        using HttpResponseMessage response = await client.PostAsync("/_bulk", content, cancellationToken);
        // {"index":{"_id":"1"}}
        // {"id":1,"total":9.5}
        // {"index":{"_id":"2"}}
        // {"id":2,"total":120}
        // </bulk>

        (await response.Content.ReadAsStringAsync(cancellationToken)).Should().Be(Examples.Output("bulk") + "\n");
    }

    [Fact]
    public async Task Example_readStream_isEncodedWhileItIsRead()
    {
        List<Sale> orders = Sales;
        CancellationToken cancellationToken = CancellationToken.None;
        var uploaded = new MemoryStream();

        // <upload>
        await using Stream upload = JsonRows.From(orders).AsStream(new JsonRowOptions(JsonRowOptions.Web) { Format = JsonRowFormat.CompactLines });
        await UploadAsync(upload, cancellationToken); // a client that reads it
        // [1,9.5]
        // [2,120]
        // </upload>

        Encoding.UTF8.GetString(uploaded.ToArray()).Should().Be(Examples.Output("upload") + "\n");

        Task UploadAsync(Stream body, CancellationToken token) => body.CopyToAsync(uploaded, token);
    }

    [Fact]
    public void Example_shape_writesItsColumns()
    {
        List<Order> orders = Orders;

        // <shape>
        // record Order(int Id, decimal Net, decimal Tax);
        JsonRowShape<Order> shape = new JsonRowShape<Order>() // Column returns a new shape: keep the last one
            .Column("id", order => order.Id)
            .Column("total", order => order.Net + order.Tax);

        string json = JsonRows.From(orders, shape).ToJsonString();
        // [{"id":1,"total":11.90},{"id":2,"total":120.00}]
        // </shape>

        json.Should().Be(Examples.Output("shape"));
    }

    [Fact]
    public async Task Example_writer_writesRowsOfSeveralKinds()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <writer>
        using JsonDocument update = JsonDocument.Parse("""{ "id": 2, "state": "sent" }""");
        await using var writer = new JsonRowWriter(stream);
        await writer.WriteRowAsync(new Dictionary<string, object?> { ["id"] = 1, ["state"] = "new" }, cancellationToken);
        await writer.WriteRowAsync(update.RootElement, cancellationToken);
        await writer.CompleteAsync(cancellationToken); // closes the array
        // [{"id":1,"state":"new"},{"id":2,"state":"sent"}]
        // </writer>

        Text(stream).Should().Be(Examples.Output("writer"));
    }

    [Fact]
    public async Task Example_envelope_writesAnObjectAroundTheRows()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        List<Order> orders = Orders;

        // <envelope>
        JsonRowEnvelope page = new JsonRowEnvelope("orders")
            .Before("total", 250)
            .After("next", written => written.Rows == 2 ? "/orders?page=2" : null);

        await JsonRows.From(orders).InEnvelope(page).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
        // {"total":250,"orders":[{"id":1,"net":10.00,"tax":1.90},{"id":2,"net":100.00,"tax":20.00}],"next":"/orders?page=2"}
        // </envelope>

        Text(stream).Should().Be(Examples.Output("envelope"));
    }

    [Fact]
    public void Example_value_isAnArrayForTheSerializer()
    {
        List<Order> orders = Orders;

        // <value>
        string json = JsonSerializer.Serialize(new { Count = orders.Count, Rows = JsonRows.From(orders) }, JsonSerializerOptions.Web);
        // {"count":2,"rows":[{"id":1,"net":10.00,"tax":1.90},{"id":2,"net":100.00,"tax":20.00}]}
        // </value>

        json.Should().Be(Examples.Output("value"));
    }

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());
}
