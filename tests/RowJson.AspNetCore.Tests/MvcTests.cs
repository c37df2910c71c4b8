using System.Reflection;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>The same actions with and without RowJson: the client sees no difference.</summary>
public sealed class MvcTests
{
    private static readonly string[] Actions =
    [
        .. typeof(OrdersController)
            .GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly)
            .Where(action => action.GetCustomAttribute<HttpGetAttribute>()!.Template?.StartsWith('/') != true)
            .Select(action => action.Name),
    ];

    private static readonly JsonSerializerOptions Options =
        new(JsonSerializerDefaults.Web) { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static TheoryData<string?> Accepts =>
        [null, "application/json", "text/json", "*/*", "application/*", "text/html, */*;q=0.8", "application/xml", "application/json;q=0.1"];

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Accepts))]
    public async Task Actions_withRowJson_answerTheSame(string? accept)
    {
        foreach (bool isStrict in (bool[])[false, true])
        {
            await using Service plain = await StartAsync(withRowJson: false, isStrict);
            await using Service fast = await StartAsync(withRowJson: true, isStrict);
            var differences = new List<string>();
            int answers = 0;

            foreach (string path in Actions.Append("Bound?count=5").Append("Bound?count=x").Append("Format/json"))
            {
                string expected = WithoutVary(await Exchange.GetAsync(plain.Http1, path, accept));
                string actual = WithoutVary(await Exchange.GetAsync(fast.Http1, path, accept));
                if (expected.StartsWith("200", StringComparison.Ordinal)) answers++;
                if (actual != expected) differences.Add(Exchange.Difference(path, expected, actual));
            }

            string.Join("\n======\n", differences).Should().BeEmpty();
            answers.Should().BeGreaterThan(accept == "application/xml" && isStrict ? 0 : 25);
        }
    }

    [Fact]
    public async Task Actions_ofOtherCharset_answerTheSame()
    {
        await using Service plain = await StartAsync(withRowJson: false);
        await using Service fast = await StartAsync(withRowJson: true);

        byte[] expected = await Utf16Async(plain);
        byte[] actual = await Utf16Async(fast);

        actual.Should().Equal(expected);
        expected.Should().StartWith("[\0"u8.ToArray());

        static async Task<byte[]> Utf16Async(Service service)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "List") { Headers = { AcceptCharset = { new("utf-16") } } };
            using HttpResponseMessage response = await service.Http1.SendAsync(request);
            return await response.Content.ReadAsByteArrayAsync();
        }
    }

    [Fact]
    public async Task JsonResult_ofRows_isWrittenByRowJson()
    {
        await using Service fast = await StartAsync(withRowJson: true);

        await FluentActions.Awaiting(() => fast.Http1.GetStringAsync("rows/json-result")).Should().ThrowAsync<HttpRequestException>();

        fast.RowLogs.Select(entry => entry.Id.Name).Should().Equal("RowsFailed");
    }

    /// <summary>Another executor is the application's decision, as Newtonsoft's is.</summary>
    [Fact]
    public async Task JsonResult_executorOfTheApplications_isItsOwn()
    {
        await using Service service = await StartAsync(
            withRowJson: true, configure: services => services.AddSingleton<IActionResultExecutor<JsonResult>, OwnExecutor>());

        (await service.Http1.GetStringAsync("JsonResultList")).Should().Be("its own");
    }

    [Theory]
    [InlineData("List", "application/jsonl")]
    [InlineData("List", "application/x-ndjson")]
    [InlineData("Dictionaries", "application/x-jsonlines")]
    [InlineData("Streamed", "application/jsonl")]
    [InlineData("List", "application/json-seq")]
    [InlineData("ActionResultOfList", "application/jsonl, application/json;q=0.5")]
    public async Task Actions_linesAccepted_areLines(string path, string accept)
    {
        await using Service service = await StartAsync(withRowJson: true);

        string answer = await Exchange.GetAsync(service.Http1, path, accept);

        string contentType = accept.Split(',')[0];
        string mark = contentType == "application/json-seq" ? "\u001E" : "";
        string lines = path == "Dictionaries"
            ? string.Concat(Rows.Dictionaries(300).Select(row => $"{mark}{JsonSerializer.Serialize(row, Options)}\n"))
            : string.Concat(Rows.Orders(300).Select(row => $"{mark}{JsonSerializer.Serialize(row, Options)}\n"));
        answer.Should().Be($"200\nContent-Type: {contentType}\nVary: Accept\n\n{lines}");
    }

    [Theory]
    [InlineData("List", "application/json; rows=columns", "application/json; charset=utf-8; rows=columns", JsonRowFormat.CompactColumns)]
    [InlineData("Streamed", "application/json; rows=arrays", "application/json; charset=utf-8; rows=arrays", JsonRowFormat.CompactRows)]
    [InlineData("List", "application/jsonl; rows=arrays", "application/jsonl; rows=arrays", JsonRowFormat.CompactLines)]
    [InlineData("List", "application/json; rows=others", "application/json; charset=utf-8", JsonRowFormat.Array)]
    [InlineData("List", "*/*", "application/json; charset=utf-8", JsonRowFormat.Array)]
    public async Task Actions_parameterRows_areCompact(string path, string accept, string contentType, JsonRowFormat format)
    {
        await using Service service = await StartAsync(withRowJson: true);

        string answer = await Exchange.GetAsync(service.Http1, path, accept);

        string expected = JsonRows.From(Rows.Orders(300)).ToJsonString(new JsonRowOptions(Options) { Format = format });
        answer.Should().Be($"200\nContent-Type: {contentType}\nVary: Accept\n\n{expected}");
    }

    /// <summary>docs/aspnetcore.md: what the action produces does not matter, for the client could have asked for lines.</summary>
    [Theory]
    [InlineData("List")]
    [InlineData("Streamed")]
    [InlineData("ProducesJson")]
    public async Task Actions_ofRows_varyByAcceptWhateverIsAccepted(string path)
    {
        await using Service plain = await StartAsync(withRowJson: false);
        await using Service fast = await StartAsync(withRowJson: true);
        foreach (string? accept in (string?[])[null, "application/json", "text/html, */*;q=0.8"])
        {
            (await Exchange.GetAsync(fast.Http1, path, accept)).Should().Contain("\nVary: Accept\n");
            (await Exchange.GetAsync(plain.Http1, path, accept)).Should().NotContain("Vary:");
        }
    }

    [Theory]
    [InlineData("Page")]
    [InlineData("One")]
    [InlineData("Strings")]
    public async Task Actions_noRows_areNotLines(string path)
    {
        await using Service service = await StartAsync(withRowJson: true, isStrict: true);

        (await Exchange.GetAsync(service.Http1, path, "application/jsonl")).Should().StartWith("406");
    }

    [Fact]
    public async Task Actions_ofRowJsonsOwnTypes_areRows()
    {
        await using Service service = await StartAsync(withRowJson: true);
        string orders = JsonSerializer.Serialize(Rows.Orders(3), Options);

        (await service.Http1.GetStringAsync("/rows/rows")).Should().Be(orders);
        (await service.Http1.GetStringAsync("/rows/async")).Should().Be(orders);
        (await service.Http1.GetStringAsync("/rows/table")).Should().Be(
            JsonSerializer.Serialize(Rows.Table(3).Rows.Cast<System.Data.DataRow>().Select(row => new Dictionary<string, object>
            {
                ["Id"] = row["Id"],
                ["Customer"] = row["Customer"],
            }), Options));
    }

    [Fact]
    public async Task OpenApi_withRowJson_isTheSameDocument()
    {
        await using Service plain = await StartAsync(withRowJson: false);
        await using Service fast = await StartAsync(withRowJson: true);

        string expected = await DocumentAsync(plain);
        string actual = await DocumentAsync(fast);

        actual.Should().Be(expected).And.Contain("/List");

        static async Task<string> DocumentAsync(Service service)
        {
            string document = await service.Http1.GetStringAsync("/openapi/v1.json");
            return document.Replace(service.Http1.BaseAddress!.Authority, "authority", StringComparison.Ordinal);
        }
    }

    /// <summary>Rows depend on the Accept header now, which caches have to know.</summary>
    private static string WithoutVary(string answer) => answer.Replace("Vary: Accept\n", "", StringComparison.Ordinal);

    private sealed class OwnExecutor : IActionResultExecutor<JsonResult>
    {
        public Task ExecuteAsync(ActionContext context, JsonResult result) => context.HttpContext.Response.WriteAsync("its own");
    }

    private static Task<Service> StartAsync(
        bool withRowJson, bool isStrict = false, Action<IServiceCollection>? configure = null) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            app.MapOpenApi();
            app.MapControllers();
        },
        builder =>
        {
            builder.Services.AddProblemDetails(
                options => options.CustomizeProblemDetails = context => context.ProblemDetails.Extensions.Clear());
            builder.Services.AddOpenApi();
            IMvcBuilder mvc = builder.Services
                .AddControllers(options => options.ReturnHttpNotAcceptable = isStrict)
                .AddApplicationPart(typeof(MvcTests).Assembly);
            if (withRowJson) mvc.AddRowJson();
            configure?.Invoke(builder.Services);
        });
}
