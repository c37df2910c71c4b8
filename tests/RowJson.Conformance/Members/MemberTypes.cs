using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;

namespace RowJson.Conformance;

/// <summary>A type of members, with values of it.</summary>
internal abstract class MemberType(string name)
{
    public string Name { get; } = name;

    /// <summary>Rows with members of the type.</summary>
    public abstract IEnumerable<MemberRows> Rows { get; }

    /// <summary>Those without attributes.</summary>
    public abstract MemberRows PlainRows { get; }

    /// <summary>Has each value of the type compared.</summary>
    public abstract void Check(IValueCheck check);
}

/// <inheritdoc/>
internal sealed class MemberType<TValue>(string name, TValue?[] values) : MemberType(name)
{
    public override IEnumerable<MemberRows> Rows => MemberRows.Of(values);

    public override MemberRows PlainRows => MemberRows.Plain(values);

    public override void Check(IValueCheck check)
    {
        for (int i = 0; i < values.Length; i++) check.Check(values[i], $"value {i}");
    }
}

/// <summary>The types of members: all scalars, and what else rows hold.</summary>
internal static class MemberTypes
{
    private static readonly DateTime Time = new(2024, 2, 29, 13, 37, 1, 234, DateTimeKind.Utc);
    private static readonly Guid Id = new("0f8fad5b-d9cb-469f-a165-70867728950e");

