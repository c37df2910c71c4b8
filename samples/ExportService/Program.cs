using ExportService.Diagnostics;
using ExportService.Endpoints;
using ExportService.Flights;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
if (string.IsNullOrEmpty(builder.Configuration[WebHostDefaults.ServerUrlsKey])) builder.WebHost.UseUrls("http://127.0.0.1:5080");

builder.Services.AddProblemDetails(options => options.CustomizeProblemDetails = ParameterNames.Use);
// As in development: the exception names the parameter that is refused.
builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
builder.Services.AddValidation();
builder.Services.AddOpenApi();
builder.Services.AddHttpClient();
builder.Services.AddFlights(builder.Configuration);
builder.Services.AddDiagnostics();

WebApplication app = builder.Build();
app.Services.GetRequiredService<ResponseTotals>(); // counts from the first response on

// A failure before the first byte is an answer with problem details. After the first byte the connection is aborted.
app.UseExceptionHandler(new ExceptionHandlerOptions
{
    StatusCodeSelector = exception => (exception as BadHttpRequestException)?.StatusCode ?? StatusCodes.Status500InternalServerError,
    SuppressDiagnosticsCallback = failure => failure.Exception is BadHttpRequestException, // the client's, and no error of the service
});
app.UseStatusCodePages();
app.UsePageFiles();

app.MapOpenApi();
RouteGroupBuilder api = app.MapGroup("/api");
api.MapStatus();
api.MapAirports();
api.MapFeed();
api.MapMemoryComparison();
api.MapBulk();

RouteGroupBuilder flights = api.MapGroup("/").AddEndpointFilter<FlightsReadyFilter>();
flights.MapReader();
flights.MapDapper();
flights.MapEntityFramework();
flights.MapPages();
flights.MapComparison();
flights.MapSend();

app.Run();
