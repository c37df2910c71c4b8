using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Conformance;

/// <summary>Rows of many types.</summary>
internal static class RowTypeCases
{
    private static readonly DateTime Time = new(2024, 2, 29, 13, 37, 1, 234, DateTimeKind.Utc);
    private static readonly Guid Id = new("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static readonly JsonElement Element = JsonDocument.Parse("""{"a": [1, "é<"], "b": null}""").RootElement;

    public static readonly RowTypeCase[] All =
    [
        new RowTypeCase<Flat>("flat", new Flat { Id = 1, Name = "plain", Price = 1.5, IsPaid = true, At = Time }, new Flat { Name = "é<\"\n日本" }, null!),
        new RowTypeCase<Person>("record", new Person(1, "Ada", 1.7), new Person(-2, "", null)),
        new RowTypeCase<PointStruct>("record struct", new PointStruct(1, -1, "p"), default),
        new RowTypeCase<PointStruct?>("nullable record struct", new PointStruct(1, -1, "p"), null),
        new RowTypeCase<ReadonlyPoint>("readonly struct", new ReadonlyPoint(long.MinValue, 1.50m)),
        new RowTypeCase<Counter>("struct whose getters change it", default, default),
        new RowTypeCase<LargeStruct>("large struct", new LargeStruct { A = 1.1m, C = Id, D = Time, E = "e", G = 9 }, default),
        new RowTypeCase<WithFields>("fields and hidden members", new WithFields()),
        new RowTypeCase<Animal>("base type with derived rows", new Dog { Id = 1 }, new Animal { Id = 2 }),
        new RowTypeCase<Dog>("derived type", new Dog { Id = 1 }),
        new RowTypeCase<Shape>("abstract type", new Square(2), new Square(0.1)),
        new RowTypeCase<Square>("type with constructor", new Square(3)),
        new RowTypeCase<IHasId>("interface", new Named { Id = 1, Name = "n" }, new ExplicitNamed()),
        new RowTypeCase<IHasName>("derived interface", new Named { Id = 1, Name = "n" }, new ExplicitNamed()),
        new RowTypeCase<Named>("implementation", new Named { Id = 1 }),
        new RowTypeCase<ExplicitNamed>("explicit implementation", new ExplicitNamed()),
        new RowTypeCase<Pair<int, string>>("generic", new Pair<int, string> { First = 1, Second = "s" }),
        new RowTypeCase<Pair<Line, PointStruct>>("generic of objects", new Pair<Line, PointStruct> { First = new Line(), Second = new PointStruct(1, 2, null) }),
        new RowTypeCase<Tree>("tree", Grow(3), new Tree()),
        new RowTypeCase<Order>("nested objects and lists", NewOrder(), new Order()),
        new RowTypeCase<Collections>("collections", NewCollections(), new Collections()),
        new RowTypeCase<Dictionaries>("dictionaries as members", NewDictionaries(), new Dictionaries()),
        new RowTypeCase<Scalars>("scalars", NewScalars(), new Scalars()),
        new RowTypeCase<NullableScalars>("nullable scalars", NewNullableScalars(), new NullableScalars()),
        new RowTypeCase<Documents>("documents", NewDocuments()),
        new RowTypeCase<OddNames>("odd names", new OddNames { Quotes = 1, snake_case = 2 }),
        new RowTypeCase<Ordered>("ordered", new Ordered()),
        new RowTypeCase<OrderedDerived>("ordered and derived", new OrderedDerived()),
        new RowTypeCase<Conditions>("conditions, defaults", new Conditions()),
        new RowTypeCase<Conditions>("conditions, values", new Conditions
        {
            Never = "n", WhenNull = "w", WhenNullInt = 1, WhenDefault = 2, WhenDefaultGuid = Id, WhenDefaultColour = Colour.Blue,
            WhenDefaultTime = Time, WhenDefaultNullable = 0, WhenNullList = [], WhenNullObject = new Line(), WhenDefaultStruct = new PointStruct(1, 1, null),
        }),
        new RowTypeCase<Numbers>("number handling of members", new Numbers()),
        new RowTypeCase<NumbersAsStrings>("number handling of a type", new NumbersAsStrings()),
        new RowTypeCase<Converted>("converters of members and types", new Converted(), new Converted { Colour = (Colour)77, Rights = 0 }),
        new RowTypeCase<Money>("converter of the row", new Money(1.5m, "€")),
        new RowTypeCase<Callbacks>("callbacks", new Callbacks()),
        new RowTypeCase<WithExtensionData>("extension data", new WithExtensionData { Id = 1, Extra = new() { ["x"] = 1, ["y"] = "é" } }, new WithExtensionData()),
        new RowTypeCase<Figure>("polymorphic", new Circle(), new Figure(), new Rectangle()),
        new RowTypeCase<Circle>("derived of polymorphic", new Circle()),
        new RowTypeCase<HoldsFigures>("polymorphic members", new HoldsFigures { One = new Circle(), Many = [new Rectangle(), new Figure()] }, new HoldsFigures()),
        new RowTypeCase<IPet>("polymorphic interface", new Cat()),
        new RowTypeCase<Throws>("getter that throws", new Throws { Id = 1 }, new Throws { Id = 2 }),
        new RowTypeCase<Unsupported>("unsupported members, null", new Unsupported { Id = 1 }),
        new RowTypeCase<Unsupported>("unsupported members, set", new Unsupported { Id = 1, Type = typeof(int) }),
        new RowTypeCase<Lazy>("lazy member", new Lazy()),
        new RowTypeCase<Nothing>("no members", new Nothing(), null!),
        new RowTypeCase<InitOnly>("init and required", new InitOnly { Name = "n", Age = 3 }),
        new RowTypeCase<WithConstructor>("primary constructor", new WithConstructor(1, "n")),
        new RowTypeCase<Wide>("wide", new Wide(), new Wide { D1 = "x", D3 = 4 }),
        new RowTypeCase<WithObject>("members of type object", [.. Anything().Select(value => new WithObject { Value = value })]),
        new RowTypeCase<object?>("object", [.. Anything(), new Flat { Id = 1 }, new Dog { Id = 2 }]),
        new RowTypeCase<int>("int", 1, -2, int.MaxValue),
        new RowTypeCase<int?>("nullable int", 1, null),
        new RowTypeCase<string?>("string", "a", null, "é<"),
        new RowTypeCase<double>("double", 0.1, 1e300, -0.0),
        new RowTypeCase<decimal>("decimal", 1.50m),
        new RowTypeCase<bool>("bool", true, false),
        new RowTypeCase<char>("char", 'a', 'é'),
        new RowTypeCase<DateTime>("DateTime", Time, default),
        new RowTypeCase<Guid>("Guid", Id, default),
        new RowTypeCase<Colour>("enumeration", Colour.Blue, Colour.Übergrün, (Colour)42),
        new RowTypeCase<Colour?>("nullable enumeration", Colour.Red, null),
        new RowTypeCase<Weather>("enumeration with converter", Weather.HeavyRain, Weather.Sun),
        new RowTypeCase<byte[]>("bytes", [1, 2, 3], []),
        new RowTypeCase<int[]>("arrays", [1, 2], [], null!),
        new RowTypeCase<List<int>>("lists", [1, 2], []),
        new RowTypeCase<List<Line>>("lists of objects", [new Line()], []),
        new RowTypeCase<Tuple<int, string>>("tuple", Tuple.Create(1, "t")),
        new RowTypeCase<(int A, string B)>("value tuple", (1, "t")),
        new RowTypeCase<KeyValuePair<string, int>>("pair", new KeyValuePair<string, int>("k", 1)),
        new RowTypeCase<KeyValuePair<int, string>>("pair by int", new KeyValuePair<int, string>(2, "v")),
        new RowTypeCase<Dictionary<string, object?>>("dictionary", new() { ["a"] = 1, ["é"] = null }, []),
        new RowTypeCase<Dictionary<string, int>>("typed dictionary", new() { ["a"] = 1 }, null!),
        new RowTypeCase<Dictionary<int, string>>("dictionary by int", new Dictionary<int, string> { [1] = "a" }),
        new RowTypeCase<IDictionary<string, object?>>("dictionary interface", new Dictionary<string, object?> { ["a"] = 1 }, new SortedDictionary<string, object?> { ["b"] = 2 }),
        new RowTypeCase<JsonElement>("element", Element),
        new RowTypeCase<JsonNode?>("node", JsonNode.Parse("""{"a": 1}"""), null, JsonValue.Create("é")),
        new RowTypeCase<RawJson>("raw JSON", new RawJson("""{ "a" : "é" }""")),
        new RowTypeCase<Uri>("Uri", new Uri("https://example.org/a?b=c&d")),
        Anonymous("anonymous", new { Id = 1, Name = "é", Nested = new { X = 1.5 } }),
        Anonymous("anonymous with list", new { Id = 1, Values = new[] { 1, 2 }, Empty = (string?)null }),
    ];

    private static RowTypeCase<T> Anonymous<T>(string name, T row) => new(name, row, row);

    private static Tree Grow(int depth) => new()
    {
        Name = depth.ToString(CultureInfo.InvariantCulture),
        Next = depth == 0 ? null : Grow(depth - 1),
        Children = depth == 0 ? [] : [Grow(depth - 1), null],
    };

    private static Order NewOrder() => new()
    {
        Id = long.MaxValue,
        Customer = new Person(5, "Grüße", 1.1),
        Where = new PointStruct(1, 2, "<"),
        Maybe = new PointStruct(3, 4, null),
        Lines = [new Line { Product = "p", Quantity = 3, Colour = Colour.Blue }, new Line()],
        LineArray = [null, new Line { Product = new string('x', 300) }],
        Numbers = [1, 2, -3],
        Reals = [0.5, 1e21],
        Tags = ["a", null, "é"],
        TagArray = [],
        Extra = new() { ["a"] = new List<object?> { 1, "b" }, ["c"] = new Dictionary<string, object?> { ["d"] = null } },
    };

    private static Collections NewCollections() => new()
    {
        Sequence = [1, 2],
        List = ["a"],
        Lines = [new Line()],
        Set = new SortedSet<int> { 3, 1 },
        Hash = ["h"],
        Immutable = [4, 5],
        Queue = new Queue<int>([1, 2]),
        Stack = new Stack<int>([1, 2]),
        Untyped = [1, "two", null],
        Jagged = [[1], [], [2, 3]],
        Nullables = [1, null],
        Lists = [[1], []],
        Collection = [new Line { Quantity = 1 }],
        Colours = [Colour.Green],
        Objects = [1, "x", null, new Line()],
        Bytes = [1, 2, 3, 4],
        Memory = new byte[] { 9, 8 },
        SignedBytes = [-1, 1],
        Money = [1.0m, 2.50m],
        Entry = new KeyValuePair<string, int>("k", 1),
    };

    private static Dictionaries NewDictionaries() => new()
    {
        Ints = new() { ["One"] = 1 },
        ByInt = new() { [1] = "one" },
        Lines = new Dictionary<string, Line> { ["L"] = new Line() },
        Sorted = new() { ["b"] = 1, ["A"] = null },
        ByColour = new() { [Colour.Green] = 1 },
        ByGuid = new Dictionary<Guid, string> { [Id] = "g" },
        Nested = new() { ["Outer"] = new() { ["Inner"] = 1 } },
    };

    private static Scalars NewScalars() => new()
    {
        Boolean = true,
        Byte = 255,
        SByte = -128,
        Int16 = -5,
        UInt16 = 6,
        Int32 = int.MinValue,
        UInt32 = uint.MaxValue,
        Int64 = long.MinValue,
        UInt64 = ulong.MaxValue,
        Single = 0.1f,
        Double = 1.0 / 3,
        Half = (Half)0.5,
        Decimal = 79228162514264337593543950335m,
        Int128 = Int128.MinValue,
        UInt128 = UInt128.MaxValue,
        Char = 'é',
        String = "\u0000\u2028😀",
        Guid = Id,
        DateTime = Time,
        DateTimeOffset = new(2024, 1, 2, 3, 4, 5, TimeSpan.FromHours(-3)),
        DateOnly = new(2024, 2, 29),
        TimeOnly = new(23, 59, 59, 999),
        TimeSpan = TimeSpan.FromMilliseconds(-123456789),
        Uri = new("https://example.org"),
        Version = new(1, 2, 3),
        Colour = Colour.Übergrün,
        Rights = Rights.Read | Rights.Run,
        Weather = Weather.HeavyRain,
        Huge = Huge.Largest,
    };

    private static NullableScalars NewNullableScalars() => new()
    {
        Boolean = false,
        Byte = 1,
        SByte = 2,
        Int16 = 3,
        UInt16 = 4,
        Int32 = 5,
        UInt32 = 6,
        Int64 = 7,
        UInt64 = 8,
        Single = 9.5f,
        Double = 10.5,
        Half = (Half)1.5,
        Decimal = 11.0m,
        Char = '"',
        Guid = Id,
        DateTime = Time,
        DateTimeOffset = Time,
        DateOnly = new(2024, 1, 1),
        TimeOnly = new(1, 2),
        TimeSpan = TimeSpan.MaxValue,
        Colour = Colour.Green,
        Rights = Rights.All,
        Weather = Weather.Sun,
        Element = Element,
        Raw = new RawJson("[1 , 2]"),
    };

    private static Documents NewDocuments() => new()
    {
        Element = Element,
        Node = JsonNode.Parse("[1, 2]"),
        Object = new JsonObject { ["Key"] = 1 },
        Array = [1, null],
        Document = JsonDocument.Parse("true"),
        Raw = new RawJson("""{"x" : 1}"""),
        Anything = Element,
    };

    private static IEnumerable<object?> Anything() =>
    [
        null, 1, 2L, 1.5, "text", true, 1.50m, Time, Id, Colour.Green, new Line { Product = "p" }, new List<object?> { 1, null }, new[] { 1, 2 },
        new Dictionary<string, object?> { ["Key"] = "v" }, new Dictionary<string, int> { ["Key"] = 1 }, Element, ImmutableArray.Create(1), 'c', (byte)1,
        new PointStruct(1, 2, null), new object(), TimeSpan.FromHours(1), new byte[] { 1 }, new { Anonymous = 1 },
    ];
}
