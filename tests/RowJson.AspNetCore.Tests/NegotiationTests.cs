using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

public sealed class NegotiationTests
{
    /// <summary>Accept header, content type without 406, and whether a strict application answers.</summary>
    public static TheoryData<string?, string, bool> Cases => new()
    {
        { null, "application/json", true },
        { "", "application/json", true },
        { "*/*", "application/json", true },
        { "application/*", "application/json", true },
        { "application/json", "application/json", true },
        { "APPLICATION/JSON", "application/json", true },
        { "application/json; charset=utf-8", "application/json", true },
        { "application/jsonl", "application/jsonl", true },
        { "application/x-ndjson", "application/x-ndjson", true },
        { "application/ndjson", "application/ndjson", true },
        { "application/jsonlines", "application/jsonlines", true },
        { "application/x-jsonlines", "application/x-jsonlines", true },
        { "application/json-seq", "application/json-seq", true },
        { "application/jsonl, */*", "application/jsonl", true },
        { "application/jsonl, */*;q=0.8", "application/jsonl", true },
        { "application/jsonl;q=0.5, application/json", "application/json", true },
        { "application/jsonl;q=0.5, application/json;q=0.4", "application/jsonl", true },
        { "application/jsonl, application/json", "application/jsonl", true },
        { "application/json, application/jsonl", "application/json", true },
        { "application/x-ndjson, application/jsonl", "application/x-ndjson", true },
        { "application/json;q=0, */*", "application/jsonl", true },
        { "application/json;q=0, application/*;q=0.2, application/json-seq;q=0.1", "application/jsonl", true },
        { "text/html, application/xhtml+xml, */*;q=0.8", "application/json", true },
        { "text/html", "application/json", false },
        { "application/xml, text/json", "application/json", false },
        { "application/problem+json", "application/json", false },
        { "*/*;q=0", "application/json", false },
        { "application/json;q=0", "application/json", false },
        { "this is no media type", "application/json", true },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Rows_accept_getsItsMediaType(string? accept, string contentType, bool isAcceptable)
    {
        await using Service service = await StartAsync(isStrict: false);
        await using Service strict = await StartAsync(isStrict: true);

        (HttpResponseMessage response, string body) = await GetAsync(service, accept);
        (HttpResponseMessage strictResponse, string strictBody) = await GetAsync(strict, accept);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.MediaType.Should().Be(contentType);
        response.Headers.Vary.Should().Equal("Accept");
        body.Should().Be(Expected(contentType));
        strictResponse.StatusCode.Should().Be(isAcceptable ? HttpStatusCode.OK : HttpStatusCode.NotAcceptable);
        strictBody.Should().Be(isAcceptable ? body : "");
    }

    [Fact]
    public async Task Rows_ofAFormat_areNotNegotiated()
    {
        var lines = new JsonRowOptions { Format = JsonRowFormat.Lines };
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(3), lines)));

        (HttpResponseMessage response, string body) = await GetAsync(service, "application/json");

        response.Content.Headers.ContentType!.ToString().Should().Be("application/jsonl");
        response.Headers.Vary.Should().BeEmpty();
        body.Should().Be(Expected("application/jsonl"));
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, "application/json")]
    [InlineData(JsonRowFormat.CompactRows, "application/json; rows=arrays")]
    [InlineData(JsonRowFormat.CompactLines, "application/jsonl; rows=arrays")]
    [InlineData(JsonRowFormat.CompactColumns, "application/json; rows=columns")]
    public void ContentType_ofAFormat_isItsMediaType(JsonRowFormat format, string contentType) =>
        Results.Extensions.Rows(Rows.Orders(1), new JsonRowOptions { Format = format }).ContentType!
            .Replace("; charset=utf-8", "", StringComparison.Ordinal).Should().Be(contentType);

    [Theory]
    [InlineData("application/jsonl, application/json;q=0.1", "application/json", true)]
    [InlineData("application/jsonl", "application/json", false)]
    public async Task Rows_inAnEnvelope_areJsonOnly(string accept, string contentType, bool isAcceptable)
    {
        var envelope = new JsonRowEnvelope("items");
        foreach (bool isStrict in (bool[])[false, true])
        {
            await using Service service = await Service.StartAsync(
                app => app.MapGet("/", () => Results.Extensions.Rows(JsonRows.From(Rows.Orders(1)).InEnvelope(envelope))),
                builder => builder.Services.Configure<RowJsonHttpOptions>(options => options.ReturnNotAcceptable = isStrict));

            (HttpResponseMessage response, string body) = await GetAsync(service, accept);

            bool answers = isAcceptable || !isStrict;
            response.StatusCode.Should().Be(answers ? HttpStatusCode.OK : HttpStatusCode.NotAcceptable);
            if (answers) response.Content.Headers.ContentType!.MediaType.Should().Be(contentType);
            body.Should().StartWith(answers ? "{\"items\":[" : "");
        }
    }

    [Theory]
    [InlineData("application/json; rows=arrays", "application/json; charset=utf-8; rows=arrays", JsonRowFormat.CompactRows)]
    [InlineData("application/json;rows=\"Columns\"", "application/json; charset=utf-8; rows=columns", JsonRowFormat.CompactColumns)]
    [InlineData("application/json;rows=columns, application/json;q=0.9", "application/json; charset=utf-8; rows=columns", JsonRowFormat.CompactColumns)]
    [InlineData("application/json, application/json;rows=columns;q=0.9", "application/json; charset=utf-8", JsonRowFormat.Array)]
    [InlineData("application/jsonl;rows=arrays", "application/jsonl; rows=arrays", JsonRowFormat.CompactLines)]
    [InlineData("application/x-ndjson;rows=arrays", "application/x-ndjson; rows=arrays", JsonRowFormat.CompactLines)]
    [InlineData("application/jsonl;rows=columns", "application/jsonl", JsonRowFormat.Lines)]
    [InlineData("application/json;rows=others", "application/json; charset=utf-8", JsonRowFormat.Array)]
    [InlineData("application/json;q=0, */*", "application/jsonl", JsonRowFormat.Lines)]
    public async Task Rows_parameterRows_getsCompactOnes(string accept, string contentType, JsonRowFormat format)
    {
        await using Service service = await StartAsync(isStrict: true);

        (HttpResponseMessage response, string body) = await GetAsync(service, accept);

        response.Content.Headers.ContentType!.ToString().Should().Be(contentType);
        body.Should().Be(JsonRows.From(Rows.Orders(3)).ToJsonString(new JsonRowOptions(Rows.Options) { Format = format }));
    }

    [Fact]
    public async Task Rows_severalHeaders_countAsOne()
    {
        await using Service service = await StartAsync(isStrict: false);
        using var request = new HttpRequestMessage(HttpMethod.Get, "/");
        request.Headers.TryAddWithoutValidation("Accept", ["application/json;q=0.1", "application/json-seq"]);

        using HttpResponseMessage response = await service.Http1.SendAsync(request);

        response.Content.Headers.ContentType!.MediaType.Should().Be("application/json-seq");
    }

    [Fact]
    public async Task Rows_answerThatVariesAlready_variesByAcceptToo()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", (HttpResponse response) =>
        {
            response.Headers.Vary = "Origin";
            return Results.Extensions.Rows(Rows.Orders(1));
        }));

        (HttpResponseMessage response, _) = await GetAsync(service, "application/json");

        response.Headers.Vary.Should().Equal("Origin", "Accept");
    }

    private static Task<Service> StartAsync(bool isStrict) => Service.StartAsync(
        app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(3))),
        builder => builder.Services.Configure<RowJsonHttpOptions>(options => options.ReturnNotAcceptable = isStrict));

    private static async Task<(HttpResponseMessage Response, string Body)> GetAsync(Service service, string? accept)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/");
        if (accept is not null) request.Headers.TryAddWithoutValidation("Accept", accept);
        HttpResponseMessage response = await service.Http1.SendAsync(request);
        return (response, await response.Content.ReadAsStringAsync());
    }

    private static string Expected(string contentType)
    {
        IEnumerable<string> rows = Rows.Orders(3).Select(order => JsonSerializer.Serialize(order, Rows.Options));
        return contentType switch
        {
            "application/json" => $"[{string.Join(',', rows)}]",
            "application/json-seq" => string.Concat(rows.Select(row => $"\u001E{row}\n")),
            _ => string.Concat(rows.Select(row => $"{row}\n")),
        };
    }
}
