using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>When columns take over from the serializer.</summary>
public class ObjectPlanTests
{
    [Fact]
    public void Count_bytesThatTheSerializerHasWritten_columnsComeAfterEnough()
    {
        RowContext context = new JsonRowOptions(new JsonSerializerOptions()).Context;
        ObjectPlan<Pet> plan = PlanOf(context);
        plan.Count(context, ColumnGain.BytesBeforeColumns - 1);
        plan.IsWaiting(context).Should().BeTrue();
        SpinWait.SpinUntil(() => plan.IsReady(context), TimeSpan.FromMilliseconds(100)).Should().BeFalse();

        plan.Count(context, 1);

        if (!RuntimeFeature.IsDynamicCodeSupported) return;
        SpinWait.SpinUntil(() => plan.IsReady(context), TimeSpan.FromMinutes(1)).Should().BeTrue();
        plan.IsWaiting(context).Should().BeFalse();
    }

    /// <summary>Two threads write the first rows: those of the second one wait for the columns, which know what the serializer does not.</summary>
    [Fact]
    public async Task Write_columnsThatAnotherThreadMakes_waitsForThem()
    {
        using var isMaking = new ManualResetEventSlim();
        using var mayGoOn = new ManualResetEventSlim();
        var options = new JsonRowOptions(new JsonSerializerOptions())
        {
            NonFiniteHandling = JsonNonFiniteHandling.Null,
            ColumnNamingPolicy = Naming.By(name =>
            {
                isMaking.Set();
                mayGoOn.Wait(TimeSpan.FromSeconds(30));
                return name;
            }),
        };
        Pet[] pets = [new(1, "a", double.NaN)];
        Task<string> first = Task.Run(() => JsonRows.From(pets).ToJsonString(options));
        isMaking.Wait(TimeSpan.FromSeconds(30)).Should().BeTrue();

        Task<string> second = Task.Run(() => JsonRows.From(pets).ToJsonString(options));
        await Task.WhenAny(second, Task.Delay(200));
        mayGoOn.Set();

        (await second).Should().Be("""[{"Id":1,"Name":"a","Weight":null}]""");
        (await first).Should().Be(await second);
    }

    /// <summary>The serializer writes such rows only to have them read again.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ColumnsFor_columnsThatAreChosenOrLeftOut_areThereFromTheFirstRowOn(bool omitsNulls)
    {
        JsonRowOptions options = omitsNulls ? new JsonRowOptions { OmitNulls = true } : new JsonRowOptions().WithColumns("Id");

        PlanOf(options.Context).IsReady(options.Context).Should().BeTrue();
        PlanOf(JsonRowOptions.Default.Context).IsReady(JsonRowOptions.Default.Context).Should().BeFalse();
    }

    [Fact]
    public void IsWaiting_columnsFromTheFirstRowOn_isFalse() =>
        IsWaiting(new JsonRowOptions(new JsonSerializerOptions()) { ObjectAccess = ObjectAccess.Delegates }).Should().BeFalse();

    [Fact]
    public void Serialize_listsBeforeAndAfterColumnsAreCompiled_equalsSerializer()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = options.WithRowJson(writeOnly: true);
        // More than the bytes after which columns are compiled.
        List<Pet> page = Pets(1_000), all = Pets(80_000);
        string expected = JsonSerializer.Serialize(page, options);
        // The serializer's as a whole, and then one that is long enough for columns to come meanwhile.
        JsonSerializer.Serialize(page, fast).Should().Be(expected);
        JsonSerializer.Serialize(page.ToHashSet(), fast).Should().Be(expected);
        JsonSerializer.Serialize(all, fast).Should().Be(JsonSerializer.Serialize(all, options));

        RowContext context = DropInOptions.Of(options).Rows.Context;
        SpinWait.SpinUntil(() => context.PlanOf(context.ContractOf<Pet>()).IsReady(context), TimeSpan.FromMinutes(1)).Should().BeTrue();
        JsonSerializer.Serialize(page, fast).Should().Be(expected);
        JsonSerializer.Serialize(all, fast).Should().Be(JsonSerializer.Serialize(all, options));
    }

    private static bool IsWaiting(JsonRowOptions options) => PlanOf(options.Context).IsWaiting(options.Context);

    private static ObjectPlan<Pet> PlanOf(RowContext context) => context.PlanOf(context.ContractOf<Pet>());

    private static List<Pet> Pets(int count) => [.. Enumerable.Range(0, count).Select(i => new Pet(i, $"Pet {i}", i / 4.0))];

    private sealed record Pet(int Id, string Name, double Weight);
}
