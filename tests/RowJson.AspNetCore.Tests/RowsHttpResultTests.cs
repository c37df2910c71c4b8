using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

public sealed class RowsHttpResultTests
{
    private static readonly JsonSerializerOptions Snakes =
        new(Rows.Options) { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper };

    private static readonly string OrdersJson = JsonSerializer.Serialize(Rows.Orders(1000), Rows.Options);

    public static TheoryData<string> Sources => ["list", "array", "sequence", "async", "dictionaries", "document", "element", "node", "table"];

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Rows_everySource_hasTheSerializersBytes(string source)
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => ResultOf(source)));

        foreach (bool http2 in (bool[])[false, true])
        {
            using HttpResponseMessage response = await service.Client(http2).GetAsync("/");

            response.StatusCode.Should().Be(HttpStatusCode.OK);
            response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
            (await response.Content.ReadAsStringAsync()).Should().Be(ExpectedOf(source), source);
        }
    }

    [Fact]
    public async Task Rows_applicationsOptions_hold()
    {
        var feed = new JsonRowOptions { FlushInterval = TimeSpan.FromSeconds(1) };
        var own = new JsonRowOptions(new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.KebabCaseUpper });
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.MapGet("/plain", () => Results.Extensions.Rows(Rows.Orders(2)));
                app.MapGet("/feed", () => TypedResults.Extensions.Rows(Rows.Orders(2), feed));
                app.MapGet("/own", () => Results.Extensions.Rows(Rows.Orders(2), own));
            },
            builder => builder.Services.ConfigureHttpJsonOptions(
                options => options.SerializerOptions.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper));

        string expected = JsonSerializer.Serialize(Rows.Orders(2), Snakes);
        (await service.Http1.GetStringAsync("/plain")).Should().Be(expected);
        (await service.Http1.GetStringAsync("/feed")).Should().Be(expected);
        (await service.Http1.GetStringAsync("/own")).Should().Be(JsonSerializer.Serialize(Rows.Orders(2), own.SerializerOptions));
    }

    /// <summary>They are set, although they are what is used where nothing is set.</summary>
    [Fact]
    public async Task Rows_optionsOfTheSerializersDefault_holdAgainstTheApplications()
    {
        var set = new JsonRowOptions { SerializerOptions = JsonSerializerOptions.Default };
        Dictionary<string, JsonRowOptions> given = new()
        {
            ["/constructor"] = new JsonRowOptions(JsonSerializerOptions.Default),
            ["/property"] = set,
            ["/copy"] = new JsonRowOptions(set) { FlushThreshold = 1000 },
            ["/columns"] = set.WithColumns("Id", "Customer", "Placed", "Total"),
            ["/conversion"] = JsonSerializerOptions.Default,
        };
        await using Service service = await Service.StartAsync(app =>
        {
            foreach ((string path, JsonRowOptions options) in given) app.MapGet(path, () => Results.Extensions.Rows(Rows.Orders(2), options));
        });

        foreach (string path in given.Keys)
            (await service.Http1.GetStringAsync(path)).Should().Be(JsonSerializer.Serialize(Rows.Orders(2), JsonSerializerOptions.Default), path);
    }

    [Theory]
    [InlineData("list")]
    [InlineData("async")]
    [InlineData("table")]
    public async Task Rows_columnThatTheyDoNotHave_isABadRequest(string source)
    {
        var options = new JsonRowOptions(Rows.Options);
        await using Service service = await Service.StartAsync(app =>
        {
            app.UseExceptionHandler("/error");
            app.MapGet("/", IResult (string fields) => source switch
            {
                "list" => Results.Extensions.Rows(Rows.Orders(1000), options.WithColumns(fields.Split(','))),
                "async" => Results.Extensions.Rows(Rows.OrdersAsync(1000), options.WithColumns(fields.Split(','))),
                _ => Results.Extensions.Rows(JsonRows.From(Rows.Table(1000)), options.WithColumns(fields.Split(','))),
            });
        });

        foreach (string accepted in (string[])["application/json", "application/jsonl", "application/json; rows=columns"])
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "/?fields=nope") { Headers = { { "Accept", accepted } } };
            using HttpResponseMessage response = await service.Http1.SendAsync(request);

            response.StatusCode.Should().Be(HttpStatusCode.BadRequest);
            response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
            string problem = await response.Content.ReadAsStringAsync();
            JsonDocument.Parse(problem).RootElement.GetProperty("detail").GetString().Should().StartWith("The rows have no column 'nope'.")
                .And.ContainEquivalentOf("names in the output: id, customer");
        }
        service.RowLogs.Should().BeEmpty();
        (await service.Http1.GetStringAsync(source == "table" ? "/?fields=Id" : "/?fields=id")).Should().ContainEquivalentOf("{\"id\":999}]");
    }

    [Fact]
    public async Task Rows_none_areAnEmptyArray()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(0))));

        (await service.Http1.GetStringAsync("/")).Should().Be("[]");
    }

    [Fact]
    public async Task Rows_inAnEnvelope_areOneObject()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet(
            "/",
            () => Results.Extensions.Rows(JsonRows.From(Rows.Orders(2)).InEnvelope(new JsonRowEnvelope("items").Before("page", 1)))));

        string expected = JsonSerializer.Serialize(new { page = 1, items = Rows.Orders(2) }, Rows.Options);
        (await service.Http1.GetStringAsync("/")).Should().Be(expected);
    }

    [Fact]
    public async Task Rows_head_sendsHeadersAndDoesNotReadTheSource()
    {
        bool isRead = false;
        var resource = new Resource();
        await using Service service = await Service.StartAsync(app => app.MapMethods("/", ["HEAD", "GET"], () =>
            Results.Extensions.Rows(Read()).Disposing(resource)));
        using var request = new HttpRequestMessage(HttpMethod.Head, "/");

        using HttpResponseMessage response = await service.Http1.SendAsync(request);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/json");
        (await response.Content.ReadAsStringAsync()).Should().BeEmpty();
        isRead.Should().BeFalse();
        resource.Disposals.Should().Be(1);

        IEnumerable<Order> Read()
        {
            isRead = true;
            yield return Rows.Orders(1)[0];
        }
    }

    [Fact]
    public async Task Rows_range_isIgnored()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(1000))));
        using var request = new HttpRequestMessage(HttpMethod.Get, "/") { Headers = { Range = new(0, 9) } };

        using HttpResponseMessage response = await service.Http1.SendAsync(request);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        (await response.Content.ReadAsStringAsync()).Should().Be(OrdersJson);
    }

    [Fact]
    public async Task Rows_compressed_haveTheSameBytes()
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseResponseCompression();
                app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(1000)));
            },
            builder => builder.Services.AddResponseCompression());
        using var request = new HttpRequestMessage(HttpMethod.Get, "/") { Headers = { AcceptEncoding = { new("gzip") } } };

        using HttpResponseMessage response = await service.Http1.SendAsync(request);

        response.Content.Headers.ContentEncoding.Should().Equal("gzip");
        using var gzip = new System.IO.Compression.GZipStream(
            await response.Content.ReadAsStreamAsync(), System.IO.Compression.CompressionMode.Decompress);
        (await new StreamReader(gzip).ReadToEndAsync()).Should().Be(OrdersJson);
    }

    [Fact]
    public async Task Rows_cachedOutput_isTheFirstAnswerForEachMediaType()
    {
        int calls = 0;
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseOutputCache();
                app.MapGet("/", () =>
                {
                    calls++;
                    return Results.Extensions.Rows(Rows.Orders(10));
                }).CacheOutput(policy => policy.SetVaryByHeader("Accept"));
            },
            builder => builder.Services.AddOutputCache());

        string first = await service.Http1.GetStringAsync("/");
        string second = await service.Http1.GetStringAsync("/");

        second.Should().Be(first).And.Be(JsonSerializer.Serialize(Rows.Orders(10), Rows.Options));
        calls.Should().Be(1);
    }

    [Fact]
    public async Task Rows_firstRowOfAFeed_arrivesBeforeTheSecondExists()
    {
        var second = new TaskCompletionSource();
        var feed = new JsonRowOptions { FlushInterval = TimeSpan.FromMilliseconds(1), Format = JsonRowFormat.Lines };
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseResponseCompression();
                app.MapGet("/", () => Results.Extensions.Rows(Feed(), feed));
            },
            builder => builder.Services.AddResponseCompression(options => options.MimeTypes = ["application/jsonl"]));

        using HttpResponseMessage response = await service.Http1.GetAsync("/", HttpCompletionOption.ResponseHeadersRead);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());
        string? line = await reader.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(30));
        second.SetResult();

        line.Should().Be(JsonSerializer.Serialize(Rows.Orders(1)[0], Rows.Options));
        (await reader.ReadToEndAsync()).Should().Be(JsonSerializer.Serialize(Rows.Orders(2)[1], Rows.Options) + "\n");

        async IAsyncEnumerable<Order> Feed()
        {
            yield return Rows.Orders(2)[0];
            await second.Task;
            yield return Rows.Orders(2)[1];
        }
    }

    private static IResult ResultOf(string source) => source switch
    {
        "list" => Results.Extensions.Rows(Rows.Orders(1000)),
        "array" => Results.Extensions.Rows(Rows.Orders(1000).ToArray()),
        "sequence" => TypedResults.Extensions.Rows(Rows.Orders(1000).Where(order => order.Id >= 0)),
        "async" => Results.Extensions.Rows(Rows.OrdersAsync(1000)),
        "dictionaries" => Results.Extensions.Rows(Rows.Dictionaries(1000)),
        "document" => Results.Extensions.Rows(JsonRows.From(JsonDocument.Parse(OrdersJson))),
        "element" => Results.Extensions.Rows(JsonRows.From(JsonDocument.Parse(OrdersJson).RootElement)),
        "node" => Results.Extensions.Rows(JsonNode.Parse(OrdersJson)!.AsArray()),
        _ => Results.Extensions.Rows(JsonRows.From(Rows.Table(1000))),
    };

    private static string ExpectedOf(string source) => source switch
    {
        "dictionaries" => JsonSerializer.Serialize(Rows.Dictionaries(1000), Rows.Options),
        "table" => JsonSerializer.Serialize(
            Rows.Orders(1000).Select(order => new Dictionary<string, object> { ["Id"] = order.Id, ["Customer"] = order.Customer }),
            Rows.Options),
        _ => OrdersJson,
    };
}
