using System.Collections.Immutable;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Lists that are values of dictionaries, elements of lists or declared as objects: no answer is held as a whole.</summary>
public sealed class NestedListsTests
{
    private static readonly Dictionary<string, Func<IEnumerable<GatedRow>, object>> Values = new()
    {
        ["dictionary-of-lists"] = rows => new Dictionary<string, List<GatedRow>> { ["a"] = [], ["rows"] = [.. rows] },
        ["dictionary-of-sequences"] = rows => new Dictionary<string, IEnumerable<GatedRow>> { ["rows"] = rows },
        ["array-of-lists"] = rows => (List<GatedRow>[])[[.. rows]],
        ["list-of-sequences"] = rows => new List<IEnumerable<GatedRow>> { rows },
        ["sequence-of-sequences"] = rows => Enumerable.Range(0, 1).Select(_ => rows),
        ["async-sequence-of-lists"] = rows => Async(rows.ToList()),
        ["nested-dictionaries"] = rows => new Dictionary<string, Dictionary<string, GatedRow[]>> { ["a"] = new() { ["rows"] = [.. rows] } },
        ["structure"] = rows => new Page(rows.Take(1).ToList(), [.. rows]),
        ["any"] = rows => new { first = rows.Take(1).ToList(), any = (object)rows.ToList() },
        ["page-of-dictionary"] = rows => new { first = rows.Take(1).ToList(), groups = new Dictionary<string, List<GatedRow>> { ["a"] = [.. rows] } },
        ["list-of-pages"] = rows => new Dictionary<string, List<SerializedPage>> { ["a"] = [new([.. rows], default)] },
    };

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string name in Values.Keys)
                foreach (string path in (string[])["with", "ok", "nested"]) cases.Add(name, path);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Lists_deepInAValue_leaveWhileTheyAreWritten(string name, string path)
    {
        using var gate = new Gate();
        await using Service service = await StartAsync(Values[name](gate.Rows()));

        using HttpResponseMessage response = await service.Http1.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
        Stream body = await response.Content.ReadAsStreamAsync();
        var received = new MemoryStream();
        var first = new byte[1];
        await body.ReadExactlyAsync(first);
        received.Write(first);
        gate.IsOpen.Should().BeFalse();
        gate.Open();
        await body.CopyToAsync(received);

        received.ToArray().Should().Equal(await ExpectedAsync(Values[name](gate.Rows())));
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [InlineData("with")]
    [InlineData("nested")]
    public async Task Lists_clientReadsNothing_keepTheSourceWaiting(string path)
    {
        long read = 0;
        await using Service service = await StartAsync(new Dictionary<string, IEnumerable<Order>> { ["rows"] = Endless() });

        using HttpResponseMessage response = await service.Http1.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
        long before = -1;
        while (Interlocked.Read(ref read) is var now && now != before)
        {
            before = now;
            await Task.Delay(1000);
        }

        // What is under way: sockets' buffers and the server's 64 KiB. A row has some 80 bytes.
        (before * 80).Should().BePositive().And.BeLessThan(32 * 1024 * 1024);

        IEnumerable<Order> Endless()
        {
            for (Order order = Rows.Orders(1)[0]; Interlocked.Increment(ref read) < 1_500_000;) yield return order;
        }
    }

    private static Task<Service> StartAsync(object value) => Service.StartAsync(
        app =>
        {
            // As a handler that is declared to return the value's own type.
            app.MapGet("with", HandlerOf(value)).WithRowJson();
            app.MapGet("ok", () => Microsoft.AspNetCore.Http.Results.Ok(value)).WithRowJson();
            app.MapControllers();
        },
        builder =>
        {
            builder.Services.AddSingleton(new Answer(value));
            builder.Services.AddControllers().AddApplicationPart(typeof(NestedController).Assembly).AddRowJson();
        });

    private static Delegate HandlerOf(object value) => (Delegate)typeof(NestedListsTests)
        .GetMethod(nameof(HandlerOfType), System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
        .MakeGenericMethod(value.GetType()).Invoke(null, [value])!;

    private static Func<T> HandlerOfType<T>(T value) => () => value;

    private static async Task<byte[]> ExpectedAsync(object value)
    {
        var stream = new MemoryStream();
        await JsonSerializer.SerializeAsync(stream, value, Rows.Options);
        return stream.ToArray();
    }

    private static async IAsyncEnumerable<T> Async<T>(params T[] items)
    {
        await Task.Yield();
        foreach (T item in items) yield return item;
    }

    private sealed record Page(List<GatedRow> First, ImmutableArray<GatedRow> Rows);

    // Of two members the serializer writes one: too few gain for columns, by which a page would be one row.
    private sealed record SerializedPage(List<GatedRow> First, Memory<GatedRow> Rows);

    internal sealed record Answer(object Value);

    /// <summary>A row that cannot be written before its gate is open.</summary>
    internal sealed class GatedRow(int id, Gate gate)
    {
        public int Id => gate.Pass(id);

        public string Text => "Some text, so that what comes before the gate is more than is sent at once.";
    }

    internal sealed class Gate : IDisposable
    {
        private const int Count = 4000;

        private readonly ManualResetEventSlim _opened = new();

        public bool IsOpen => _opened.IsSet;

        public void Open() => _opened.Set();

        public IEnumerable<GatedRow> Rows() => Enumerable.Range(0, Count).Select(i => new GatedRow(i, this));

        public int Pass(int id) =>
            id < Count - 1 || _opened.Wait(TimeSpan.FromSeconds(20)) ? id : throw new TimeoutException("Nothing has arrived yet.");

        public void Dispose() => _opened.Dispose();
    }
}

/// <summary>An action that returns the value of the test.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
public sealed class NestedController : ControllerBase
{
    [HttpGet("nested")]
    public IActionResult Get([FromServices] IServiceProvider services) => Ok(services.GetRequiredService<NestedListsTests.Answer>().Value);
}
