using System.Data;
using System.Data.Common;
using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>The examples of docs/aspnetcore.md, compiled and run.</summary>
public sealed class AspNetCoreDocumentTests
{
    private static readonly string[] Document = ["docs", "aspnetcore.md"];

    private static readonly CodeExamples Examples = new("tests", "RowJson.AspNetCore.Tests", "AspNetCoreDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks(Document).Should().Equal(Examples.All);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Example_result_answersWithItsRowsAndReleasesItsConnection(bool fails)
    {
        await using var people = new PeopleSource();
        if (fails) await people.ExecuteAsync("alter table people rename column name to names");
        await using Service service = await Service.StartAsync(
            app =>
            {
                // <result>
                app.MapGet("/people", (DbDataSource database) =>
                    Results.Extensions.Rows(database.CreateCommand("select id, name from people order by id")));
                // [{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}]
                // </result>
            },
            builder => builder.Services.AddSingleton<DbDataSource>(people));

        string answer = await Exchange.GetAsync(service.Http1, "/people");

        if (fails) answer.Should().StartWith("500");
        else answer.Should().EndWith("\n\n" + Examples.Output("result"));
        people.Opened.Should().ContainSingle();
        // The response is complete for the client before the server has done with it.
        SpinWait.SpinUntil(() => people.Opened.All(it => it.State == ConnectionState.Closed), TimeSpan.FromSeconds(30));
        people.Opened.Should().OnlyContain(it => it.State == ConnectionState.Closed);
    }

    [Fact]
    public async Task Example_feed_answersByTheApplicationsOptions()
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                // <feed>
                var live = new JsonRowOptions { FlushInterval = TimeSpan.FromSeconds(1) };
                app.MapGet("/feed", (ISensor sensor) => Results.Extensions.Rows(sensor.ReadingsAsync(), live));
                // </feed>
            },
            builder => builder.Services.AddSingleton<ISensor, Sensor>());

        (await service.Http1.GetStringAsync("/feed")).Should().Be(
            JsonSerializer.Serialize(Rows.Orders(3), Rows.Options));
    }

    [Fact]
    public async Task Example_fields_answersWithTheColumnsThatAreNamed()
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                // <fields>
                var options = new JsonRowOptions { ColumnFilter = column => column.Name != "customer" }; // make one, keep it
                app.MapGet("/orders", (string? fields, OrderStore store) =>
                    Results.Extensions.Rows(store.All(), fields is null ? options : options.WithColumns(fields.Split(','))));
                // /orders?fields=id is [{"id":0},{"id":1}]
                // </fields>
            },
            builder => builder.Services.AddSingleton<OrderStore>());

        string all = await service.Http1.GetStringAsync("/orders");
        string some = await service.Http1.GetStringAsync("/orders?fields=id");
        string both = await service.Http1.GetStringAsync("/orders?fields=total,id");

        all.Should().Be(JsonSerializer.Serialize(Rows.Orders(2).Select(it => new { it.Id, it.Placed, it.Total }), Rows.Options));
        Examples.Output("fields").Should().Be($"/orders?fields=id is {some}");
        both.Should().StartWith("""[{"id":0,"total":""");
        foreach (string fields in (string[])["nope", "id,nope", "", "Id", "id, total", "customer", "id,customer"])
        {
            using HttpResponseMessage refused = await service.Http1.GetAsync($"/orders?fields={fields}");
            refused.StatusCode.Should().Be(HttpStatusCode.BadRequest, fields);
            refused.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
            (await refused.Content.ReadAsStringAsync()).Should().Contain("names in the output: id, placed, total.");
        }
    }

    [Fact]
    public async Task Example_group_answersAsWithoutRowJson()
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                // <group>
                RouteGroupBuilder api = app.MapGroup("/api").WithRowJson();
                api.MapGet("/orders", (OrderStore store) => TypedResults.Ok(store.All()));
                api.MapGet("/orders/page", (OrderStore store) => new { total = 2, orders = store.All() });
                api.MapGet("/status", () => TypedResults.Ok(new { ready = true })).WithoutRowJson();
                // </group>
            },
            builder => builder.Services.AddSingleton<OrderStore>());

        string orders = JsonSerializer.Serialize(Rows.Orders(2), Rows.Options);
        (await service.Http1.GetStringAsync("/api/orders")).Should().Be(orders);
        (await service.Http1.GetStringAsync("/api/orders/page")).Should().Be($"{{\"total\":2,\"orders\":{orders}}}");
        (await service.Http1.GetStringAsync("/api/status")).Should().Be("{\"ready\":true}");
    }

    [Fact]
    public async Task Example_controllers_answer()
    {
        await using Service service = await Service.StartAsync(app => app.MapControllers(), builder =>
        {
            // <controllers>
            builder.Services.AddControllers().AddRowJson();
            // </controllers>
            builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly);
        });

        string lines = await Exchange.GetAsync(service.Http1, "/List", "application/jsonl");
        lines.Should().StartWith("200\nContent-Type: application/jsonl\n");
    }

    /// <summary>A database in memory, and the connections to it that handlers have opened.</summary>
    private sealed class PeopleSource : DbDataSource
    {
        private readonly SqliteConnection _owner;

        public PeopleSource()
        {
            _owner = new SqliteConnection(ConnectionString);
            _owner.Open();
            ExecuteAsync("create table people(id integer, name text); insert into people values (1, 'Ada'), (2, 'Linus')").Wait();
        }

        public override string ConnectionString { get; } = $"Data Source={Guid.NewGuid():N};Mode=Memory;Cache=Shared";

        public List<DbConnection> Opened { get; } = [];

        public async Task ExecuteAsync(string sql)
        {
            await using SqliteCommand command = _owner.CreateCommand();
            command.CommandText = sql;
            await command.ExecuteNonQueryAsync();
        }

        protected override DbConnection CreateDbConnection()
        {
            var connection = new SqliteConnection(ConnectionString);
            Opened.Add(connection);
            return connection;
        }

        protected override async ValueTask DisposeAsyncCore()
        {
            await _owner.DisposeAsync();
            await base.DisposeAsyncCore();
        }
    }

    private interface ISensor
    {
        IAsyncEnumerable<Order> ReadingsAsync();
    }

    private sealed class Sensor : ISensor
    {
        public IAsyncEnumerable<Order> ReadingsAsync() => Rows.OrdersAsync(3);
    }

    private sealed class OrderStore
    {
        private readonly List<Order> _orders = Rows.Orders(2);

        public List<Order> All() => _orders;
    }
}
