using System.Data.Common;
using System.Net;
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

    private sealed record Order(int Id, decimal Net, decimal Tax);

    private sealed record Page(int Total, List<Order> Items);

    [Fact]
    public void Example_dropIn_writesAndReads()
    {
        // <drop-in>
        // record Order(int Id, decimal Net, decimal Tax);
        // record Page(int Total, List<Order> Items);
        JsonSerializerOptions options = JsonSerializerOptions.Web.WithRowJson(); // make one, keep it
        var page = new Page(250, [new(1, 10.00m, 1.90m), new(2, 100.00m, 20.00m)]);
        string json = JsonSerializer.Serialize(page, options);
        Page same = JsonSerializer.Deserialize<Page>(json, options)!;
        // {"total":250,"items":[{"id":1,"net":10.00,"tax":1.90},{"id":2,"net":100.00,"tax":20.00}]}
        // </drop-in>

        json.Should().Be(Examples.Output("drop-in")).And.Be(JsonSerializer.Serialize(page, JsonSerializerOptions.Web));
        same.Should().BeEquivalentTo(page);
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
        app.MapGet("/people", (DbDataSource database) =>
            Results.Extensions.Rows(database.CreateCommand("select id, name, joined from people order by id")));
        // [{"id":1,"name":"Ada","joined":"2024-05-01"},{"id":2,"name":"Linus","joined":null}]
        // </endpoint>

        using HttpClient client = await LoopbackServer.StartAsync(app);
        using HttpResponseMessage response = await client.GetAsync(new Uri("/people", UriKind.Relative));
        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
        (await response.Content.ReadAsStringAsync()).Should().Be(Examples.Output("endpoint"));
    }

    [PostgresFact]
    public async Task Example_reader_writesOneRowALine()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await ExecuteAsync(connection, "create temp table events as select * from (values "
            + "(1, '{\"clicks\": [3, 4]}'::jsonb), (2, null)) as event(id, payload)");
        DbDataSource database = new SingleConnection(connection);

        // <reader>
        var lines = new JsonRowOptions { Format = JsonRowFormat.Lines }; // make one, keep it: it owns the encoded names
        await using DbCommand command = database.CreateCommand("select id, payload from events order by id");
        JsonRowResult result = await JsonRows.From(command).WriteToFileAsync("events.jsonl", lines);
        // {"id":1,"payload":{"clicks":[3,4]}}
        // {"id":2,"payload":null}
        // </reader>

        string text = await File.ReadAllTextAsync("events.jsonl");
        File.Delete("events.jsonl");
        text.Should().Be(Examples.Output("reader") + "\n");
        ((object)result).Should().Be(new JsonRowResult { Rows = 2, Bytes = text.Length, IsComplete = true });
    }

    [Fact]
    public void Readme_codeBlocks_areTheExamples() => CodeExamples.Blocks("README.md").Should().Equal(Examples.All);

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
