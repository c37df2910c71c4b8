using System.Data.Common;
using System.Net;
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

    /// <summary>The first block is the program: tests/RowJson.Callers.CSharp compiles and runs it.</summary>
    [Fact]
    public void Readme_codeBlocks_areTheExamples() => CodeExamples.Blocks("README.md").Skip(1).Should().Equal(Examples.All);

    [Fact]
    public void Readme_length_isThatOfAFrontPage() =>
        File.ReadLines(RepositoryFolder.Combine("README.md")).Count().Should().BeLessThanOrEqualTo(100);

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
