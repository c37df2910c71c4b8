using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Objects of a class hierarchy in cells that are declared as objects.</summary>
public class PolymorphismTests
{
    private const string First = """{"$type":"circle","Radius":1}""";
    private const string Second = """{"$type":"circle","Radius":2}""";

    /// <summary>The effect of the first object of a dictionary or list on the next one in .NET 10.</summary>
    private const string SecondOfTheSerializer = """{"Radius":2}""";

    [Fact]
    public void Serialize_severalOfOneClassAsObjects_namesTheClassOfTheFirstOnly()
    {
        // A test of the framework. When it begins to fail, both outputs are the same again, and the limit in the README can go.
        Dictionary<string, object?> row = new() { ["a"] = new Circle(1), ["b"] = new Circle(2) };
        JsonSerializer.Serialize(new[] { row }).Should().Be($$"""[{"a":{{First}},"b":{{SecondOfTheSerializer}}}]""");
        JsonSerializer.Serialize(new List<object?> { new Circle(1), new Circle(2) }).Should().Be($"[{First},{SecondOfTheSerializer}]");
        JsonSerializer.Serialize(new List<Shape> { new Circle(1), new Circle(2) }).Should().Be($"[{First},{Second}]");
    }

    [Fact]
    public void Write_severalOfOneClassAsObjects_namesTheClassOfAll()
    {
        Dictionary<string, object?> row = new() { ["a"] = new Circle(1), ["b"] = new Circle(2) };
        foreach (JsonSerializerOptions serializer in new JsonSerializerOptions[] { new(), new() { NumberHandling = JsonNumberHandling.AllowReadingFromString } })
        {
            var options = new JsonRowOptions { SerializerOptions = serializer };
            JsonRows.From(new[] { row }).ToJsonString(options).Should().Be($$"""[{"a":{{First}},"b":{{Second}}}]""");
            JsonRows.From(new List<object?> { new Circle(1), new Circle(2) }).ToJsonString(options).Should().Be($"[{First},{Second}]");
        }
    }

