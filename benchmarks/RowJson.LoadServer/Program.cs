using System.Net;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.EntityFrameworkCore;
using RowJson;
using RowJson.LoadServer;
using RowJson.Npgsql;
using RowJson.Sqlite;

// Endpoints /<source>/<way>/<rows>; /ways lists them. The first lines of the output are the addresses for HTTP/1.1 and for HTTP/2.
// Ways: framework, by-hand (a loop over a Utf8JsonWriter), rowjson (Results.Extensions.Rows), with-rowjson (the framework's endpoints in
// a group with WithRowJson). A suffix says what the handler returns, where it is not TypedResults.Ok.
WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http1);
    kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
});
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, LoadContext.Default));
int[] sizes = [10, 1_000, 10_000, 50_000, 100_000];
using var databases = new LoadDatabases(sizes[^1]);
builder.Services.AddDbContextPool<SqliteQueries>(databases.UseSqlite);
builder.Services.AddDbContextPool<PostgresQueries>(databases.UsePostgres);
WebApplication app = builder.Build();

var ways = new List<string>();
RouteGroupBuilder withRowJson = app.MapGroup("").WithRowJson();
Dictionary<int, Lazy<LoadData>> rowsOf = sizes.ToDictionary(rows => rows, rows => new Lazy<LoadData>(() => new LoadData(rows)));

MapUnchanged("dictionaries", "", data => TypedResults.Ok(data.Dictionaries));
MapByHand("dictionaries", (response, data) => HandWritten.WriteDictionariesAsync(response, data.Dictionaries));
MapRows("dictionaries", data => Results.Extensions.Rows(data.Dictionaries));

MapUnchanged("objects", "", data => TypedResults.Ok(data.Objects));
MapUnchanged("objects", "-as-they-are", data => data.Objects);
MapUnchanged("objects", "-json", data => Results.Json(data.Objects));
MapByHand("objects", (response, data) => HandWritten.WriteObjectsAsync(response, data.Objects));
MapRows("objects", data => Results.Extensions.Rows(data.Objects));

MapUnchanged("async", "", data => TypedResults.Ok(data.StreamAsync()));
MapRows("async", data => Results.Extensions.Rows(data.StreamAsync()));

// The framework does not write readers: its ways are a list of objects, or one object after the other.
Map("reader", "framework", app, data => TypedResults.Ok(ReaderRows.ReadAll(new LoadReader(data.Objects))));
Map("reader", "framework-async", app, data => TypedResults.Ok(ReaderRows.ReadAsync(new LoadReader(data.Objects))));
MapByHand("reader", (response, data) => HandWritten.WriteReaderAsync(response, new LoadReader(data.Objects)));
MapRows("reader", data => Results.Extensions.Rows(new LoadReader(data.Objects)));

MapUnchanged("document", "", data => TypedResults.Ok(data.Document.RootElement));
MapByHand("document", (response, data) => HandWritten.WriteDocumentAsync(response, data.Document.RootElement));
MapRows("document", data => Results.Extensions.Rows(JsonRows.From(data.Document)));

// Queries of Entity Framework Core: a list, a sequence, the reader's columns, and what the provider's package reads of them.
// Columns are read where contracts are not those of a JsonSerializerContext.
JsonRowOptions plain = JsonRowOptions.Web;
var withPackage = new JsonRowOptions(plain) { RowReaders = [SqliteRowReader.Instance, NpgsqlRowReader.Instance] };
MapQueries<SqliteQueries>("ef-sqlite");
if (LoadDatabases.HasPostgres) MapQueries<PostgresQueries>("ef-postgres");

app.MapGet("/ways", () => string.Join('\n', ways));
app.MapGet("/empty", () => { });
app.MapGet("/counters", () => $"{GC.GetTotalAllocatedBytes(precise: true)} {Environment.CpuUsage.TotalTime.TotalMicroseconds:F0}");

await app.StartAsync();
foreach (string address in app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses)
    Console.WriteLine(address);
await app.WaitForShutdownAsync();

void MapUnchanged<T>(string source, string suffix, Func<LoadData, T> result)
{
    Map(source, $"framework{suffix}", app, result);
    Map(source, $"with-rowjson{suffix}", withRowJson, result);
}

void MapQueries<TContext>(string source) where TContext : LoadQueries
{
    ways.Add($"{source} framework");
    foreach (int rows in sizes)
        app.MapGet($"/{source}/framework/{rows}", async (TContext context) => TypedResults.Ok(await context.Project(rows).ToListAsync()));
    MapQuery<TContext>(source, "framework-async", (context, rows) => TypedResults.Ok(context.Project(rows).AsAsyncEnumerable()));
    MapQuery<TContext>(source, "rowjson", (context, rows) => Results.Extensions.Rows(context.Project(rows).AsJsonRows(), plain));
    MapQuery<TContext>(source, "rowjson-package", (context, rows) => Results.Extensions.Rows(context.Project(rows).AsJsonRows(), withPackage));
    MapQuery<TContext>(source, "rowjson-entities", (context, rows) => Results.Extensions.Rows(context.First(rows).AsJsonRows()));
}

void MapQuery<TContext>(string source, string way, Func<TContext, int, IResult> result) where TContext : LoadQueries
{
    ways.Add($"{source} {way}");
    foreach (int rows in sizes) app.MapGet($"/{source}/{way}/{rows}", IResult (TContext context) => result(context, rows));
}

void MapRows(string source, Func<LoadData, IResult> result) => Map(source, "rowjson", app, result);

void Map<T>(string source, string way, IEndpointRouteBuilder endpoints, Func<LoadData, T> result)
{
    ways.Add($"{source} {way}");
    foreach (int rows in sizes) endpoints.MapGet($"/{source}/{way}/{rows}", T () => result(rowsOf[rows].Value));
}

void MapByHand(string source, Func<HttpResponse, LoadData, Task> write)
{
    ways.Add($"{source} by-hand");
    foreach (int rows in sizes) app.MapGet($"/{source}/by-hand/{rows}", (HttpResponse response) => write(response, rowsOf[rows].Value));
}
