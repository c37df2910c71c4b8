using System.Buffers;
using System.Net.Http;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

// Runs each example of README.md, in the order of the document, and compares what it writes with the comment at its end.
int failures = 0;
foreach ((string expected, Func<Task> run) in Examples.All)
{
    Surroundings.Reset();
    await run();
    string actual = Surroundings.Output;
    if (actual == expected) continue;
    Console.Error.WriteLine($"expected:\n{expected}\nactual:\n{actual}");
    failures++;
}
Console.WriteLine($"{Examples.All.Length} examples of README.md, {failures} failed");
return failures;

/// <summary>What the examples take as given.</summary>
internal abstract class Surroundings
{
    protected static readonly CancellationToken cancellationToken = CancellationToken.None;
    protected static readonly System.Data.Common.DbDataSource database = new PeopleSource();
    protected static MemoryStream stream = new();
    protected static MemoryStream file = stream;
    protected static WebApplication app = null!;

    public static string Output { get; private set; } = "";

    public static void Reset()
    {
        Output = "";
        stream = file = new MemoryStream();
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton(database);
        app = builder.Build();
    }

    protected static Task ShowAsync(string json)
    {
        Output = json;
        return Task.CompletedTask;
    }

    protected static Task ShowAsync(ArrayBufferWriter<byte> buffer) => ShowAsync(Encoding.UTF8.GetString(buffer.WrittenSpan));

    protected static Task ShowAsync(MemoryStream written) => ShowAsync(Encoding.UTF8.GetString(written.ToArray()).TrimEnd('\n'));

    /// <summary>Asks the endpoint.</summary>
    protected static async Task ShowAsync(WebApplication application)
    {
        await application.StartAsync();
        using var client = new HttpClient { BaseAddress = new Uri(application.Urls.Single()) };
        Output = await client.GetStringAsync(new Uri("/people", UriKind.Relative));
        await application.DisposeAsync();
    }
}