    /// <summary>Its own number handling leaves the declared class to the serializer, and the derived one to its columns.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Write_declaredClassThatGainsNothing_equalsSerializer(bool isIndented)
    {
        var serializer = new JsonSerializerOptions { WriteIndented = isIndented };
        List<HandledBase> rows = [new() { Value = 1.5 }, new HandledDerived { Value = 2 }, new() { Value = -3 }];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(serializer) { ObjectAccess = access }).Should().Be(JsonSerializer.Serialize(rows, serializer));
    }

    [Fact]
    public void Write_rowsThatTheSerializerWrites_areItsOwn()
    {
        List<Dictionary<string, object?>> rows = [new() { ["a"] = new Circle(1), ["b"] = new Circle(2) }];
        var serializer = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { SerializerOptions = serializer }).Should().Be(JsonSerializer.Serialize(rows, serializer));
    }

    [Fact]
    public void Write_declaredBaseClass_matchesTheSerializer()
    {
        List<Dictionary<string, Shape>> rows = [new() { ["a"] = new Circle(1), ["b"] = new Circle(2), ["c"] = new Square(3) }];
        JsonRows.From(rows).ToJsonString().Should().Be(JsonSerializer.Serialize(rows)).And.Contain(Second);
    }

    /// <summary>Without a discriminator, with derived types of their own, and structures.</summary>
    [Fact]
    public void Write_derivedTypesOfOtherKinds_matchTheSerializer()
    {
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions { ObjectAccess = access };
            List<Unnamed> unnamed = [new(1), new Named(2, "x"), null!];
            List<Layer> layers = [new(1), new Middle(2, 3), new Top(4, 5, 6)];
            List<IMeasured> measured = [new Length(1.5), new Length(2)];
            JsonRows.From(unnamed).ToJsonString(options).Should().Be(JsonSerializer.Serialize(unnamed)).And.Contain("\"x\"");
            JsonRows.From(layers).ToJsonString(options).Should().Be(JsonSerializer.Serialize(layers)).And.Contain("top");
            JsonRows.From(measured).ToJsonString(options).Should().Be(JsonSerializer.Serialize(measured)).And.Contain("length");
        }
    }

    /// <summary>The declared class itself, and classes that it does not name, by each rule for them.</summary>
    [Fact]
    public void Write_typesThatAreNotNamed_matchTheSerializer()
    {
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions { ObjectAccess = access };
            Check<OwnKind>([new(1), new OwnKindNamed(2, "x"), new(3)]);
            Check<FallsToBase>([new(1), new FallsNamed(2, "x"), new FallsUnnamed(3, "y"), new FallsUnderNamed(4, "z", 5)]);
            Check<FallsToListedBase>([new(1), new ListedNamed(2, "x"), new ListedUnnamed(3, "y")]);
            Check<Nearest>([new(1), new NearestNamed(2, "x"), new NearestUnnamed(3, "y"), new NearestUnderNamed(4, "z", 5)]);
            Check<AbstractBase>([new AbstractNamed(1, "x"), new AbstractUnnamed(2, "y")]);
            Check<INearest>([new NearestOfTwo(1, 2), new NearestNamedHere(3)]);

            void Check<T>(List<T> rows) => JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
        }
    }

    [Fact]
    public void Write_typeThatHoldsItsOwnKind_matchesTheSerializer()
    {
        List<Knot> rows = [new(1, new Knot(2, null)), new Loop(3, new Loop(4, null, "x"), "y"), new(5, new Loop(6, null, "z"))];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRows.From(rows).ToJsonString(new JsonRowOptions { ObjectAccess = access }).Should().Be(JsonSerializer.Serialize(rows));
        }
    }

    [Fact]
    public void Write_rowWhoseOwnContractCannotBeMade_failsForItsReason()
    {
        JsonRows.From<Failing>([new Unmade()]).Invoking(it => it.ToJsonString())
            .Should().Throw<JsonRowException>().Which.GetBaseException().Should().BeOfType<TimeoutException>();
    }

    [Fact]
    public void Write_typeThatIsRefused_failsAsTheSerializer()
    {
        List<OwnKind> rows = [new(1), new OwnKindUnnamed(2, "x")];
        FluentActions.Invoking(() => JsonSerializer.Serialize(rows)).Should().Throw<NotSupportedException>();

        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRows.From(rows).Invoking(it => it.ToJsonString(new JsonRowOptions { ObjectAccess = access }))
                .Should().Throw<JsonRowException>().WithInnerException<NotSupportedException>();
        }
    }

    [JsonDerivedType(typeof(Loop), "loop")]
    private record Knot(int Id, Knot? Next);

    private sealed record Loop(int Id, Knot? Next, string Name) : Knot(Id, Next);

    private class Failing
    {
        public int Id => throw new TimeoutException();
    }

    [JsonPolymorphic]
    private sealed class Unmade : Failing;

    [JsonDerivedType(typeof(OwnKindNamed), "named")]
    private record OwnKind(int Id);

    private sealed record OwnKindNamed(int Id, string Name) : OwnKind(Id);

    private sealed record OwnKindUnnamed(int Id, string Name) : OwnKind(Id);

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(FallsNamed), "named")]
    private record FallsToBase(int Id);

    private record FallsNamed(int Id, string Name) : FallsToBase(Id);

    private sealed record FallsUnnamed(int Id, string Other) : FallsToBase(Id);

    private sealed record FallsUnderNamed(int Id, string Name, int More) : FallsNamed(Id, Name);

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(FallsToListedBase), "base")]
    [JsonDerivedType(typeof(ListedNamed), "named")]
    private record FallsToListedBase(int Id);

    private sealed record ListedNamed(int Id, string Name) : FallsToListedBase(Id);

    private sealed record ListedUnnamed(int Id, string Other) : FallsToListedBase(Id);

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(NearestNamed), "named")]
    private record Nearest(int Id);

    private record NearestNamed(int Id, string Name) : Nearest(Id);

    private sealed record NearestUnnamed(int Id, string Other) : Nearest(Id);

    private sealed record NearestUnderNamed(int Id, string Name, int More) : NearestNamed(Id, Name);

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(AbstractNamed), "named")]
    private abstract record AbstractBase(int Id);

    private sealed record AbstractNamed(int Id, string Name) : AbstractBase(Id);

    private sealed record AbstractUnnamed(int Id, string Other) : AbstractBase(Id);

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(INearestNamed), "named")]
    [JsonDerivedType(typeof(NearestNamedHere), "here")]
    private interface INearest
    {
        int Id { get; }
    }

    private interface INearestNamed : INearest
    {
        int Height { get; }
    }

    private sealed record NearestOfTwo(int Id, int Height) : INearestNamed;

    private sealed record NearestNamedHere(int Id) : INearest;

    [JsonDerivedType(typeof(Named))]
    private record Unnamed(int Id);

    private sealed record Named(int Id, string Name) : Unnamed(Id);

    [JsonDerivedType(typeof(Middle), "middle")]
    [JsonDerivedType(typeof(Top), "top")]
    private record Layer(int Id);

    [JsonDerivedType(typeof(Top), "top of the middle")]
    private record Middle(int Id, int Height) : Layer(Id);

    private sealed record Top(int Id, int Height, int Width) : Middle(Id, Height);

    [JsonDerivedType(typeof(Length), "length")]
    private interface IMeasured
    {
        double Value { get; }
    }

    private readonly record struct Length(double Value) : IMeasured;

    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), "square")]
    private abstract record Shape;

    private sealed record Circle(int Radius) : Shape;

    private sealed record Square(int Side) : Shape;

    [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    [JsonDerivedType(typeof(HandledDerived), "derived")]
    private class HandledBase
    {
        public double Value { get; set; }
    }

    private sealed class HandledDerived : HandledBase;
}
