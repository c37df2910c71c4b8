using System.Net;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using RowJson.LoadServer;

// Endpoints /<source>/<way>/<rows>. The first lines of the output are the addresses for HTTP/1.1 and for HTTP/2.
WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http1);
    kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
});
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, LoadContext.Default));
WebApplication app = builder.Build();

foreach (int rows in new[] { 10, 1_000, 10_000, 100_000 })
{
    var lazy = new Lazy<LoadData>(() => new LoadData(rows));
    void Map(string path, Func<LoadData, IResult> result) => app.MapGet($"/{path}/{rows}", IResult () => result(lazy.Value));
    void MapByHand(string source, Func<HttpResponse, LoadData, Task> write) =>
        app.MapGet($"/{source}/by-hand/{rows}", (HttpResponse response) => write(response, lazy.Value));

    Map("dictionaries/rowjson", data => Results.Extensions.Rows(data.Dictionaries));
    Map("dictionaries/framework", data => TypedResults.Ok(data.Dictionaries));
    MapByHand("dictionaries", (response, data) => HandWritten.WriteDictionariesAsync(response, data.Dictionaries));

    Map("objects/rowjson", data => Results.Extensions.Rows(data.Objects));
    Map("objects/framework", data => TypedResults.Ok(data.Objects));
    MapByHand("objects", (response, data) => HandWritten.WriteObjectsAsync(response, data.Objects));

    Map("async/rowjson", data => Results.Extensions.Rows(data.StreamAsync()));
    Map("async/framework", data => TypedResults.Ok(data.StreamAsync()));

    // The framework does not write readers: its way is a list of objects.
    Map("reader/rowjson", data => Results.Extensions.Rows(new LoadReader(data.Objects)));
    Map("reader/framework", data => TypedResults.Ok(ReadAll(new LoadReader(data.Objects))));
    MapByHand("reader", (response, data) => HandWritten.WriteReaderAsync(response, new LoadReader(data.Objects)));

    Map("document/rowjson", data => Results.Extensions.Rows(data.Document));
    Map("document/framework", data => TypedResults.Ok(data.Document.RootElement));
    MapByHand("document", (response, data) => HandWritten.WriteDocumentAsync(response, data.Document.RootElement));
}
app.MapGet("/counters", () => $"{GC.GetTotalAllocatedBytes(precise: true)} {Environment.CpuUsage.TotalTime.TotalMicroseconds:F0}");

await app.StartAsync();
foreach (string address in app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses)
    Console.WriteLine(address);
await app.WaitForShutdownAsync();

static List<LoadRow> ReadAll(LoadReader reader)
{
    var rows = new List<LoadRow>();
    while (reader.Read())
    {
        rows.Add(new LoadRow
        {
            Id = reader.GetInt32(0),
            Name = reader.GetString(1),
            City = reader.GetString(2),
            Carrier = reader.GetString(3),
            Departure = reader.GetDateTime(4),
            Delay = reader.IsDBNull(5) ? null : reader.GetInt32(5),
            Distance = reader.GetInt32(6),
            Fare = reader.GetDouble(7),
            Weight = reader.GetDouble(8),
            IsCancelled = reader.GetBoolean(9),
        });
    }
    return rows;
}
