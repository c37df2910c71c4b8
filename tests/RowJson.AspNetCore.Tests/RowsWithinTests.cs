using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Sequences whose elements hold what rows cannot: the client sees what it sees without RowJson.</summary>
public sealed class RowsWithinTests
{
    internal static readonly IReadOnlyDictionary<string, Delegate> Handlers = new Dictionary<string, Delegate>
    {
        ["async-of-async-members"] = () => Async(new WithAsync(1, Async(1, 2)), new WithAsync(2, Async<int>())),
        ["async-of-async-rows"] = () => Async(new WithRows(1, Async(new Leaf(1), new Leaf(2)), [new Leaf(3)])),
        ["list-of-async-members"] = () => new List<WithAsync> { new(1, Async(1, 2)) },
        ["list-of-async-rows"] = () => new List<WithRows> { new(1, Async(new Leaf(1)), [new Leaf(2)]) },
        ["sequence-of-async-rows"] = () => new[] { 1, 2 }.Select(i => new WithRows(i, Async(new Leaf(i)), [])),
        ["ok-async-rows"] = () => TypedResults.Ok(Async(new WithRows(1, Async(new Leaf(1)), [new Leaf(2)]))),
        ["page-of-async-rows"] = () => new { rows = Async(new WithRows(1, Async(new Leaf(1)), [new Leaf(2)])), list = new List<Leaf> { new(1) } },
        ["async-of-async"] = () => Async(Async(new Leaf(1)), Async(new Leaf(2), new Leaf(3))),
        ["async-of-lists"] = () => Async<List<Leaf>>([new(1), new(2)], []),
        ["dictionaries-of-async-rows"] = () => new Dictionary<string, IAsyncEnumerable<Leaf>>[] { new() { ["a"] = Async(new Leaf(1)) } },
        ["async-dictionaries-of-async-rows"] = () => Async(new Dictionary<string, IAsyncEnumerable<Leaf>> { ["a"] = Async(new Leaf(1)) }),
        ["cells-awaited"] = () => Cells().ToList(),
        ["cells-awaited-in-a-query"] = () => Cells().Select(row => row),
        ["cells-awaited-in-a-page"] = () => new { total = 3, rows = Cells().ToArray(), next = "é" },
        ["cells-in-a-dictionary"] = () => new Dictionary<string, List<Dictionary<string, object?>>> { ["rows"] = [.. Cells()] },
        ["cells-in-a-list-awaited"] = () => new List<IEnumerable<Dictionary<string, object?>>> { Cells(), Cells().ToArray() },
        ["cells-in-an-object"] = () => new { rows = new List<Leaf> { new(1) }, any = (object)Cells().ToList() },
        ["ok-cells-awaited"] = () => TypedResults.Ok(Cells().ToList()),
        ["async-cells-awaited"] = () => Async(Cells().ToArray()),
        ["async-cells-at-once"] = () => AtOnce(Cells()),
        ["async-cells-awaited-late"] = () => AtOnce(Enumerable.Range(0, 2_000).SelectMany(_ => Cells().Take(1)).Concat(Cells()).Concat(Cells())),
        ["ok-async-cells-awaited"] = () => TypedResults.Ok(Async(Cells().ToArray())),
        ["async-members-awaited"] = () => Async(new AnyLeaf(1, "a", 2, 3, "b"), new AnyLeaf(2, "a", 2, Async(1, 2), "b"), new AnyLeaf(3, "a", 2, null!, "é")),
        ["members-awaited"] = () => new List<AnyLeaf> { new(1, "a", 2, 3, "b"), new(2, "a", 2, Async(1, 2), "b") },
        ["called-back"] = () => new CalledBack { new Leaf(1) },
        ["async-called-back"] = () => new AsyncCalledBack([new Leaf(1)]),
        ["async-pairs"] = () => Async<KeyValuePair<string, object>[]>([new("a", 1), new("b", "é")], []),
        ["list-of-pairs"] = () => new List<KeyValuePair<string, object>[]> { new KeyValuePair<string, object>[] { new("a", 1) } },
        ["async-pair-lists"] = () => Async(new List<KeyValuePair<string, Leaf>> { new("a", new Leaf(1)) }),
        ["async-pair-rows"] = () => Async(new KeyValuePair<string, List<Leaf>>("a", [new Leaf(1)])),
        ["query-of-pairs"] = () => new[] { 1, 2 }.Select(i => new KeyValuePair<string, object>[] { new("a", i) }),
    };

