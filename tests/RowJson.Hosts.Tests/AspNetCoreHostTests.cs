using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.Hosts.Tests;

/// <summary>ASP.NET Core with <see cref="RowJsonOptionsExtensions.AddRowJson"/> in its own options answers as it does without.</summary>
public class AspNetCoreHostTests
{
    private static readonly string[] Bodies =
    [
        HostOptions.Text, "{}", "null", "", "[]", """{"rows":null}""", """{"rows":[{"id":"x"}]}""", """{"rows":[{"id":1},]}""", """{"rows":[{"kind":"no"}""",
    ];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ConfigureHttpJsonOptions_bothDirections_answersAsBefore(bool hasConverters)
    {
        await using RunningHost plain = await StartAsync(isOurs: false), ours = await StartAsync(isOurs: true);
        foreach (string body in Bodies) (await ours.PostAsync("page", body)).Should().Be(await plain.PostAsync("page", body));
        (await ours.Client.GetStringAsync("openapi/v1.json")).Replace(Port(ours), "", StringComparison.Ordinal)
            .Should().Be((await plain.Client.GetStringAsync("openapi/v1.json")).Replace(Port(plain), "", StringComparison.Ordinal));

        static string Port(RunningHost host) => host.Client.BaseAddress!.Port.ToString(System.Globalization.CultureInfo.InvariantCulture);
        Task<RunningHost> StartAsync(bool isOurs) => RunningHost.StartAsync(
            builder =>
            {
                builder.Services.AddOpenApi();
                if (hasConverters)
                    builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.Converters.Add(new JsonStringEnumConverter()));
                if (isOurs) builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.AddRowJson());
            },
            application =>
            {
                application.MapOpenApi();
                application.MapPost("/page", (HostPage? page) => TypedResults.Ok(page));
            });
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task AddJsonOptions_bothDirections_answersAsBefore(bool hasConverters)
    {
        await using RunningHost plain = await StartAsync(isOurs: false), ours = await StartAsync(isOurs: true);
        foreach (string body in Bodies)
        {
            (int status, string text) = await ours.PostAsync("mvc", body);
            (int expectedStatus, string expected) = await plain.PostAsync("mvc", body);
            status.Should().Be(expectedStatus, body);
            WithoutTrace(text).Should().Be(WithoutTrace(expected), body);
        }

        static string WithoutTrace(string text)
        {
            int trace = text.IndexOf("\"traceId\"", StringComparison.Ordinal);
            return trace < 0 ? text : text[..trace];
        }

        Task<RunningHost> StartAsync(bool isOurs) => RunningHost.StartAsync(
            builder =>
            {
                IMvcBuilder mvc = builder.Services.AddControllers().AddApplicationPart(typeof(HostController).Assembly);
                if (hasConverters) mvc.AddJsonOptions(json => json.JsonSerializerOptions.Converters.Add(new JsonStringEnumConverter()));
                if (isOurs) mvc.AddJsonOptions(json => json.JsonSerializerOptions.AddRowJson());
            },
            application => application.MapControllers());
    }
}

/// <summary>Answers with what it gets.</summary>
[ApiController]
[Route("mvc")]
public sealed class HostController : ControllerBase
{
    [HttpPost]
    public ActionResult<HostPage> Post([FromBody] HostPage page) => page;
}
