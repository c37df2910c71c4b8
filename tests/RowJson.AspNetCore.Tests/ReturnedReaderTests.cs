using System.Data.Common;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Data.Sqlite;

namespace RowJson.AspNetCore.Tests;

/// <summary>A handler under <c>WithRowJson</c> returns a reader or a command: their rows are the answer, and they are disposed of.</summary>
public sealed class ReturnedReaderTests
{
    private const string Sql = "select 1 as id, 'Ada' as name union all select 2, null";
    private const string Json = """[{"id":1,"name":"Ada"},{"id":2,"name":null}]""";

    public static TheoryData<string> Handlers => ["reader", "task", "object", "command"];

    [Theory]
    [MemberData(nameof(Handlers))]
    public async Task Handler_readerOrCommand_answersWithItsRows(string handler)
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        DbDataReader? opened = null;
        await using Service service = await Service.StartAsync(app => app.MapGet("/", Handler(handler, Open, Command)).WithRowJson());

        (await Exchange.GetAsync(service.Http1, "/")).Should().StartWith("200").And.EndWith(Json);
        if (opened is not null) opened.IsClosed.Should().BeTrue();

        DbDataReader Open() => opened = Command().ExecuteReader();

        DbCommand Command() => new SqliteCommand(Sql, connection);
    }

    [Fact]
    public async Task MapGroup_ofTheWholeApplication_takesOverItsEndpoints()
    {
        await using var connection = new SqliteConnection("Data Source=:memory:");
        await connection.OpenAsync();
        await using Service service = await Service.StartAsync(app =>
        {
            RouteGroupBuilder all = app.MapGroup("").WithRowJson();
            all.MapGet("/", () => new SqliteCommand(Sql, connection));
        });

        (await Exchange.GetAsync(service.Http1, "/")).Should().EndWith(Json);
    }

    private static Delegate Handler(string name, Func<DbDataReader> open, Func<DbCommand> command) => name switch
    {
        "reader" => () => open(),
        "task" => () => Task.FromResult(open()),
        "object" => object () => open(),
        _ => () => command(),
    };
}
