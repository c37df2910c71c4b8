using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Options that are made of others for a response live no longer than those, however long the application's live.</summary>
[Collection(nameof(RunsAlone))]
public class RowOptionsCacheTests
{
    private const int Calls = 200;

    /// <summary>Sets of columns that options keep.</summary>
    private const int KeptSets = 64;

    private static readonly JsonSerializerOptions Application = new(Rows.Options);
    private static readonly JsonRowOptions Kept = new();
    private static readonly RowOptionsCache Cache = new RowJsonHttpOptions().Cache;

    private static readonly Dictionary<string, Func<int, JsonRowOptions>> Entrances = new()
    {
        ["columns"] = i => Cache.For(Kept.WithColumns("id", $"{i}"), Application, JsonRowFormat.Array),
        ["columns, as lines"] = i => Cache.For(Kept.WithColumns("id", $"{i}"), Application, JsonRowFormat.Lines),
        ["options"] = i => Cache.For(new JsonRowOptions { FlushThreshold = 100 + i }, Application, JsonRowFormat.Lines),
        ["values"] = i => Cache.ForValues(new JsonSerializerOptions(Application) { MaxDepth = 10 + i }, JsonRowFormat.Lines),
    };

    public static TheoryData<string> Names => [.. Entrances.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void For_optionsOfOneResponse_areNotKept(string entrance)
    {
        WeakReference[] made = Call(Entrances[entrance]);

        for (int i = 0; i < 20 && Alive() > KeptSets; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Alive().Should().BeLessThanOrEqualTo(KeptSets);

        int Alive() => made.Count(it => it.IsAlive);
    }

    /// <summary>Of <c>Results.Json(value, options)</c>, whose options a handler may make for each response.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_valuesByOptionsOfOneResponse_keepNothingOfThem(bool isObject)
    {
        WeakReference[] made = Plan(isObject);

        for (int i = 0; i < 20 && Alive() > 4; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        // What the runtime has used last may stay.
        Alive().Should().BeLessThanOrEqualTo(4);

        int Alive() => made.Count(it => it.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Plan(bool isObject) => [.. Enumerable.Range(0, Calls).Select(i =>
    {
        var options = new JsonSerializerOptions(Application) { MaxDepth = 10 + i };
        BodyValue root = BodyValue.Of(Rows.Orders(2), options.GetTypeInfo(isObject ? typeof(object) : typeof(List<Order>)));
        root.IsRows.Should().BeTrue();
        root.Write(new DefaultHttpContext(), JsonRowFormat.Array).ToAsync(PipeWriter.Create(Stream.Null), CancellationToken.None).AsTask().GetAwaiter().GetResult();
        root.Write(new DefaultHttpContext(), JsonRowFormat.Lines).ToAsync(PipeWriter.Create(Stream.Null), CancellationToken.None).AsTask().GetAwaiter().GetResult();
        return new WeakReference(options);
    })];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Call(Func<int, JsonRowOptions> entrance) => [.. Enumerable.Range(0, Calls).Select(i =>
    {
        JsonRowOptions options = entrance(i);
        JsonRows.From(Rows.Dictionaries(2)).ToUtf8Bytes(options).Should().NotBeEmpty();
        try
        {
            JsonRows.From(Rows.Orders(2)).ToUtf8Bytes(options).Should().NotBeEmpty();
        }
        catch (JsonRowException exception) when (exception.ColumnName == $"{i}")
        {
            // Orders have no such column.
        }
        return new WeakReference(options);
    })];
}
