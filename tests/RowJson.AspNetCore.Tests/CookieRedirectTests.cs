using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Clients that are not signed in: results of rows answer as the framework's own results do, and as values with RowJson do.</summary>
public sealed class CookieRedirectTests
{
    private static readonly IReadOnlyDictionary<string, Delegate> Handlers = new Dictionary<string, Delegate>
    {
        ["ok"] = () => TypedResults.Ok(Rows.Orders(3)),
        ["list"] = () => Rows.Orders(3),
        ["rows"] = () => TypedResults.Extensions.Rows(JsonRows.From(Rows.Table(3))),
        ["rows-of-type"] = () => Results.Extensions.Rows(Rows.Orders(3)),
    };

    public static TheoryData<string> Names => [.. Handlers.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Endpoint_clientIsNotSignedIn_answers401(string name)
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseAuthentication();
                app.UseAuthorization();
                app.MapGet("/Account/Login", () => "Sign in");
                app.MapGroup("").WithRowJson().MapGet("/", Handlers[name]).RequireAuthorization();
            },
            builder =>
            {
                builder.Services.AddAuthentication("Cookies").AddCookie();
                builder.Services.AddAuthorization();
            });

        (await Exchange.GetAsync(service.Http1, "/")).Should().StartWith("401");
    }
}