    public static TheoryData<string> Names => [.. Handlers.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Handler_ofElementsThatHoldMore_answersAsWithoutRowJson(string name)
    {
        await using Service service = await Service.StartAsync(app =>
        {
            app.MapGet("/plain", Handlers[name]);
            app.MapGet("/fast", Handlers[name]).WithRowJson();
        });

        string actual = await Exchange.GetAsync(service.Http1, "/fast");

        actual.Should().Be(await Exchange.GetAsync(service.Http1, "/plain")).And.StartWith("200");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Action_ofElementsThatHoldMore_answersAsWithoutRowJson(string name)
    {
        await using Service plain = await StartMvcAsync(withRowJson: false);
        await using Service fast = await StartMvcAsync(withRowJson: true);
        string expected = await Exchange.GetAsync(plain.Http1, $"/within/{name}");

        string actual = await Exchange.GetAsync(fast.Http1, $"/within/{name}");

        // A pair whose value is a list is an object with two properties: a row. So is a list in a list.
        bool isRows = name is "async-pair-rows" or "async-of-lists" or "async-cells-at-once"
            || (name.Contains("awaited", StringComparison.Ordinal) && name != "cells-awaited-in-a-page");
        actual.Should().Be(isRows ? expected.Replace("\n\n", "\nVary: Accept\n\n", StringComparison.Ordinal) : expected).And.StartWith("200");
        if (isRows) return;
        string negotiated = await Exchange.GetAsync(fast.Http1, $"/within/{name}", "application/jsonl, application/json;q=0.5");
        negotiated.Should().Be(expected);
    }

    private static Task<Service> StartMvcAsync(bool withRowJson) => Service.StartAsync(app => app.MapControllers(), builder =>
    {
        IMvcBuilder mvc = builder.Services.AddControllers().AddApplicationPart(typeof(WithinController).Assembly);
        if (withRowJson) mvc.AddRowJson();
    });

    private static async IAsyncEnumerable<T> Async<T>(params T[] items)
    {
        foreach (T item in items)
        {
            await Task.Yield();
            yield return item;
        }
    }

    /// <summary>Never waits.</summary>
    private static async IAsyncEnumerable<T> AtOnce<T>(IEnumerable<T> items)
    {
        await Task.CompletedTask;
        foreach (T item in items) yield return item;
    }

    private static IEnumerable<Dictionary<string, object?>> Cells() => new object?[] { 1, Async(1, 2), Async(new Leaf(3)) }
        .Select((cell, i) => new Dictionary<string, object?> { ["id"] = i, ["cell"] = cell });

    private sealed record Leaf(int Number);

    /// <summary>A collection that the serializer tells when it begins.</summary>
    private sealed class CalledBack : List<Leaf>, IJsonOnSerializing
    {
        public void OnSerializing() => Add(new Leaf(77));
    }

    private sealed class AsyncCalledBack(List<Leaf> leaves) : IAsyncEnumerable<Leaf>, IJsonOnSerializing
    {
        public IAsyncEnumerator<Leaf> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
            AtOnce(leaves).GetAsyncEnumerator(cancellationToken);

        public void OnSerializing() => leaves.Add(new Leaf(77));
    }

    private sealed record AnyLeaf(int Number, string A, int B, object Any, string C);

    private sealed record WithAsync(int Id, IAsyncEnumerable<int> Numbers);

    private sealed record WithRows(int Id, IAsyncEnumerable<Leaf> Awaited, List<Leaf> Leaves);
}

/// <summary>Actions that return the values of the endpoints above.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
public sealed class WithinController : ControllerBase
{
    [HttpGet("/within/{name}")]
    public IActionResult Get(string name)
    {
        object value = RowsWithinTests.Handlers[name].DynamicInvoke()!;
        return Ok(value is IValueHttpResult result ? result.Value : value);
    }
}
