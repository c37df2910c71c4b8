using System.Data.Common;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

/// <summary>A handler disposes of a reader that it answers with: the rows are read after the handler has returned.</summary>
public sealed class ClosedReaderTests
{
    private static readonly Dictionary<string, Delegate> Made = new()
    {
        ["using"] = () =>
        {
            using SqliteDataReader reader = new SqliteCommand("select 1 as id", Open()).ExecuteReader();
            return Results.Extensions.Rows(reader);
        },
        ["await using"] = async () =>
        {
            await using SqliteDataReader reader = await new SqliteCommand("select 1 as id", Open()).ExecuteReaderAsync();
            return Results.Extensions.Rows(reader);
        },
        ["connection"] = () =>
        {
            using SqliteConnection connection = Open();
            return Results.Extensions.Rows(new SqliteCommand("select 1 as id", connection).ExecuteReader());
        },
        ["with options"] = () =>
        {
            using SqliteDataReader reader = new SqliteCommand("select 1 as id", Open()).ExecuteReader();
            return Results.Extensions.Rows(reader, new JsonRowOptions { Format = JsonRowFormat.Lines });
        },
        ["reader"] = () =>
        {
            using SqliteDataReader reader = new SqliteCommand("select 1 as id", Open()).ExecuteReader();
            return reader;
        },
    };

    public static TheoryData<string> Handlers => [.. Made.Keys];

    [Theory]
    [MemberData(nameof(Handlers))]
    public async Task Reader_isClosedByTheHandler_saysWhoDisposesOfIt(string handler)
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", Made[handler]).WithRowJson());

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        (await response.Content.ReadAsStringAsync()).Should().BeEmpty();
        LogEntry error = service.Logs.Entries.Should().ContainSingle(it => it.Level == LogLevel.Error).Subject;
        JsonRowException exception = error.Exception.Should().BeOfType<JsonRowException>().Subject;
        exception.Stage.Should().Be(JsonRowStage.Source);
        exception.RowIndex.Should().Be(0);
        exception.Message.Should().StartWith("The reader is closed: a result is written after the handler has returned.")
            .And.Contain("(using, await using)").And.Contain("Results.Extensions.Rows(reader).Disposing(reader, command, connection)");
    }

    [Fact]
    public async Task Reader_isDisposedOfByTheResult_answersWithItsRows()
    {
        DbDataReader? given = null;
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () =>
        {
            SqliteConnection connection = Open();
            var command = new SqliteCommand("select 1 as id", connection);
            given = command.ExecuteReader();
            return Results.Extensions.Rows(given).Disposing(given, command, connection);
        }));

        (await service.Http1.GetStringAsync("/")).Should().Be("""[{"id":1}]""");
        given!.IsClosed.Should().BeTrue();
    }

    [Fact]
    public async Task Result_ofAReader_isExecutedOnce()
    {
        using SqliteConnection connection = Open();
        using SqliteDataReader reader = new SqliteCommand("select 1 as id", connection).ExecuteReader();
        RowsHttpResult result = Results.Extensions.Rows(reader);
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => result));

        (await service.Http1.GetStringAsync("/")).Should().Be("""[{"id":1}]""");
        using HttpResponseMessage second = await service.Http1.GetAsync("/");

        second.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        service.Logs.Entries.Should().ContainSingle(it => it.Level == LogLevel.Error)
            .Which.Exception!.Message.Should().StartWith("The rows of a reader can be written once");
    }

    private static SqliteConnection Open()
    {
        var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        return connection;
    }
}