    public static readonly MemberType[] All =
    [
        .. Scalar(false, true),
        .. Number<byte>(), .. Number<sbyte>(), .. Number<short>(), .. Number<ushort>(), .. Number<int>(), .. Number<uint>(),
        .. Number<long>(), .. Number<ulong>(), .. Number<Int128>(), .. Number<UInt128>(),
        .. Scalar(0m, 1.50m, decimal.MinValue, decimal.MaxValue, 0.0000000000000000000000000001m),
        .. Real<Half>(), .. Real<float>(), .. Real<double>(),
        .. Scalar('\0', 'a', '"', 'é', '<', '\ud800'),
        .. Scalar(Time, default, DateTime.MaxValue, new DateTime(2024, 1, 1, 1, 2, 3, DateTimeKind.Unspecified).AddTicks(1)),
        .. Scalar(new DateTimeOffset(Time, TimeSpan.Zero), default, new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(-3.5)), DateTimeOffset.MaxValue),
        .. Scalar(new DateOnly(2024, 2, 29), default, DateOnly.MaxValue),
        .. Scalar(new TimeOnly(13, 37, 1, 234), default, TimeOnly.MaxValue),
        .. Scalar(TimeSpan.FromMilliseconds(-123456789), default, TimeSpan.MinValue, TimeSpan.MaxValue),
        .. Scalar(Id, default),
        .. Enumeration<ByteEnum>(), .. Enumeration<SByteEnum>(), .. Enumeration<Int16Enum>(), .. Enumeration<UInt16Enum>(),
        .. Enumeration<Int32Enum>(), .. Enumeration<UInt32Enum>(), .. Enumeration<Int64Enum>(), .. Enumeration<UInt64Enum>(),
        .. Scalar(Rights.None, Rights.Read | Rights.Write, Rights.All, (Rights)128),
        .. Scalar(Weather.Sun, Weather.HeavyRain, (Weather)77),
        .. Scalar(Element("""{"a": [1, "é<"], "b": null}"""), Element("null"), Element("1.50"), default),
        .. Scalar(new RawJson("""{ "a" : "é" }"""), new RawJson("null"), default),
        .. Scalar(new Money(1.5m, "EUR")),
        .. Scalar(new PointStruct(1, -1, "p"), default),
        .. Scalar(new KeyValuePair<string, int>("Key", 1)),
        .. Scalar((1, "text")),
        .. Scalar(new Counter()),
        .. Scalar(new Memory<byte>([1, 2]), default),
        .. Scalar(new BigInteger(5)),
        Reference("string", "", "plain", "é<\"\n日本😀", new string('x', 300), "\ud800"),
        Reference("bytes", [], new byte[] { 1, 2, 3 }),
        Reference("Uri", new Uri("https://example.org/a?b=c&d"), new Uri("relative/ü", UriKind.Relative)),
        Reference("Version", new Version(1, 2, 3)),
        Reference("JsonDocument", JsonDocument.Parse("[1, 2]")),
        Reference<JsonNode>("JsonNode", JsonNode.Parse("""{"Key": 1}""")!, JsonValue.Create("é"), JsonValue.Create(double.NaN)),
        Reference("JsonObject", new JsonObject { ["Key"] = 1, ["None"] = null }),
        Reference("JsonArray", new JsonArray(1, null)),
        Reference<object>("object", 1, 1.50m, "text", Id, Time, true, double.NaN, Int32Enum.One, new Line(), new object(), new List<object?> { 1, null },
            new Dictionary<string, object?> { ["Key"] = 1 }, new[] { 1, 2 }, Element("[1, 2]"), new byte[] { 1 }, 'c', new PlainMembers<int> { Value = 1 }),
        Reference<int[]>("int[]", [], [1, 2]),
        Reference<List<int>>("List<int>", [], [1, 2]),
        Reference<string?[]>("string[]", ["a", null]),
        Reference<double?[]>("double?[]", [1.5, null], [double.NaN]),
        Reference<List<int?>>("List<int?>", [1, null], [null]),
        Reference<float[]>("float[]", [1.5f, float.MaxValue], [float.NegativeInfinity]),
        Reference<List<JsonElement>>("List<JsonElement>", [Element("{}"), Element("[1, 2]")]),
        Reference<RawJson[]>("RawJson[]", [new RawJson("1"), new RawJson("[ ]")]),
        Reference<List<RawJson?>>("List<RawJson?>", [new RawJson("1"), null]),
        Reference<IEnumerable<JsonElement?>>("IEnumerable<JsonElement?>", new JsonElement?[] { Element("{}"), null }),
        Reference<ISet<double>>("ISet<double>", new HashSet<double> { 1.5, double.NaN }, new HashSet<double>()),
        Reference<Dictionary<string, double>>("Dictionary<string, double>", new() { ["First Key"] = 1.5, ["NaN"] = double.NaN }, new() { ["1"] = 1 }),
        Reference<Dictionary<string, string?>>("Dictionary<string, string>", new() { ["First Key"] = "é<", ["é"] = null }, []),
        Reference("Dictionary<string, decimal?>", new Dictionary<string, decimal?> { ["First Key"] = 1.50m, ["é"] = null }),
        Reference("Dictionary<string, JsonElement>", new Dictionary<string, JsonElement> { ["First Key"] = Element("[1, 2]") }),
        Reference<IEnumerable<int>>("IEnumerable<int>", new[] { 1 }, new List<int> { 2 }, Enumerable.Range(1, 3), ImmutableArray.Create(4)),
        Reference<IReadOnlyList<string>>("IReadOnlyList<string>", new[] { "a" }, new List<string>(), ImmutableList.Create("é")),
        Reference<IList<double>>("IList<double>", new[] { 1.5 }, new List<double> { double.NaN }),
        Reference<ICollection<Int32Enum>>("ICollection<Int32Enum>", new[] { Int32Enum.One }, new HashSet<Int32Enum> { default }),
        Reference<IEnumerable<Line>>("IEnumerable<Line>", new[] { new Line { Product = "p" } }, new List<Line> { null!, new() }, new HashSet<Line> { new() }),
        Reference<System.Collections.ArrayList>("ArrayList", new System.Collections.ArrayList { 1, "x", null }),
        Reference<Dictionary<string, object?>>("Dictionary<string, object>", new() { ["First"] = 1, ["é"] = null }, []),
        Reference("Dictionary<string, int>", new Dictionary<string, int> { ["First"] = 1 }),
        Reference<Dictionary<Guid, string>>("Dictionary<Guid, string>", new Dictionary<Guid, string> { [Id] = "x" }),
        Reference("object with members", new Line { Product = "p", Quantity = 1 }, new Line()),
        Reference("list of objects", new List<Line?> { new(), null }),
        Reference("tree", new Tree { Name = "t", Next = new Tree { Children = [new Tree(), null] } }),
        Reference<Figure>("polymorphic", new Circle(), new Figure(), new Rectangle()),
        Reference("base class", new Animal { Id = 1 }, new Dog { Id = 2 }),
        Reference<IHasName>("interface", new Named { Id = 1, Name = "n" }, new ExplicitNamed()),
        Reference("object with callbacks", new Callbacks()),
        Reference("object with extension data", new WithExtensionData { Id = 1, Extra = new() { ["x"] = 1 } }),
        Reference("object with handled numbers", new NumbersAsStrings(), new NumbersAsStrings { Real = double.NaN }),
        Reference<List<List<int>>>("List<List<int>>", [], [[1, 2], null!, []]),
        Reference<double[][]>("double[][]", [[1.5], [double.NaN, 2]], [[]]),
        Reference<object?[][]>("object[][]", [[1, "a", null, Element("[1]")], [new Line()]]),
        Reference<List<object?>>("List<object>", [1, "é<", null, new List<object?> { 1.5 }], []),
        Reference<List<Int32Enum?>>("List<Int32Enum?>", [Int32Enum.One, null, (Int32Enum)77]),
        Reference<List<PointStruct?>>("List<PointStruct?>", [new PointStruct(1, 2, "p"), null]),
        Reference<List<DateTime?[]>>("List<DateTime?[]>", [[Time, null]]),
        Reference<Dictionary<string, List<Line?>?>>("Dictionary<string, List<Line>>", new() { ["First Key"] = [new Line(), null], ["é"] = null }, []),
        Reference<Dictionary<string, Dictionary<string, int>>>("nested dictionaries", new Dictionary<string, Dictionary<string, int>> { ["A"] = new() { ["b"] = 1 }, ["C"] = [] }),
        Reference<IReadOnlyDictionary<string, Line>>(
            "IReadOnlyDictionary<string, Line>", new Dictionary<string, Line> { ["A"] = new() }, new SortedDictionary<string, Line> { ["é"] = new() { Product = "p" } }),
        Reference("list derived from List", new DerivedList { 1, 2 }, new DerivedList()),
        Reference("dictionary derived from Dictionary", new DerivedDictionary { ["A"] = 1.5 }, []),
        Reference<SortedDictionary<DateOnly, decimal>>("SortedDictionary<DateOnly, decimal>", new SortedDictionary<DateOnly, decimal> { [new DateOnly(2024, 2, 29)] = 1.50m, [DateOnly.MinValue] = -1 }, []),
        Reference<Dictionary<Guid, Line?>>("Dictionary<Guid, Line>", new Dictionary<Guid, Line?> { [Guid.Empty] = new() { Product = "é" }, [Guid.AllBitsSet] = null }, []),
        Reference<IReadOnlyDictionary<int, double>>(
            "IReadOnlyDictionary<int, double>", new Dictionary<int, double> { [-1] = 1.5, [2] = double.NaN }, new SortedDictionary<int, double> { [int.MinValue] = 0 }),
        Reference<IDictionary<long, List<int>>>("IDictionary<long, List<int>>", new SortedList<long, List<int>> { [long.MaxValue] = [1], [0] = [] }),
        Reference<Dictionary<TimeOnly, int>>("Dictionary<TimeOnly, int>", new Dictionary<TimeOnly, int> { [new TimeOnly(1, 2)] = 3 }),
        Reference("Stack<Line>", new Stack<Line>([new Line { Product = "1" }, new Line { Product = "2" }])),
        .. Scalar(new ReadOnlyMemory<float>([1.5f, 2]), default, new ReadOnlyMemory<float>([float.NaN])),
        .. Scalar(new ReadOnlyMemory<PointStruct>([new PointStruct(1, 2, "p"), default]), default), .. Scalar(new ReadOnlyMemory<Line?>([new Line(), null])),
        .. Scalar(new TypedId(5), new TypedId(-1)),
        Reference("class with a converter", new TypedName("é<"), new TypedName("fails")),
        Reference("class with a converter for null", new NullableName("x")),
        Reference<Figure?[]>("array of polymorphic objects", [new Circle(), null, new Figure(), new Rectangle()]),
        Reference<Vehicle>("polymorphic with its own type", new Vehicle { Wheels = 4 }, new Bicycle { Wheels = 2, Bell = true }, new Tricycle { Wheels = 3 }),
        Reference("option", FSharpOption<string>.Some("é<"), FSharpOption<string>.Some(null!)),
        Reference("option of a number", FSharpOption<double>.Some(1.5), FSharpOption<double>.Some(double.NaN)),
        Reference("option of an object", FSharpOption<Line>.Some(new Line { Product = "p" })),
        .. Scalar(FSharpValueOption<int>.NewValueSome(5), default), .. Scalar(FSharpValueOption<Line>.NewValueSome(new Line()), default),
        Reference("F# list", ListModule.OfSeq([1, 2]), ListModule.Empty<int>()),
        Reference("tuple", Tuple.Create(1, "t")),
        Reference("Type", typeof(int)),
    ];

    private static JsonElement Element(string text) => JsonDocument.Parse(text).RootElement;

    private static MemberType[] Number<TValue>()
        where TValue : struct, INumber<TValue>, IMinMaxValue<TValue> => Scalar(TValue.Zero, TValue.One, TValue.MinValue, TValue.MaxValue);

    private static MemberType[] Real<TValue>()
        where TValue : struct, IFloatingPointIeee754<TValue>, IMinMaxValue<TValue> => Scalar(
            TValue.Zero, TValue.NegativeZero, TValue.One / TValue.CreateChecked(3), TValue.MinValue, TValue.MaxValue, TValue.Epsilon,
            TValue.NaN, TValue.PositiveInfinity, TValue.NegativeInfinity);

    private static MemberType[] Enumeration<TEnum>()
        where TEnum : struct, Enum => Scalar([.. Enum.GetValues<TEnum>(), (TEnum)Enum.ToObject(typeof(TEnum), 77)]);

    /// <summary>The type and its nullable form.</summary>
    private static MemberType[] Scalar<TValue>(params TValue[] values)
        where TValue : struct =>
    [
        new MemberType<TValue>(NameOf(typeof(TValue)), values),
        new MemberType<TValue?>(NameOf(typeof(TValue)) + "?", [.. values.Cast<TValue?>(), null]),
    ];

    private static string NameOf(Type type) => type.IsGenericType
        ? string.Create(CultureInfo.InvariantCulture, $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>")
        : type.Name;

    private static MemberType<TValue> Reference<TValue>(string name, params TValue[] values)
        where TValue : class => new(name, [.. values, null]);
}

#pragma warning disable CA1008, CA1028, CA1712, CA1711, CA1720

public enum ByteEnum : byte { Zero, One, Largest = byte.MaxValue }

public enum SByteEnum : sbyte { Zero, One, Least = sbyte.MinValue, Largest = sbyte.MaxValue }

public enum Int16Enum : short { Zero, One, Least = short.MinValue, Largest = short.MaxValue }

public enum UInt16Enum : ushort { Zero, One, Largest = ushort.MaxValue }

public enum Int32Enum { Zero, One, Least = int.MinValue, Largest = int.MaxValue }

public enum UInt32Enum : uint { Zero, One, Largest = uint.MaxValue }

public enum Int64Enum : long
{
    Zero,
    [JsonStringEnumMemberName("é <one>")]
    One,
    Least = long.MinValue,
    Largest = long.MaxValue,
}

public enum UInt64Enum : ulong { Zero, One, Largest = ulong.MaxValue }
