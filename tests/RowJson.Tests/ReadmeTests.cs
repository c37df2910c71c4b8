using System.Buffers;
using System.Data;
using System.Data.Common;
using System.Net;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;

namespace RowJson.Tests;

/// <summary>The examples of README.md, compiled and run.</summary>
[Collection(PostgresTestGroup.Name)]
public class ReadmeTests(PostgresFixture server)
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "ReadmeTests.cs");
    private static readonly List<Order> Orders = [new(1, 10.00m, 1.90m), new(2, 100.00m, 20.00m)];

    private sealed record Person(string Name, DateOnly? Born);

    private sealed record Order(int Id, decimal Net, decimal Tax);

    [Fact]
    public void Example_dropIn_writesTheSerializersBytes()
    {
        var page = new { Total = 250, Items = Orders };

        // <drop-in>
        JsonSerializerOptions fast = JsonRowSerializer.CreateWriteOptions(JsonSerializerOptions.Web); // make one, keep it
        string json = JsonSerializer.Serialize(page, fast);
        // {"total":250,"items":[{"id":1,"net":10.00,"tax":1.90},{"id":2,"net":100.00,"tax":20.00}]}
        // </drop-in>

        json.Should().Be(Examples.Output("drop-in")).And.Be(JsonSerializer.Serialize(page, JsonSerializerOptions.Web));
    }

    [PostgresFact]
    public async Task Example_endpoint_answersWithItsRows()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await ExecuteAsync(connection, "create temp table people as select * from (values "
            + "(1, 'Ada', date '2024-05-01'), (2, 'Linus', null)) as person(id, name, joined)");
        WebApplicationBuilder builder = LoopbackServer.CreateBuilder();
        builder.Services.AddSingleton<DbDataSource>(new SingleConnection(connection));
        await using WebApplication app = builder.Build();

        // <endpoint>
        app.MapGet("/people", async (DbDataSource database, CancellationToken cancellationToken) =>
        {
            DbCommand command = database.CreateCommand("select id, name, joined from people order by id");
            DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
            return Results.Extensions.Rows(reader).Disposing(reader, command);
        });
        // [{"id":1,"name":"Ada","joined":"2024-05-01"},{"id":2,"name":"Linus","joined":null}]
        // </endpoint>

        using HttpClient client = await LoopbackServer.StartAsync(app);
        using HttpResponseMessage response = await client.GetAsync(new Uri("/people", UriKind.Relative));
        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
        (await response.Content.ReadAsStringAsync()).Should().Be(Examples.Output("endpoint"));
    }

    [Fact]
    public async Task Example_objects_writesTheirProperties()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <objects>
        // record Person(string Name, DateOnly? Born);
        List<Person> people = [new("Ada", new DateOnly(1815, 12, 10)), new("Linus", null)];
        await JsonRows.From(people).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken);
        // [{"name":"Ada","born":"1815-12-10"},{"name":"Linus","born":null}]
        // </objects>

        Text(stream).Should().Be(Examples.Output("objects"));
    }

    [PostgresFact]
    public async Task Example_reader_writesOneRowALine()
    {
        using var file = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        await using NpgsqlConnection connection = await server.OpenAsync();
        await ExecuteAsync(connection, "create temp table events as select * from (values "
            + "(1, '{\"clicks\": [3, 4]}'::jsonb), (2, null)) as event(id, payload)");

        // <reader>
        var lines = new JsonRowOptions { Format = JsonRowFormat.Lines }; // make one, keep it: it owns the encoded names
        await using var command = new NpgsqlCommand("select id, payload from events order by id", connection);
        await using DbDataReader reader = await command.ExecuteReaderAsync(CommandBehavior.SequentialAccess, cancellationToken);
        JsonRowResult result = await JsonRows.From(reader).WriteToAsync(file, lines, cancellationToken);
        // {"id":1,"payload":{"clicks":[3,4]}}
        // {"id":2,"payload":null}
        // </reader>

        Text(file).Should().Be(Examples.Output("reader") + "\n");
        result.Should().Be(new JsonRowResult(2, file.Length, IsComplete: true));
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

        long count = JsonRows.From(readings).WriteTo(stream, options);
        // {"station":"Ny-\u00C5lesund","temp_c":-21.5,"wind_speed":null}
        // {"station":"C\u00E1diz","temp_c":19,"wind_speed":3.2}
        // </dictionaries>

        count.Should().Be(2);
        Text(stream).Should().Be(Examples.Output("dictionaries") + "\n");
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

        await JsonRows.From(orders).InEnvelope(page).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken);
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

    [Fact]
    public void Readme_codeBlocks_areTheExamples() => CodeExamples.Blocks("README.md").Should().Equal(Examples.All);

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Commands of one open connection, which sees its temporary tables.</summary>
    private sealed class SingleConnection(DbConnection connection) : DbDataSource
    {
        public override string ConnectionString => connection.ConnectionString;

        protected override DbConnection CreateDbConnection() => connection;

        protected override DbCommand CreateDbCommand(string? commandText = null)
        {
            DbCommand command = connection.CreateCommand();
            command.CommandText = commandText;
            return command;
        }
    }
}
