using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Which rows are written by columns: those that gain by it, with all that is nested in them.</summary>
public class RowGainTests
{
    [Fact]
    public void Takes_rowsOfWhichTheSerializerWritesMoreThanAQuarter_areLeftToIt()
    {
        Takes<ThreeOfFour>().Should().BeTrue();
        Takes<TwoOfFour>().Should().BeFalse();
        Takes<Nothing>().Should().BeFalse();
    }

    [Fact]
    public void Takes_rowsWithNestedObjectsThatLose_areLeftToTheSerializer()
    {
        Takes<Holder<ThreeOfFour>>().Should().BeTrue();
        Takes<Holder<Nothing>>().Should().BeTrue();
        Takes<Holder<TwoOfFour>>().Should().BeFalse();
        Takes<Holder<Holder<TwoOfFour>>>().Should().BeFalse();
        Takes<Holder<WithQueue>>().Should().BeTrue();
        Takes<Holder<Holder<WithQueue>>>().Should().BeTrue();
    }

    // A row may be of the base class itself, unless that is abstract.
    [Fact]
    public void Takes_polymorphicRowsWhoseBaseLoses_areLeftToTheSerializer()
    {
        Takes<GainingBase>().Should().BeTrue();
        Takes<LosingBase>().Should().BeFalse();
        Takes<AbstractBase>().Should().BeTrue();
    }

    [Fact]
    public void Takes_rowsThatHoldTheirOwnKind_areLookedAtOnce()
    {
        Takes<Node>().Should().BeTrue();
        Takes<LosingNode>().Should().BeFalse();
    }

    [Fact]
    public void RootOf_objectWithAPropertyOfTheSerializer_gainsIfItHasMoreOthers()
    {
        TakesOne<Numbers>().Should().BeTrue();
        TakesOne<NumbersAndOneOther>().Should().BeFalse();
        TakesOne<MoreNumbersAndOneOther>().Should().BeTrue();
        TakesOne<MoreNumbersAndTwoOthers>().Should().BeFalse();
    }

    [Fact]
    public void BuildRow_columns_followTheSameRule()
    {
        Builds<ThreeOfFour>().Should().BeTrue();
        Builds<TwoOfFour>().Should().BeFalse();
        Builds<Holder<ThreeOfFour>>().Should().BeTrue();
        // What loses is one column of the serializer's.
        Builds<Holder<TwoOfFour>>().Should().BeFalse();
        Builds<WideHolder<TwoOfFour>>().Should().BeTrue();
        // Found by its own kind before it turned out to lose: it alone is the serializer's.
        Builds<LosingNode>().Should().BeFalse();
        Builds<WideHolder<LosingNode>>().Should().BeTrue();
    }

    [Fact]
    public void WriteTo_objectsThatHoldEachOther_haveTheBytesOfTheSerializer()
    {
        WideHolder<LosingPair>[] rows = [.. Enumerable.Range(0, 1000).Select(i => new WideHolder<LosingPair>
        {
            Id = i, Items = [new() { Other = new() { Back = new() { Other = new() } } }],
        })];
        var options = new JsonRowOptions();
        JsonRows.From(rows).ToJsonString(options);
        // Once more, when the columns have been compiled or not.
        SpinWait.SpinUntil(() => false, 200);

        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
        Builds<WideHolder<LosingPair>>().Should().BeTrue();
        Builds<LosingPair>().Should().BeFalse();
    }

