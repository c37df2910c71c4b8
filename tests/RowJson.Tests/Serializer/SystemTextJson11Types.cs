#if SYSTEM_TEXT_JSON_11
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests
{
    /// <summary>Types that are written otherwise from System.Text.Json 11 on.</summary>
    internal static class SystemTextJson11Types
    {
        public static readonly IReadOnlyList<SystemTextJson11Case> All =
        [
            new SystemTextJson11Case<NumberOrText>("union", new(1), new("é<"), default),
            new SystemTextJson11Case<NumberOrText?>("nullable union", new NumberOrText(1), null),
            new SystemTextJson11Case<RowsOrRow>("union of objects", new(new UnionRow(1, "a")), new([new UnionRow(2, "b"), new(3, null)])),
            new SystemTextJson11Case<UnionClass?>("union that is a class", new UnionClass("a"), new UnionClass(new UnionRow(1, "a")), null),
            new SystemTextJson11Case<UnionHolder>("object with unions", new UnionHolder(1, "a", new(5), [new("x"), new(2)], null),
                new UnionHolder(2, "b", new("y"), [], new([new UnionRow(4, "c")]))),
            new SystemTextJson11Case<ContractUnion>("union by its contract", new(1), new("é"), new(new UnionRow(1, "a"))),
            new SystemTextJson11Case<ClosedShape>("closed hierarchy", new ClosedCircle(1, "a"), new ClosedSquare(2, 2.5)),
            new SystemTextJson11Case<ClosedCircle>("class of a closed hierarchy", new ClosedCircle(1, "a")),
            new SystemTextJson11Case<ClosedHolder>("object with a closed hierarchy", new ClosedHolder(1, "a", new ClosedCircle(1, "b"), [
                new ClosedSquare(2, 2.5), new ClosedCircle(3, null)]), new ClosedHolder(2, null, null, [])),
            new SystemTextJson11Case<ClosedNumbers>("closed hierarchy of lists", new ClosedNumbersAsText { 1, "a" }),
            new SystemTextJson11Case<ClosedNumbersAsText>("list of a closed hierarchy", new ClosedNumbersAsText { 1, "a" }),
            new SystemTextJson11Case<NeverClosed>("closed hierarchy that says no", new NeverClosedOne(1, "a"), new NeverClosedTwo(2, "b")),
            new SystemTextJson11Case<AlwaysClosed>("closed hierarchy that says yes", new AlwaysClosedOne(1, "a"), new AlwaysClosedTwo(2, "b")),
            new SystemTextJson11Case<IgnoresNull>("no null, by the type", new IgnoresNull(1, null, 2), new IgnoresNull(0, "a", null)),
            new SystemTextJson11Case<IgnoresDefault>("no default, by the type", new IgnoresDefault(0, null, 2), new IgnoresDefault(1, "a", null)),
            new SystemTextJson11Case<IgnoresNever>("all, by the type", new IgnoresNever(0, null, 2), new IgnoresNever(1, "a", null)),
            new SystemTextJson11Case<IgnoresNullButOne>("no null but in one member", new IgnoresNullButOne(null, null), new IgnoresNullButOne("a", "b")),
            new SystemTextJson11Case<IgnoresForReading>("none when reading, by the type", new IgnoresForReading(0, null), new IgnoresForReading(1, "a")),
            new SystemTextJson11Case<IgnoresNullToo>("derived from a type with a condition", new IgnoresNullToo(1, null, null), new IgnoresNullToo(1, "a", "b")),
            new SystemTextJson11Case<SnakeCase>("names by the type", new SnakeCase(1, "a", 2.5), new SnakeCase(2, null, null)),
            new SystemTextJson11Case<SnakeCaseHolder>("object with names by the type", new SnakeCaseHolder(1, "a", new SnakeCase(1, "a", 2.5), [
                new SnakeCase(2, null, null)])),
            new SystemTextJson11Case<System.Numerics.BigInteger>("big integer", new System.Numerics.BigInteger(1) << 100),
            new SystemTextJson11Case<NewNumbers>("numbers", new NewNumbers(Half.MaxValue, Int128.MinValue, UInt128.MaxValue, new(1, 2), 1 << 20)),
            new SystemTextJson11Case<System.Collections.ObjectModel.ReadOnlySet<int>>("read-only set", new System.Collections.ObjectModel.ReadOnlySet<int>(new HashSet<int> { 1, 2 })),
            new SystemTextJson11Case<IReadOnlySet<UnionRow>>("read-only set of objects", new HashSet<UnionRow> { new(1, "a") }),
        ];

        /// <summary>Changes the contract of <see cref="ContractUnion"/>: nothing on the type says that it is a union.</summary>
        public static IJsonTypeInfoResolver Resolver { get; } = new ContractUnionResolver();

        private sealed class ContractUnionResolver : DefaultJsonTypeInfoResolver
        {
            public override JsonTypeInfo GetTypeInfo(Type type, System.Text.Json.JsonSerializerOptions options) =>
                type != typeof(ContractUnion) ? base.GetTypeInfo(type, options)
                    : JsonMetadataServices.CreateUnionInfo(options, new JsonUnionInfoValues<ContractUnion>
                    {
                        UnionCases = [new(typeof(int)), new(typeof(string)), new(typeof(UnionRow))],
                        UnionDeconstructor = union => (union.Held.GetType(), union.Held),
                        UnionConstructor = (_, value) => new ContractUnion(value!),
                    });
        }
    }

    public record UnionRow(int Id, string? Name);

    [Union]
    public readonly struct NumberOrText
    {
        public NumberOrText(int value) => Value = value;

        public NumberOrText(string value) => Value = value;

        public object? Value { get; }
    }

    [Union]
    public readonly struct RowsOrRow
    {
        public RowsOrRow(UnionRow value) => Value = value;

        public RowsOrRow(List<UnionRow> value) => Value = value;

        public object? Value { get; }
    }

    [Union]
    public class UnionClass
    {
        public UnionClass(string value) => Value = value;

        public UnionClass(UnionRow value) => Value = value;

        public object? Value { get; }
    }

    public record UnionHolder(int Id, string Name, NumberOrText One, List<NumberOrText> Many, RowsOrRow? Rows);

    public readonly record struct ContractUnion(object Held);

    [IsClosedType(DerivedTypes = [typeof(ClosedCircle), typeof(ClosedSquare)])]
    public abstract record ClosedShape(int Id);

    public record ClosedCircle(int Id, string? Name) : ClosedShape(Id);

    public record ClosedSquare(int Id, double Side) : ClosedShape(Id);

    public record ClosedHolder(int Id, string? Name, ClosedShape? Shape, List<ClosedShape> Shapes);

    [IsClosedType(DerivedTypes = [typeof(ClosedNumbersAsText)])]
    public abstract class ClosedNumbers : List<object>;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public class ClosedNumbersAsText : ClosedNumbers;

    [IsClosedType(DerivedTypes = [typeof(NeverClosedOne), typeof(NeverClosedTwo)])]
    [JsonPolymorphic(InferClosedTypePolymorphism = false)]
    public abstract record NeverClosed(int Id);

    public record NeverClosedOne(int Id, string One) : NeverClosed(Id);

    public record NeverClosedTwo(int Id, string Two) : NeverClosed(Id);

    [IsClosedType(DerivedTypes = [typeof(AlwaysClosedOne), typeof(AlwaysClosedTwo)])]
    [JsonPolymorphic(InferClosedTypePolymorphism = true, TypeDiscriminatorPropertyName = "kind")]
    public abstract record AlwaysClosed(int Id);

    public record AlwaysClosedOne(int Id, string One) : AlwaysClosed(Id);

    public record AlwaysClosedTwo(int Id, string Two) : AlwaysClosed(Id);

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public record IgnoresNull(int Id, string? Name, double? Price);

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public record IgnoresDefault(int Id, string? Name, double? Price);

    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public record IgnoresNever(int Id, string? Name, double? Price);

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public record IgnoresNullButOne(string? Name, [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] string? Always);

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
    public record IgnoresForReading(int Id, string? Name);

    public record IgnoresNullToo(int Id, string? Name, string? Other) : IgnoresNull(Id, Name, null);

    [JsonNamingPolicy(JsonKnownNamingPolicy.SnakeCaseUpper)]
    public record SnakeCase(int SomeId, string? SomeName, [property: JsonNamingPolicy(JsonKnownNamingPolicy.KebabCaseLower)] double? SomePrice);

    public record SnakeCaseHolder(int Id, string Name, SnakeCase One, List<SnakeCase> Many);

    public record NewNumbers(Half Half, Int128 Least, UInt128 Most, System.Numerics.Complex Complex, System.Numerics.BigInteger Big);

    /// <summary>The serializer knows it by its name: the compiler's own may not be used.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    internal sealed class IsClosedTypeAttribute : Attribute
    {
        public Type[] DerivedTypes { get; set; } = [];
    }
}

namespace System.Runtime.CompilerServices
{
    /// <summary>.NET 11 has it.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    internal sealed class UnionAttribute : Attribute;
}
#endif
