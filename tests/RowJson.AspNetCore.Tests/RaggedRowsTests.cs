using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

/// <summary>
/// Rows that have not all the same columns, and a client that asks for a compact format, which they cannot have: nothing has failed.
/// </summary>
public sealed class RaggedRowsTests
{
    private static readonly string[] Compact =
        ["application/json; rows=arrays", "application/json; rows=columns", "application/jsonl; rows=arrays"];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string path in (string[])["rows", "async", "with", "nulls", "scalars", "ragged/dictionaries", "ragged/nulls", "ragged/streamed"])
                foreach (string accept in Compact) cases.Add(path, accept);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Rows_raggedAskedForAsCompact_areNotAcceptable(string path, string accept)
    {
        await using Service service = await StartAsync();

        (await Exchange.GetAsync(service.Http1, path, accept)).Should().Be("406\nVary: Accept\n\n");
        (await Exchange.GetAsync(service.Http1, path)).Should().StartWith("200").And.EndWith("]");
        service.Logs.Entries.Where(entry => entry.Level >= LogLevel.Warning).Should().BeEmpty();
    }

    /// <summary>The server has chosen the format.</summary>
    [Fact]
    public async Task Rows_raggedOfACompactFormat_fail()
    {
        await using Service service = await StartAsync();

        (await Exchange.GetAsync(service.Http1, "set")).Should().StartWith("500");
    }

    /// <summary>What no format can write.</summary>
    [Fact]
    public async Task Rows_thatFailAskedForAsCompact_fail()
    {
        await using Service service = await StartAsync();

        (await Exchange.GetAsync(service.Http1, "fails", Compact[0])).Should().StartWith("500");
    }

    private static Task<Service> StartAsync() => Service.StartAsync(
        app =>
        {
            app.MapGet("rows", () => Results.Extensions.Rows(RaggedRows.Dictionaries()));
            app.MapGet("async", () => Results.Extensions.Rows(RaggedRows.Async()));
            app.MapGet("with", () => JsonRows.From(RaggedRows.Dictionaries())).WithRowJson();
            app.MapGet("nulls", () => Results.Extensions.Rows(RaggedRows.Nulls()));
            app.MapGet("scalars", () => Results.Extensions.Rows(new[] { 1, 2 }));
            app.MapGet("set", () => Results.Extensions.Rows(RaggedRows.Dictionaries(), new JsonRowOptions { Format = JsonRowFormat.CompactRows }));
            app.MapGet("fails", () => Results.Extensions.Rows(RaggedRows.Dictionaries().Select(_ => _.Count > 0 ? throw new TimeoutException() : _)));
            app.MapControllers();
        },
        builder => builder.Services.AddControllers().AddApplicationPart(typeof(RaggedController).Assembly).AddRowJson());
}

internal static class RaggedRows
{
    public static IEnumerable<Dictionary<string, object>> Dictionaries() => [new() { ["a"] = 1 }, new() { ["b"] = 2 }];

    public static async IAsyncEnumerable<Dictionary<string, object>> Async()
    {
        foreach (Dictionary<string, object> row in Dictionaries()) yield return row;
        await Task.CompletedTask;
    }

    public static List<Row> Nulls() => [new(1, "a"), new(2, null)];

    internal sealed record Row(int Id, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name);
}

/// <summary>Actions that return such rows.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("ragged/[action]")]
public sealed class RaggedController : ControllerBase
{
    [HttpGet]
    public IEnumerable<Dictionary<string, object>> Dictionaries() => RaggedRows.Dictionaries();

    [HttpGet]
    public IActionResult Nulls() => Ok(RaggedRows.Nulls());

    [HttpGet]
    public IAsyncEnumerable<Dictionary<string, object>> Streamed() => RaggedRows.Async();
}
