using System.Security.Cryptography;
using System.Text.Json.Serialization.Metadata;
using RowJson;
using RowJson.NativeAot.Web;

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, OrderContext.Default));
await using WebApplication app = builder.Build();

List<Order> orders = [.. Enumerable.Range(0, 500).Select(index => new Order(index, $"Zoë <{index}>", index / 8.0, index % 3 == 0 ? null : "x"))];
List<Dictionary<string, object?>> rows =
    [.. orders.Select(order => new Dictionary<string, object?> { ["id"] = order.Id, ["customer"] = order.Customer, ["price"] = order.Price })];

// The generator of endpoints does not see what that of contracts makes: their types are said here.
JsonTypeInfo<List<Order>> listInfo = OrderContext.Default.ListOrder;
JsonTypeInfo<Order> orderInfo = OrderContext.Default.Order;

// What the framework writes, and under the same name what RowJson does.
app.MapGet("/framework/list", () => orders);
app.MapGet("/framework/dictionaries", () => rows);
app.MapGet("/framework/ok", () => TypedResults.Ok(orders));
app.MapGet("/framework/json", () => TypedResults.Json(orders, listInfo));
app.MapGet("/framework/page", () => new OrderPage("a page", orders));
RouteGroupBuilder fast = app.MapGroup("/rowjson").WithRowJson();
fast.MapGet("list", () => orders);
fast.MapGet("dictionaries", () => rows);
fast.MapGet("ok", () => TypedResults.Ok(orders));
fast.MapGet("json", () => TypedResults.Json(orders, listInfo));
fast.MapGet("page", () => new OrderPage("a page", orders));
// Results of RowJson's own.
app.MapGet("/results/list", () => Results.Extensions.Rows(orders));
app.MapGet("/results/dictionaries", () => Results.Extensions.Rows(rows));
app.MapGet("/results/contract", () => Results.Extensions.Rows(JsonRows.From(orders, orderInfo)));
app.MapGet("/results/sequence", () => Results.Extensions.Rows(JsonRows.From(orders.ToAsyncEnumerable(), orderInfo)));
await app.StartAsync();

using var client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
(string Path, string Same)[] answers =
[
    ("rowjson/list", "list"), ("rowjson/dictionaries", "dictionaries"), ("rowjson/ok", "ok"), ("rowjson/json", "json"), ("rowjson/page", "page"),
    ("results/list", "list"), ("results/dictionaries", "dictionaries"), ("results/contract", "list"), ("results/sequence", "list"),
];
if (args is ["--ratio"])
{
    await Ratio.PrintAsync(app, answers);
    return 0;
}
// So many requests that some come after columns are made.
const int Requests = 8;
foreach ((string path, string same) in answers.SelectMany(answer => Enumerable.Repeat(answer, Requests)))
{
    byte[] expected = await client.GetByteArrayAsync(new Uri($"framework/{same}", UriKind.Relative));
    byte[] answer = await client.GetByteArrayAsync(new Uri(path, UriKind.Relative));
    Console.WriteLine($"{path}: {answer.Length} bytes, {Convert.ToHexString(SHA256.HashData(answer))}");
    if (answer.AsSpan().SequenceEqual(expected)) continue;
    Console.Error.WriteLine($"{path}: the framework writes other bytes from {expected.AsSpan().CommonPrefixLength(answer)} on.");
    return 1;
}
await app.StopAsync();
return 0;
