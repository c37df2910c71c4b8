using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Endpoints and actions that are mapped to HEAD: headers and status codes are those of GET, as without RowJson.</summary>
public sealed class HeadTests
{
    [Theory]
    [InlineData("list")]
    [InlineData("page")]
    [InlineData("async")]
    [InlineData("failing")]
    [InlineData("long")]
    [InlineData("mvc")]
    public async Task Head_ofAValue_answersAsWithoutRowJson(string path)
    {
        foreach (bool hasTags in (bool[])[false, true])
        {
            await using Service plain = await StartAsync(withRowJson: false, hasTags);
            await using Service fast = await StartAsync(withRowJson: true, hasTags);
            string expected = await HeadAsync(plain, path);

            string actual = await HeadAsync(fast, path);

            actual.Should().Be(expected).And.StartWith(path == "failing" ? "500" : "200");
            if (hasTags && path == "list") expected.Should().Contain("ETag: \"").And.MatchRegex("Content-Length: [1-9]");
        }
    }

    private static async Task<string> HeadAsync(Service service, string path)
    {
        using HttpResponseMessage response = await service.Http1.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));
        IEnumerable<string> headers = response.Headers.Concat(response.Content.Headers)
            .Where(header => header.Key is not ("Date" or "Server" or "Vary"))
            .Select(header => $"{header.Key}: {string.Join(", ", header.Value)}").Order(StringComparer.Ordinal);
        return $"{(int)response.StatusCode}\n{string.Join('\n', headers)}";
    }

    private static Task<Service> StartAsync(bool withRowJson, bool hasTags) => Service.StartAsync(
        app =>
        {
            if (hasTags) app.Use(TagAsync);
            RouteGroupBuilder group = app.MapGroup("");
            if (withRowJson) group.WithRowJson();
            Map("list", () => Rows.Orders(3));
            Map("page", () => new { total = 3, rows = Rows.Orders(3) });
            Map("async", () => Rows.OrdersAsync(3));
            Map("failing", () => Rows.Orders(3).Select(order => order.Id < 2 ? order : throw new TimeoutException()));
            Map("long", () => Rows.Orders(3000));
            app.MapControllers();

            void Map(string pattern, Delegate handler) => group.MapMethods(pattern, ["GET", "HEAD"], handler);
        },
        builder =>
        {
            IMvcBuilder mvc = builder.Services.AddControllers().AddApplicationPart(typeof(HeadController).Assembly);
            if (withRowJson) mvc.AddRowJson();
        });

    /// <summary>What middleware for entity tags does: it looks at the body.</summary>
    private static async Task TagAsync(HttpContext context, Func<Task> next)
    {
        Stream server = context.Response.Body;
        using var buffer = new MemoryStream();
        context.Response.Body = buffer;
        try
        {
            await next();
            await context.Response.BodyWriter.FlushAsync();
        }
        finally
        {
            context.Response.Body = server;
        }
        context.Response.Headers.ETag = $"\"{Convert.ToHexString(SHA256.HashData(buffer.ToArray()))}\"";
        context.Response.ContentLength = buffer.Length;
        await server.WriteAsync(buffer.ToArray());
    }
}

/// <summary>An action for HEAD.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
public sealed class HeadController : ControllerBase
{
    [AcceptVerbs("GET", "HEAD", Route = "mvc")]
    public List<Order> Get() => Rows.Orders(3);
}
