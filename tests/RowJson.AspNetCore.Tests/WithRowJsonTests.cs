using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>The same handlers with and without RowJson: the client sees no difference.</summary>
public sealed class WithRowJsonTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private static readonly JsonSerializerOptions Snakes = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private static readonly JsonSerializerOptions Reflected = new(JsonSerializerDefaults.Web) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

    /// <summary>What endpoints return, by the path of each.</summary>
    private static readonly Dictionary<string, Delegate> Handlers = new()
    {
        ["list"] = () => Rows.Orders(300),
        ["array"] = () => Rows.Orders(300).ToArray(),
        ["sequence"] = () => Rows.Orders(300).Where(order => order.Id > 3),
        ["stack"] = () => new Stack<Order>(Rows.Orders(300)),
        ["set"] = () => new HashSet<Order>(Rows.Orders(300)),
        ["linked"] = () => new LinkedList<Order>(Rows.Orders(300)),
        ["ordered"] = () => Rows.Orders(300).OrderByDescending(order => order.Id),
        ["own-collection"] = () => new OwnCollection { Rows.Orders(3)[0], Rows.Orders(3)[2] },
        ["converted-collection"] = () => new ConvertedCollection { Rows.Orders(3)[0], Rows.Orders(3)[2] },
        ["interface"] = IReadOnlyList<Order> () => Rows.Orders(300),
        ["immutable"] = () => Rows.Orders(300).ToImmutableArray(),
        ["task"] = async () =>
        {
            await Task.Yield();
            return Rows.Orders(300);
        },
        ["value-task"] = () => new ValueTask<List<Order>>(Rows.Orders(300)),
        ["async"] = () => Rows.OrdersAsync(300),
        ["empty"] = () => new List<Order>(),
        ["empty-async"] = () => Rows.OrdersAsync(0),
        ["null-list"] = List<Order>? () => null,
        ["null-row"] = () => new List<Order?> { null, Rows.Orders(1)[0] },
        ["dictionaries"] = () => Rows.Dictionaries(300),
        ["object"] = object () => Rows.Orders(300),
        ["base-type"] = () => new List<Base> { new Derived(1, 2), new(3) },
        ["base-list-as-object"] = object () => new List<Base> { new Derived(1, 2), new(3) },
        ["polymorphic"] = () => new List<Shape> { new Circle(2), new Square(3) },
        ["polymorphic-one"] = Shape () => new Circle(2),
        ["polymorphic-ok"] = () => TypedResults.Ok<Shape>(new Circle(2)),
        ["structs"] = () => new List<Point> { new(1, 2), new(3, 4) },
        ["strings"] = () => new List<string> { "a", "<é>" },
        ["numbers"] = () => new[] { 1, 2, 3 },
        ["string"] = () => "text",
        ["null"] = object? () => null,
        ["single"] = () => Rows.Orders(1)[0],
        ["page"] = () => new Page(300, Rows.Orders(300), "next"),
        ["page-null"] = () => new Page(0, null, null),
        ["page-ok"] = () => TypedResults.Ok(new Page(300, Rows.Orders(300), "next")),
        ["two-lists"] = () => new { first = Rows.Orders(3), second = Rows.Dictionaries(3), third = 3 },
        ["nested-lists"] = () => new List<List<Order>> { Rows.Orders(3), new(), Rows.Orders(2) },
        ["dictionary-of-lists"] = () => new Dictionary<string, List<Order>> { ["A"] = Rows.Orders(3), ["b"] = Rows.Orders(1) },
        ["ok"] = () => TypedResults.Ok(Rows.Orders(300)),
        ["ok-sequence"] = () => TypedResults.Ok<IEnumerable<Order>>(Rows.Orders(300)),
        ["ok-async"] = () => Results.Ok(Rows.OrdersAsync(300)),
        ["ok-null"] = () => TypedResults.Ok<List<Order>>(null),
        ["ok-empty"] = () => TypedResults.Ok(),
        ["results-ok"] = () => Results.Ok(Rows.Orders(300)),
        ["json"] = () => Results.Json(Rows.Orders(300)),
        ["json-status"] = () => Results.Json(Rows.Orders(300), statusCode: 202),
        ["json-content-type"] = () => Results.Json(Rows.Orders(300), contentType: "application/vnd.orders+json"),
        ["json-options"] = () => Results.Json(Rows.Orders(300), Snakes),
        ["json-indented"] = () => TypedResults.Json(Rows.Orders(3), Indented),
        ["json-context"] = () => TypedResults.Json(Rows.Orders(300), OrdersContext.Default.ListOrder),
        ["json-untyped-context"] = () => Results.Json(Rows.Orders(300) as object, typeof(List<Order>), OrdersContext.Default),
        ["created"] = () => TypedResults.Created("/orders/1", Rows.Orders(3)),
        ["accepted"] = () => TypedResults.Accepted("/orders/1", Rows.Orders(3)),
        ["bad-request"] = () => TypedResults.BadRequest(Rows.Orders(3)),
        ["not-found"] = () => TypedResults.NotFound(Rows.Orders(3)),
        ["conflict"] = () => TypedResults.Conflict(Rows.Dictionaries(3)),
        ["unprocessable"] = () => TypedResults.UnprocessableEntity(Rows.Orders(3)),
        ["no-content"] = () => TypedResults.NoContent(),
        ["union-ok"] = Results<Ok<List<Order>>, NotFound> () => TypedResults.Ok(Rows.Orders(300)),
        ["union-not-found"] = Results<Ok<List<Order>>, NotFound> () => TypedResults.NotFound(),
        ["problem"] = () => TypedResults.Problem("It is broken.", statusCode: 418),
        ["validation"] = () => TypedResults.ValidationProblem(new Dictionary<string, string[]> { ["a"] = ["b"] }),
        ["text"] = () => Results.Text("text"),
        ["stream"] = () => Results.Stream(new MemoryStream("[1]"u8.ToArray()), "application/json"),
        ["redirect"] = () => Results.Redirect("/elsewhere"),
        ["document"] = () => JsonDocument.Parse("""[{"a":1},{"a":2}]"""),
        ["node"] = () => JsonNode.Parse("""[{"a":1},{"a":2}]"""),
        ["bytes"] = () => new byte[] { 1, 2, 3 },
        ["status-in-context"] = (HttpContext context) =>
        {
            context.Response.StatusCode = 203;
            context.Response.Headers["X-Total"] = "300";
            return Rows.Orders(300);
        },
        ["cyclic"] = () => new List<Node> { Node.Cycle() },
        ["unwritable"] = () => new List<Dictionary<string, object>> { new() { ["a"] = typeof(string) } },
        ["failing"] = () => Rows.Orders(3).Select(order => order.Id < 2 ? order : throw new TimeoutException()),
        ["ok-refused"] = () => TypedResults.Ok(new List<Refused> { new() }),
        ["object-refused"] = object () => new List<Refused> { new() },
        ["results-refused"] = () => Results.Ok(new Refused()),
        ["union-refused"] = Results<Ok<Refused[]>, NotFound> () => TypedResults.Ok<Refused[]>([new()]),
        ["json-own-contract"] = () => TypedResults.Json(Rows.Orders(3), OwnContract()),
        ["json-object-contract"] = () => TypedResults.Json<object>(Rows.Orders(3), (JsonTypeInfo<object>)Reflected.GetTypeInfo(typeof(object))),
        ["json-rows-contract"] = () => TypedResults.Json(JsonRows.From(Rows.Orders(3)), (JsonTypeInfo<JsonRows>)Reflected.GetTypeInfo(typeof(JsonRows))),
        ["post-body"] = (Order order) => new List<Order> { order },
    };

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Handlers_withRowJson_answerTheSame()
    {
        await using Service service = await StartAsync();
        var differences = new List<string>();
        int answers = 0;

        foreach (string path in Handlers.Keys)
        {
            HttpMethod method = path == "post-body" ? HttpMethod.Post : HttpMethod.Get;
            string plain = await SendAsync(service.Http1, $"/plain/{path}", method);
            string fast = await SendAsync(service.Http1, $"/fast/{path}", method);
            if (plain.StartsWith("200", StringComparison.Ordinal)) answers++;
            if (fast != plain) differences.Add(Exchange.Difference(path, plain, fast));
        }

        string.Join("\n======\n", differences).Should().BeEmpty();
        answers.Should().BeGreaterThan(40);
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task OpenApi_withRowJson_isTheSameDocument()
    {
        string plain = await DocumentAsync(withRowJson: false);
        string fast = await DocumentAsync(withRowJson: true);

        fast.Should().Be(plain).And.Contain("\"/list\"");

        static async Task<string> DocumentAsync(bool withRowJson)
        {
            await using Service service = await Service.StartAsync(
                app =>
                {
                    app.MapOpenApi();
                    RouteGroupBuilder group = app.MapGroup("");
                    if (withRowJson) group.WithRowJson();
                    Map(group);
                },
                Configure);
            string document = await service.Http1.GetStringAsync("/openapi/v1.json");
            return document.Replace(service.Http1.BaseAddress!.Authority, "authority", StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("/on", true)]
    [InlineData("/off", false)]
    [InlineData("/inner/off", false)]
    [InlineData("/inner/on-again", true)]
    public async Task WithRowJson_groupsAndEndpoints_theInnermostHolds(string path, bool isOn)
    {
        await using Service service = await Service.StartAsync(app =>
        {
            RouteGroupBuilder group = app.MapGroup("").WithRowJson();
            group.MapGet("/on", () => Failing());
            group.MapGet("/off", () => Failing()).WithoutRowJson();
            RouteGroupBuilder inner = group.MapGroup("/inner").WithoutRowJson();
            inner.MapGet("/off", () => Failing());
            inner.MapGet("/on-again", () => Failing()).WithRowJson();
        });

        using HttpResponseMessage response = await service.Http1.GetAsync(path);

        // The trace of a failure shows who has written.
        string failure = string.Join('\n', service.Logs.Entries.Select(entry => entry.Exception?.ToString()));
        failure.Should().Contain(nameof(TimeoutException));
        failure.Contains("RowJson.AspNetCore.ResponseRows", StringComparison.Ordinal).Should().Be(isOn);

        static IEnumerable<Order> Failing()
        {
            yield return Rows.Orders(1)[0];
            throw new TimeoutException();
        }
    }

    [Fact]
    public async Task WithRowJson_rowsReturnedAsTheyAre_areNegotiated()
    {
        await using Service service = await Service.StartAsync(app =>
        {
            RouteGroupBuilder group = app.MapGroup("").WithRowJson();
            group.MapGet("/rows", () => JsonRows.From(Rows.Orders(3)));
            group.MapGet("/async", () => JsonRows.From(Rows.OrdersAsync(3)));
            app.MapGet("/without", () => JsonRows.From(Rows.Orders(3)));
        });

        string array = JsonSerializer.Serialize(Rows.Orders(3), Rows.Options);
        string lines = JsonRows.From(Rows.Orders(3)).ToJsonString(new JsonRowOptions(Rows.Options) { Format = JsonRowFormat.Lines });
        foreach (string path in (string[])["/rows", "/async"])
        {
            (await Exchange.GetAsync(service.Http1, path)).Should().EndWith("\n\n" + array);
            (await Exchange.GetAsync(service.Http1, path, "application/jsonl")).Should().EndWith("\n\n" + lines);
        }
        (await service.Http1.GetStringAsync("/without")).Should().Be(array);
    }

    private static Task<Service> StartAsync() => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            Map(app.MapGroup("/plain"));
            Map(app.MapGroup("/fast").WithRowJson());
        },
        Configure);

    private static void Configure(WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails(options => options.CustomizeProblemDetails = context => context.ProblemDetails.Extensions.Clear());
        builder.Services.AddOpenApi();
    }

    private static void Map(RouteGroupBuilder group)
    {
        foreach ((string path, Delegate handler) in Handlers)
        {
            if (path == "post-body") group.MapPost(path, handler);
            // Nobody can describe them.
            else if (path.EndsWith("refused", StringComparison.Ordinal)) group.MapGet(path, handler).ExcludeFromDescription();
            else group.MapGet(path, handler);
        }
    }

    private static async Task<string> SendAsync(HttpClient client, string path, HttpMethod method)
    {
        if (method == HttpMethod.Get) return await Exchange.GetAsync(client, path);
        using HttpResponseMessage response = await client.PostAsync(
            path, new StringContent("""{"id":7,"customer":"c"}""", System.Text.Encoding.UTF8, "application/json"));
        return await response.Content.ReadAsStringAsync();
    }

    /// <summary>Not the contract that its options have.</summary>
    private static JsonTypeInfo<List<Order>> OwnContract() => JsonTypeInfo.CreateJsonTypeInfo<List<Order>>(Reflected);

    /// <summary>The serializer refuses two properties of one name.</summary>
    private sealed class Refused
    {
        public int Name { get; set; }

        [JsonPropertyName("name")]
        public int Other { get; set; }
    }

    private record Base(int Id);

    private sealed record Derived(int Id, int Hidden) : Base(Id);

    [JsonPolymorphic]
    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), "square")]
    private abstract record Shape;

    private sealed record Circle(int Radius) : Shape;

    private sealed record Square(int Side) : Shape;

    private sealed class OwnCollection : System.Collections.ObjectModel.Collection<Order>
    {
        public int Ignored => 1;
    }

    [JsonConverter(typeof(CountConverter))]
    private sealed class ConvertedCollection : System.Collections.ObjectModel.Collection<Order>;

    private sealed class CountConverter : JsonConverter<ConvertedCollection>
    {
        public override ConvertedCollection Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, ConvertedCollection value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.Count);
    }

    private readonly record struct Point(int X, int Y);

    private sealed record Page(int Total, List<Order>? Items, string? Next);

    private sealed class Node
    {
        public Node? Next { get; set; }

        public static Node Cycle()
        {
            var node = new Node();
            node.Next = node;
            return node;
        }
    }
}

/// <summary>A contract of its own, for <c>Results.Json</c>.</summary>
[JsonSerializable(typeof(List<Order>))]
internal sealed partial class OrdersContext : JsonSerializerContext;
