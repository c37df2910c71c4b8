using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Contexts of an application that is compiled ahead: for which structures code is declared.</summary>
[Trait("Speed", "Slow")]
public class StructureGeneratorTests
{
    private const string Types = """
        public readonly record struct Seat(string Row, int Number);
        public record struct Flight(int Id, Seat? Seat, DateTime Departs, JsonElement More, ImmutableArray<int> Sizes);
        public class Booking { public Seat[] Seats { get; set; } public State State { get; set; } public Booking Next { get; set; } }
        public class Rebooking : Booking;
        public class Journey { public Dictionary<string, List<Seat?>> Groups { get; set; } public static Flight Empty { get; set; } }
        public class Seats : Collection<Seat>;
        [JsonDerivedType(typeof(Ticket), "ticket")] public class Paper;
        public class Ticket : Paper { public Seat Seat; }
        [JsonConverter(typeof(JsonStringEnumConverter<State>))] public enum State { Open }
        [JsonConverter(typeof(MoneyConverter))] public record struct Money(decimal Amount);
        public class MoneyConverter : JsonConverter<Money>
        {
            public override Money Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => default;
            public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) { }
        }
        public class Outer { private struct Hidden; internal struct Inner; public class Holder { private Hidden Hidden { get; set; } internal Inner Inner { get; set; } } }
        file struct Local;
        [Obsolete] public struct Old;
        [Obsolete("", true)] public class Gone { public struct Inner; }
        public class Left
        {
            #pragma warning disable CS0612
            public Old Old { get; set; }
            [Obsolete("", true)] public Gone.Inner Inner { get; set; }
            [Obsolete("", true)] public Pair<Gone.Inner> Pair { get; set; }
            [JsonIgnore] public Pair<dynamic> Dynamic { get; set; }
            [JsonIgnore] public unsafe Pair<int*[]> Pointers { get; set; }
            private Seat _seat;
        }
        public struct Pair<T> { public T First { get; set; } public RawJson Text { get; set; } }
        """;

    [Theory]
    [InlineData("List<Seat>", "Seat")]
    [InlineData("IEnumerable<Seat?>", "Seat")]
    [InlineData("Seat", "Seat")]
    [InlineData("Flight[]", "Flight", "Seat")]
    [InlineData("Booking", "Seat")]
    [InlineData("Rebooking", "Seat")]
    [InlineData("Journey", "Seat")]
    [InlineData("Seats", "Seat")]
    [InlineData("Paper", "Seat")]
    [InlineData("Outer.Holder", "Outer.Inner")]
    [InlineData("List<Pair<Seat>>", "Pair<global::Seat>", "Seat")]
    [InlineData("Pair<(int Key, string Name)>", "Pair<(int , string )>")]
    [InlineData("Left")]
    [InlineData("Money[]")]
    [InlineData("State[]")]
    [InlineData("Dictionary<string, int>")]
    [InlineData("(int, Guid)[]")]
    public void Context_structures_areDeclared(string type, params string[] expected) =>
        Generate($"[JsonSerializable(typeof({type}))]", "PublishAot").Should().Equal(
            expected.Select(it => $"[assembly: global::RowJson.JsonRowStructure<global::{it}>]"));

    [Theory]
    [InlineData("List<Local>")]
    [InlineData("Pair<Local>")]
    [InlineData("Pair<List<Local[]>>")]
    public void Context_typesOfOneFile_areNotDeclared(string type) =>
        Generate($"[JsonSerializable(typeof({type}))]", "PublishAot").Should().BeEmpty();

    [Fact]
    public void Context_severalTypes_areDeclaredOnce() =>
        Generate("[JsonSerializable(typeof(Seat[]))] [JsonSerializable(typeof(List<Flight>))]", "EnableAotAnalyzer").Should().Equal(
            "[assembly: global::RowJson.JsonRowStructure<global::Flight>]", "[assembly: global::RowJson.JsonRowStructure<global::Seat>]");

    [Theory]
    [InlineData("", LanguageVersion.Latest)]
    [InlineData("PublishTrimmed", LanguageVersion.Latest)]
    [InlineData("PublishAot", LanguageVersion.CSharp10)]
    public void Context_withoutNeedOrGenericAttributes_hasNoCode(string property, LanguageVersion version) =>
        Generate("[JsonSerializable(typeof(Seat[]))]", property, version).Should().BeEmpty();

    [Theory]
    [InlineData("RowJsonDeclareStructures", 0)]
    [InlineData("RowJsonOther", 1)]
    public void Context_projectThatRefuses_hasNoCode(string falseProperty, int lines) =>
        Generate("[JsonSerializable(typeof(Seat[]))]", "PublishAot", falseProperty: falseProperty).Should().HaveCount(lines);

    [Fact]
    public void Context_anotherFileChanges_isNotLookedAtAgain() =>
        new ContextCode(new StructureGenerator()) { Types = Types }.ReasonsAfterChange("[JsonSerializable(typeof(Seat[]))]")
            .Should().NotBeEmpty().And.OnlyContain(it => it == IncrementalStepRunReason.Cached || it == IncrementalStepRunReason.Unchanged);

    /// <summary>The declarations beside a context with these attributes.</summary>
    private static string[] Generate(
        string attributes, string property, LanguageVersion version = LanguageVersion.Latest, string falseProperty = "")
    {
        var code = new ContextCode(new StructureGenerator())
        {
            Types = Types,
            Property = property,
            FalseProperty = falseProperty,
            Version = version,
        };
        return [.. code.Generate(attributes).Where(it => it.StartsWith('['))];
    }
}
