using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Logging;
using Npgsql;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>A client that leaves in the middle of a query of PostgreSQL: the query ends in the server as well.</summary>
public sealed class PostgresAbortTests(PostgresAbortTests.Server server) : IClassFixture<PostgresAbortTests.Server>
{
    /// <summary>Rows as they are produced: to read the rest of them would take hours.</summary>
    private const string Endless = "select generate_series(1, 1000000000000) as number, 'some text' as text";

    [PostgresTheory]
    [Trait("Speed", "Slow")]
    [InlineData("/result", false)]
    [InlineData("/result", true)]
    [InlineData("/command", false)]
    [InlineData("/command", true)]
    [InlineData("/sequence", false)]
    [InlineData("/sequence", true)]
    [InlineData("/source", false)]
    [InlineData("/source", true)]
    [InlineData("/source/result", false)]
    [InlineData("/source/result", true)]
    public async Task Rows_clientLeaves_endTheQuery(string path, bool http2)
    {
        string application = $"rows{path.Replace('/', '-')}-{http2}";
        var query = new Query(server, application);
        await using Service service = await Service.StartAsync(app =>
        {
            RouteGroupBuilder group = app.MapGroup("").WithRowJson();
            group.MapGet("/result", query.ResultAsync);
            group.MapGet("/command", query.CommandResultAsync);
            group.MapGet("/sequence", query.RowsAsync);
            group.MapGet("/source", query.SourceCommandResult);
            group.MapGet("/source/result", query.SourceResultAsync);
        });

        using (HttpResponseMessage response = await service.Client(http2).GetAsync(path, HttpCompletionOption.ResponseHeadersRead))
        {
            Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[1000]);
            (await server.CountActiveAsync(application)).Should().Be(1);
        }

        await server.WaitUntilIdleAsync(application);
        if (query.Connection is { } connection)
        {
            await query.Released.Task.WaitAsync(TimeSpan.FromSeconds(60));
            (query.Reader?.IsClosed).Should().NotBe(false);
            connection.State.Should().Be(System.Data.ConnectionState.Closed);
        }
        service.Logs.Entries.Should().NotContain(entry => entry.Level >= LogLevel.Warning);
    }

    private sealed class Query(Server server, string application)
    {
        public TaskCompletionSource Released { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public NpgsqlConnection? Connection { get; private set; }

        public NpgsqlDataReader? Reader { get; private set; }

        public async Task<IResult> ResultAsync()
        {
            NpgsqlCommand command = await ExecuteAsync(default);
            return Results.Extensions.Rows(Reader!).Disposing(Reader!, command, Connection!);
        }

        public async Task<IResult> CommandResultAsync() =>
            Results.Extensions.Rows(await CreateCommandAsync(), behavior: System.Data.CommandBehavior.CloseConnection);

        public async IAsyncEnumerable<Row> RowsAsync(
            [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
        {
            NpgsqlCommand command = await ExecuteAsync(cancellationToken);
            try
            {
                while (await Reader!.ReadAsync(cancellationToken)) yield return new Row(Reader.GetInt64(0), Reader.GetString(1));
            }
            finally
            {
                // As docs/aspnetcore.md has it: a reader that closes early reads what is left, unless its command is cancelled.
                command.Cancel();
                await Reader!.DisposeAsync();
                await command.DisposeAsync();
                await Connection!.DisposeAsync();
            }
        }

        /// <summary>The second example of README.md. The connection is the command's own.</summary>
        public RowsHttpResult SourceCommandResult() => Results.Extensions.Rows(CreateSourceCommand());

        public async Task<IResult> SourceResultAsync()
        {
            NpgsqlCommand command = CreateSourceCommand();
            NpgsqlDataReader reader = await command.ExecuteReaderAsync();
            return Results.Extensions.Rows(reader).Disposing(reader, command);
        }

        private NpgsqlCommand CreateSourceCommand() => server.CreateSource($"Application Name={application}").CreateCommand(Endless);

        private async Task<NpgsqlCommand> ExecuteAsync(CancellationToken cancellationToken)
        {
            NpgsqlCommand command = await CreateCommandAsync();
            Reader = await command.ExecuteReaderAsync(cancellationToken);
            return command;
        }

        private async Task<NpgsqlCommand> CreateCommandAsync()
        {
            Connection = await server.OpenAsync($"Application Name={application}");
            Connection.StateChange += (_, change) =>
            {
                if (change.CurrentState == System.Data.ConnectionState.Closed) Released.TrySetResult();
            };
            return new NpgsqlCommand(Endless, Connection);
        }
    }

    public sealed record Row(long Number, string Text);

    public sealed class Server : PostgresServer, IAsyncLifetime
    {
        public async Task<long> CountActiveAsync(string application)
        {
            await using NpgsqlConnection connection = await OpenAsync();
            await using var command = new NpgsqlCommand(
                "select count(*) from pg_stat_activity where application_name = $1 and state = 'active'", connection);
            command.Parameters.Add(new NpgsqlParameter { Value = application });
            return (long)(await command.ExecuteScalarAsync())!;
        }

        public async Task WaitUntilIdleAsync(string application)
        {
            var watch = Stopwatch.StartNew();
            while (await CountActiveAsync(application) > 0)
            {
                if (watch.Elapsed > TimeSpan.FromSeconds(60)) throw new TimeoutException($"The query of {application} is still active.");
                await Task.Delay(20);
            }
        }
    }

    private sealed class PostgresTheoryAttribute : TheoryAttribute
    {
        public PostgresTheoryAttribute() => Skip = PostgresServer.SkipReason;
    }
}