    [Fact]
    public void WriteTo_listsInMembersOfAnyType_areWrittenWithoutTheSerializer()
    {
        object?[] values = [new List<string?> { "a", null, "\"ä\"" }, new string?[] { null, "x" }, new List<int> { 1, -2 }, new[] { 3 }, new List<int>(), new List<string>()];
        foreach (JsonSerializerOptions serializer in new[] { JsonSerializerOptions.Default, JsonSerializerOptions.Web, new() { NumberHandling = JsonNumberHandling.WriteAsString } })
        {
            List<Dictionary<string, object?>> rows = [.. values.Select(value => new Dictionary<string, object?> { ["a"] = value, ["b"] = new[] { value } })];
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(serializer)).Should().Be(JsonSerializer.Serialize(rows, serializer));
        }
        var upper = new JsonSerializerOptions { Converters = { new Upper() } };
        List<Dictionary<string, object?>> converted = [new() { ["a"] = new List<string> { "x" } }];
        JsonRows.From(converted).ToJsonString(new JsonRowOptions(upper)).Should().Be("""[{"a":["X"]}]""");
    }

    private static bool Takes<T>() => TakesOne<List<T>>();

    private static bool TakesOne<T>()
    {
        var options = new JsonSerializerOptions();
        bool takes = DropInOptions.Of(options).RootOf(typeof(T)) is { IsTaken: true };
        if (!RuntimeFeature.IsDynamicCodeSupported) takes.Should().BeFalse();
        return takes;
    }

    private static bool Builds<T>()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions());
        RowContext context = options.Context;
        return new ObjectColumnsBuilder(context, context.Traits, compiles: true).BuildRow(context.ContractOf<T>()) is not null;
    }

    private sealed class Upper : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToUpperInvariant());
    }

    private sealed class IdConverter : JsonConverter<long>
    {
        public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteStringValue($"id-{value}");
    }

    private class Numbers
    {
        public int A { get; set; }
        public int B { get; set; }
        public int C { get; set; }
        public int D { get; set; }
        public int E { get; set; }
        public int F { get; set; }
    }

    private class NumbersAndOneOther : Numbers
    {
        public ArraySegment<int> Other { get; set; }
    }

    private class MoreNumbersAndOneOther : NumbersAndOneOther
    {
        public int G { get; set; }
        public int H { get; set; }
    }

    private sealed class MoreNumbersAndTwoOthers : MoreNumbersAndOneOther
    {
        public ArraySegment<int> Another { get; set; }
    }

    private sealed class Nothing;

    [JsonDerivedType(typeof(DerivedOfGaining))]
    private class GainingBase
    {
        public int A { get; set; }
    }

    private sealed class DerivedOfGaining : GainingBase;

    [JsonDerivedType(typeof(DerivedOfLosing))]
    private class LosingBase
    {
        [JsonConverter(typeof(IdConverter))]
        public long A { get; set; }
    }

    private sealed class DerivedOfLosing : LosingBase
    {
        public int B { get; set; }
        public int C { get; set; }
    }

    [JsonDerivedType(typeof(DerivedOfAbstract))]
    private abstract class AbstractBase
    {
        [JsonConverter(typeof(IdConverter))]
        public long A { get; set; }
    }

    private sealed class DerivedOfAbstract : AbstractBase
    {
        public int B { get; set; }
        public int C { get; set; }
    }

    private sealed class TwoOfFour
    {
        public int A { get; set; }

        public int B { get; set; }

        [JsonConverter(typeof(IdConverter))]
        public long C { get; set; }

        public Int128? D { get; set; }
    }

    private sealed class ThreeOfFour
    {
        public int A { get; set; }

        public string? B { get; set; }

        public bool C { get; set; }

        [JsonConverter(typeof(IdConverter))]
        public long D { get; set; }
    }

    private sealed class WithQueue
    {
        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public Queue<int>? D { get; set; }
    }

    private sealed class Holder<T>
    {
        public int Id { get; set; }

        public List<T>? Items { get; set; }
    }

    private sealed class WideHolder<T>
    {
        public int Id { get; set; }

        public int A { get; set; }

        public string? B { get; set; }

        public List<T>? Items { get; set; }
    }

    private sealed class Node
    {
        public string? Name { get; set; }

        public List<Node>? Children { get; set; }
    }

    private sealed class LosingNode
    {
        public List<LosingNode>? Children { get; set; }

        public Int128? Place { get; set; }
    }

    private sealed class LosingPair
    {
        public LosingOther? Other { get; set; }

        public Int128? Place { get; set; }
    }

    private sealed class LosingOther
    {
        public LosingPair? Back { get; set; }

        public int Id { get; set; }

        public int More { get; set; }
    }
}
