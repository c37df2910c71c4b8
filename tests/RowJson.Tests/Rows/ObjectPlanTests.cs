using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>When columns take over from the serializer.</summary>
public class ObjectPlanTests
{
    [Fact]
    public void Count_bytesThatTheSerializerHasWritten_columnsComeAfterEnough()
    {
        ObjectPlan<Pet> plan = PlanOf(new JsonRowOptions(new JsonSerializerOptions()));
        plan.Count(ColumnGain.BytesBeforeColumns - 1);
        plan.IsWaiting.Should().BeTrue();
        SpinWait.SpinUntil(() => plan.IsReady, TimeSpan.FromMilliseconds(100)).Should().BeFalse();

        plan.Count(1);

        if (!RuntimeFeature.IsDynamicCodeSupported) return;
        SpinWait.SpinUntil(() => plan.IsReady, TimeSpan.FromMinutes(1)).Should().BeTrue();
        plan.IsWaiting.Should().BeFalse();
    }

    [Fact]
    public void IsWaiting_columnsFromTheFirstRowOn_isFalse() =>
        PlanOf(new JsonRowOptions(new JsonSerializerOptions()) { ObjectAccess = ObjectAccess.Delegates }).IsWaiting.Should().BeFalse();

    [Fact]
    public void Serialize_listsBeforeAndAfterColumnsAreCompiled_equalsSerializer()
    {
        var options = new JsonSerializerOptions();
        JsonSerializerOptions fast = JsonRowSerializer.CreateWriteOptions(options);
        List<Pet> page = Pets(1_000), all = Pets(60_000);
        string expected = JsonSerializer.Serialize(page, options);
        // The serializer's as a whole, and then one that is long enough for columns to come meanwhile.
        JsonSerializer.Serialize(page, fast).Should().Be(expected);
        JsonSerializer.Serialize(page.ToHashSet(), fast).Should().Be(expected);
        JsonSerializer.Serialize(all, fast).Should().Be(JsonSerializer.Serialize(all, options));

        RowContext context = DropInOptions.Of(options).Rows.Context;
        SpinWait.SpinUntil(() => context.PlanOf(RowContract.Of<Pet>(context)).IsReady, TimeSpan.FromMinutes(1)).Should().BeTrue();
        JsonSerializer.Serialize(page, fast).Should().Be(expected);
        JsonSerializer.Serialize(all, fast).Should().Be(JsonSerializer.Serialize(all, options));
    }

    private static ObjectPlan<Pet> PlanOf(JsonRowOptions options) => options.Context.PlanOf(RowContract.Of<Pet>(options.Context));

    private static List<Pet> Pets(int count) => [.. Enumerable.Range(0, count).Select(i => new Pet(i, $"Pet {i}", i / 4.0))];

    private sealed record Pet(int Id, string Name, double Weight);
}
