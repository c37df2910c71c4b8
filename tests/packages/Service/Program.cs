using RowJson;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Services.AddProblemDetails();
builder.Services.AddControllers().AddRowJson();
WebApplication app = builder.Build();
app.UseExceptionHandler();

app.MapGet("/rows", () => Results.Extensions.Rows(Orders(3)));
app.MapGet("/returned", () => JsonRows.From(Orders(3))).WithRowJson();
app.MapGet("/list", () => TypedResults.Ok(Orders(3).ToList())).WithRowJson();
app.MapGet("/fails-early", () => Results.Extensions.Rows(Failing(3)));
app.MapGet("/fails-late", () => Results.Extensions.Rows(Failing(100_000)));
app.MapControllers();

// A free port: the line on the console says which.
app.Run("http://127.0.0.1:0");

static IEnumerable<Order> Orders(int count) => Enumerable.Range(0, count).Select(i => new Order(i, $"Customer {i}"));

static IEnumerable<Order> Failing(int count)
{
    foreach (Order order in Orders(count)) yield return order;
    throw new TimeoutException("The database has gone.");
}

internal sealed record Order(int Id, string Customer);

internal static class NeverMapped
{
    public static void Map(IEndpointRouteBuilder app, System.Data.Common.DbCommand command)
    {
        app.MapGet("/rows", () => Results.Extensions.Rows(command));
        app.MapGet("/command", () => command); // ROWJSON002
    }
}

[Microsoft.AspNetCore.Mvc.Route("action")]
public sealed class OrdersController : Microsoft.AspNetCore.Mvc.ControllerBase
{
    [Microsoft.AspNetCore.Mvc.HttpGet]
    public List<Dictionary<string, object>> Get() => [new() { ["id"] = 1 }];
}
