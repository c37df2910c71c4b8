using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Xunit.Abstractions;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>Dictionaries, and lists of values of any type, wherever they are: the bytes of <see cref="JsonSerializer"/>.</summary>
[EachVectorLevel]
public class DropInDictionaryTests(ITestOutputHelper log)
{
    public static TheoryData<string> OptionNames => DropInScalarListTests.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_dictionaries_equalsSerializer(string name)
    {
        var places = new ValuePlaces(ContractOptions.All.Single(pair => pair.Key == name).Value, name);
        foreach (int count in new[] { 0, 2, 7 })
        {
            CheckOf(places, count, i => $"text {i}<é");
            CheckOf(places, count, i => i * 37);
            CheckOf(places, count, i => i % 2 == 0 ? (double?)null : i * 0.37);
            CheckOf(places, count, i => new double[] { i, i * 0.5, 3, 4, 5 });
            CheckOf(places, count, i => new[] { "x", null });
            CheckOf(places, count, i => i == 3 ? null! : Person(i));
            CheckOf(places, count, i => new Dictionary<string, int> { ["Inner"] = i });
            CheckOf(places, count, i => (DayOfWeek)(i % 7));
            CheckOf(places, count, Any);
        }
        log.WriteLine($"{places.Count} comparisons, {places.Written} of them written");
        places.Written.Should().BeGreaterThan(500);
    }

    private static void CheckOf<T>(ValuePlaces places, int count, Func<int, T> create)
    {
        Dictionary<string, T> value = Enumerable.Range(0, count).ToDictionary(i => $"Key {i}é", create);
        string of = $"{count} of {typeof(T)}";
        places.Check(value, of);
        places.Check<IReadOnlyDictionary<string, T>>(value, of + " as read-only interface");
        places.Check<IReadOnlyDictionary<string, T>>(new ReadOnlyDictionary<string, T>(value), of + ", read-only");
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_dictionariesOfOtherClasses_equalsSerializer(string name)
    {
        var places = new ValuePlaces(ContractOptions.All.Single(pair => pair.Key == name).Value, name);
        // Short ones are written otherwise than long ones: of integers those of fewer than 24 entries.
        foreach (int count in new[] { 0, 9, 40 })
        {
            CheckOtherClasses(places, count, i => i * 37);
            CheckOtherClasses(places, count, i => i % 3 == 0 ? null : $"text {i}<é");
            CheckOtherClasses(places, count, i => i % 2 == 0 ? (double?)null : i * 0.37);
            CheckOtherClasses(places, count, i => (DayOfWeek)(i % 7));
            CheckOtherClasses(places, count, i => i == 3 ? null! : Person(i));
            CheckOtherClasses(places, count, Any);
        }
        places.Written.Should().BeGreaterThan(500);
    }

    private static void CheckOtherClasses<T>(ValuePlaces places, int count, Func<int, T> create)
    {
        Dictionary<string, T> value = Enumerable.Range(0, count).ToDictionary(i => $"Key {i}é", create);
        string of = $"{count} of {typeof(T)}";
        places.Check(value.ToImmutableDictionary(), of + ", immutable");
        places.Check(value.ToImmutableSortedDictionary(StringComparer.Ordinal), of + ", immutable and sorted");
        places.Check(value.Values.ToImmutableHashSet(), of + ", an immutable set of the values");
        places.Check<IReadOnlyDictionary<string, T>>(new SortedDictionary<string, T>(value, StringComparer.Ordinal), of + ", sorted, as interface");
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_dictionariesByOtherKeys_equalsSerializer(string name)
    {
        var places = new ValuePlaces(ContractOptions.All.Single(pair => pair.Key == name).Value, name);
        // Short ones are written otherwise than long ones: those of fewer than 8 entries, at most.
        foreach (int count in new[] { 0, 1, 5, 9 })
        {
            CheckOtherKeys(places, count, i => i == 0 ? int.MinValue : i * 1000);
            CheckOtherKeys(places, count, i => i == 0 ? long.MinValue : i - 1L);
            CheckOtherKeys(places, count, i => new DateOnly(i == 0 ? 1 : 9999, 12, 31).AddDays(-i));
            CheckOtherKeys(places, count, i => new Guid(i, 0, 0, new byte[8]));
        }
        log.WriteLine($"{places.Count} comparisons, {places.Written} of them written");
        places.Written.Should().BeGreaterThan(500);
    }

    // Names that are numbers the serializer does not escape; those that are texts it does.
    [Theory]
    [InlineData("no ASCII")]
    [InlineData("escape letters")]
    [InlineData("custom")]
    public void Serialize_dictionariesByOtherKeysUnderAnEncoder_equalsSerializer(string encoder)
    {
        var options = new JsonSerializerOptions
        {
            Encoder = TestEncoders.All[encoder],
            NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        };
        var places = new ValuePlaces(options, encoder);
        foreach (int count in new[] { 1, 9 })
        {
            CheckOtherKeys(places, count, i => i - 1);
            CheckOtherKeys(places, count, i => i + 434342097949229);
            CheckOtherKeys(places, count, i => i / 8m);
            CheckOtherKeys(places, count, i => i / 8d);
            CheckOtherKeys(places, count, i => new DateOnly(2026, 12, 31).AddDays(-i));
            CheckOtherKeys(places, count, i => new Guid(i, 0, 0, new byte[8]));
        }
        places.Written.Should().BeGreaterThan(300);
    }

    private static void CheckOtherKeys<TKey>(ValuePlaces places, int count, Func<int, TKey> key)
        where TKey : notnull
    {
        Check(i => i * 37);
        Check(i => i % 2 == 0 ? null : $"text {i}<é");
        Check(i => i % 2 == 0 ? (decimal?)null : i * 0.37m);
        Check(i => i == 0 ? double.NaN : i * 0.37);
        Check(i => i % 3 == 0 ? null! : Person(i));

        void Check<T>(Func<int, T> create)
        {
            Dictionary<TKey, T> value = Enumerable.Range(0, count).ToDictionary(key, create);
            string of = $"{count} of {typeof(TKey)} and {typeof(T)}";
            places.Check(value, of);
            places.Check<IReadOnlyDictionary<TKey, T>>(new SortedDictionary<TKey, T>(value), of + ", sorted, as interface");
        }
    }

    [Fact]
    public void Takes_longDictionariesOfScalars_ofEachClassThatCountsItsEntries()
    {
        var places = new ValuePlaces(JsonSerializerOptions.Default, "classes");
        Dictionary<string, int> value = Enumerable.Range(0, 40).ToDictionary(i => $"Key {i}");
        Check(value);
        Check(new ReadOnlyDictionary<string, int>(value));
        Check(new SortedDictionary<string, int>(value, StringComparer.Ordinal));
        Check(new SortedList<string, int>(value, StringComparer.Ordinal));
        Check(value.ToImmutableDictionary());
        Check(value.ToImmutableSortedDictionary());
        Check(value.ToFrozenDictionary());

        void Check<T>(T dictionary)
        {
            places.Check(dictionary, typeof(T).Name);
            places.Takes<T>().Should().BeTrue(typeof(T).Name);
        }
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_valuesOfAnyType_equalsSerializer(string name)
    {
        var places = new ValuePlaces(ContractOptions.All.Single(pair => pair.Key == name).Value, name);
        foreach (int count in new[] { 0, 3, 20 })
        {
            places.Check<List<object?>>([.. Enumerable.Range(0, count).Select(Any)], $"list of {count}");
            places.Check<object?[]>([.. Enumerable.Range(0, count).Select(Any)], $"array of {count}");
            places.Check<object?[]>([.. Enumerable.Range(0, count).Select(i => (object?)i)], $"array of {count} numbers");
            places.Check<object?[]>(Enumerable.Range(0, count).Select(i => $"text {i}").ToArray(), $"array of {count} strings, declared as objects");
        }
        places.Written.Should().BeGreaterThan(100);
    }

    [Fact]
    public void Serialize_graphOfDictionaries_equalsSerializer()
    {
        var places = new ValuePlaces(JsonSerializerOptions.Web, "web");
        places.Check(new Row
        {
            ["data"] = new Row { ["items"] = new List<object?> { new Row { ["id"] = 1, ["tags"] = new List<object?> { "a", null } }, Person(1) } },
            ["errors"] = null,
        }, "graph");
        places.Check(new Row { ["type"] = "about:blank", ["errors"] = new Dictionary<string, string[]> { ["a"] = ["x"] } }, "problem");
        places.Written.Should().BeGreaterThan(places.Count * 8 / 10, "only a writer refuses what is nested deeply");
        places.Takes<Row>().Should().BeTrue();
        places.Takes<List<object>>().Should().BeTrue();
        places.Takes<Dictionary<string, double[]>>().Should().BeTrue();
        places.Takes<Dictionary<string, PersonRecord>>().Should().BeTrue();
    }

    [Fact]
    public void Serialize_firstValues_equalsSerializerAndThenGoesOnDirectly()
    {
        // Columns are compiled beside the first values; without that the serializer writes them all.
        foreach (ObjectAccess access in new[] { ObjectAccess.Automatic, ObjectAccess.Delegates, ObjectAccess.Serializer })
        {
            var places = new ValuePlaces(JsonSerializerOptions.Default, access.ToString(), access);
            for (int i = 0; i < 20; i++)
            {
                places.Check(new Row { ["a"] = Person(i), ["b"] = new[] { Person(i) } }, "objects");
                places.Check(new Dictionary<string, PersonRecord> { ["a"] = Person(i) }, "declared objects");
            }
            places.Written.Should().BeGreaterThan(places.Count * 8 / 10, "only a writer refuses what is nested deeply");
        }
    }

    [Fact]
    public void Serialize_valuesThatAreNothingButObjects_equalsSerializer()
    {
        JsonSerializerOptions fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        object?[] objects = [.. Enumerable.Range(0, 500).Select(_ => new object()), new object[] { new() }];
        var rows = new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled };
        JsonSerializer.Serialize(objects, fast).Should().Be(JsonSerializer.Serialize(objects));
        JsonSerializer.Serialize(new[] { objects }, fast).Should().Be(JsonSerializer.Serialize(new[] { objects }));
        JsonRows.From(new[] { objects }).ToJsonString(rows).Should().Be(JsonSerializer.Serialize(new[] { objects }));
        JsonRows.From(objects.AsEnumerable()).ToJsonString(rows).Should().Be(JsonSerializer.Serialize(objects));
        JsonRows.From(new[] { new { Value = new object() } }).ToJsonString(rows).Should().Be("""[{"Value":{}}]""");
    }

    [Fact]
    public void Serialize_valuesOfDerivedTypes_haveTheDiscriminatorOfTheirBase()
    {
        JsonSerializerOptions fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        var rows = new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled };
        object[] values = [.. Enumerable.Range(0, 500).Select(i => new DerivedValue { Value = i })];
        Dictionary<string, object>[] dictionaries = [.. values.Select(value => new Dictionary<string, object> { ["a"] = value })];
        string expected = JsonSerializer.Serialize(dictionaries);
        expected.Should().StartWith("""[{"a":{"$type":"derived","Value":0}}""");
        JsonSerializer.Serialize(values, fast).Should().Be(JsonSerializer.Serialize(values));
        JsonSerializer.Serialize(dictionaries, fast).Should().Be(expected);
        JsonRows.From(dictionaries).ToJsonString(rows).Should().Be(expected);
    }

    [Fact]
    public void Serialize_collectionsThatEnumerateOtherwise_equalsSerializer()
    {
        JsonSerializerOptions fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        IReadOnlyDictionary<string, int> dictionary = new OtherDictionary { ["a"] = 1, ["b"] = 2 };
        List<object> list = new OtherList { 1, "a" };
        JsonSerializer.Serialize(dictionary).Should().Be("""{"other":0}""");
        JsonSerializer.Serialize(dictionary, fast).Should().Be("""{"other":0}""");
        JsonSerializer.Serialize(list).Should().Be("""[1,"a"]""");
        JsonSerializer.Serialize(list, fast).Should().Be("""[1,"a"]""");
    }

    [Fact]
    public void Serialize_additionalProperties_areThoseOfTheObject()
    {
        var places = new ValuePlaces(JsonSerializerOptions.Default, "additional properties");
        places.Check(new Open { Id = 1, More = new() { ["b"] = 1, ["c"] = new Row { ["d"] = "x" } }, Rows = [Person(1)] }, "objects");
        places.Check(new Open { Id = 1, More = [] }, "none");
        places.Check(new Open { Id = 1 }, "null");
        places.Check(new OpenElements { Id = 1, More = new() { ["b"] = JsonSerializer.SerializeToElement(5) } }, "elements");
        places.Written.Should().BeGreaterThan(places.Count * 8 / 10, "only a writer refuses what is nested deeply");
        JsonSerializer.Deserialize<OpenElements>("""{"Id":1,"b":2}""", JsonSerializerOptions.Default.WithRowJson(writeOnly: true))!
            .More.Should().ContainKey("b");
    }

    [Fact]
    public void Serialize_numberHandlingOfAProperty_goesDownToItsValues()
    {
        foreach (JsonNumberHandling handling in new[] { JsonNumberHandling.Strict, JsonNumberHandling.AllowReadingFromString })
        {
            var options = new JsonSerializerOptions { NumberHandling = handling };
            options.MakeReadOnly(populateMissingResolver: true);
            var places = new ValuePlaces(options, handling.ToString());
            Row any = new() { ["a"] = 1, ["b"] = new List<object?> { 2, 0.5 }, ["c"] = new[] { 3 } };
            Dictionary<string, int> numbers = new() { ["a"] = 1 };
            places.Check(new Quoted { Any = any, Numbers = numbers, List = [1, 2, any], Strict = numbers }, "property");
            places.Check(new QuotedType { Any = any, Numbers = numbers, List = [1, 2, any] }, "type");
            places.Check(new Row { ["quoted"] = new QuotedType { Any = any, Numbers = numbers, List = [1, 2, any] } }, "type in a dictionary");
            places.Written.Should().BeGreaterThan(places.Count * 8 / 10, "only a writer refuses what is nested deeply");
        }
    }

    [Fact]
    public void Serialize_whatTheSerializerRefuses_failsAsItDoes()
    {
        var places = new ValuePlaces(JsonSerializerOptions.Default, "refused");
        foreach (object? refused in new object?[] { double.NaN, typeof(int), new { A = typeof(int) }, new Throwing(), new[] { float.NaN } })
        {
            places.Check(new Row { ["a"] = 1, ["b"] = refused }, "dictionary");
            places.Check(new List<object?> { 1, 2, 3, 4, 5, refused }, "list");
        }
        var cycle = new Row();
        cycle["a"] = new List<object?> { cycle };
        places.Check(cycle, "cycle");
        var node = new Node();
        node.Next = node;
        places.Check(new Row { ["a"] = node }, "cycle of objects");
        places.Check(new Dictionary<string, double[]> { ["a"] = [double.NaN] }, "number");
        places.Written.Should().Be(0);
    }

    [Fact]
    public void Serialize_valuesAtEveryDepth_equalsSerializer()
    {
        foreach (int depth in Enumerable.Range(1, 8))
        {
            var options = new JsonSerializerOptions { MaxDepth = depth };
            options.MakeReadOnly(populateMissingResolver: true);
            var places = new ValuePlaces(options, $"depth of {depth}");
            places.Check(new Row { ["a"] = 1 }, "dictionary");
            places.Check(new Row { ["a"] = new Row { ["b"] = new List<object?> { new[] { 1 }, Array.Empty<object>(), new Row() } } }, "nested");
            places.Check(new Row { ["a"] = new[] { Person(1) } }, "objects");
            places.Check(new Dictionary<string, int[]> { ["a"] = [1] }, "lists");
            places.Check(new Dictionary<string, PersonRecord> { ["a"] = Person(1) }, "declared objects");
        }
    }

    [Fact]
    public void Serialize_keysByAPolicyThatFails_failsAsTheSerializerDoes()
    {
        var options = new JsonSerializerOptions { DictionaryKeyPolicy = new NullPolicy() };
        options.MakeReadOnly(populateMissingResolver: true);
        var places = new ValuePlaces(options, "policy");
        places.Check(new Dictionary<string, int> { ["a"] = 1 }, "numbers");
        places.Check(new Row { ["a"] = 1 }, "objects");
        places.Written.Should().Be(0);
    }

    private static object? Any(int i) => (i % 16) switch
    {
        0 => i,
        1 => $"text {i}",
        2 => i * 0.37,
        3 => null,
        4 => true,
        5 => new Row { ["A"] = i, ["B"] = new List<object?> { i } },
        6 => Person(i),
        7 => new[] { Person(i), null },
        8 => new Dictionary<string, string[]> { ["Errors"] = ["x"] },
        9 => new HashSet<int> { 1, i },
        10 => new DateTime(2024, 1, 1).AddHours(i),
        11 => DayOfWeek.Friday,
        12 => JsonNode.Parse("""{"a":[1]}"""),
        13 => JsonSerializer.SerializeToElement(new { a = i }),
        14 => new Dictionary<int, string> { [i] = "x" },
        _ => new { Name = "anonymous", Any = (object)new[] { 1.5 }, Shape = new Circle(2) },
    };

    private static PersonRecord Person(int i) => new(i, $"Name {i}", i * 1.25m, [$"tag {i}"]);

    private sealed record PersonRecord(int Id, string Name, decimal Price, List<string> Tags);

    [JsonDerivedType(typeof(Circle), "circle")]
    private abstract record Shape;

    private sealed record Circle(double Radius) : Shape;

    private sealed class Open
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Row? More { get; set; }

        public List<PersonRecord>? Rows { get; set; }
    }

    private sealed class OpenElements
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    private sealed class Quoted
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public Row? Any { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public Dictionary<string, int>? Numbers { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<object?>? List { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public Dictionary<string, int>? Strict { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class QuotedType
    {
        public Row? Any { get; set; }
        public Dictionary<string, int>? Numbers { get; set; }
        public List<object?>? List { get; set; }
    }

    private sealed class Throwing
    {
        public int Value => throw new NotSupportedException("This getter throws.");
    }

    private sealed class Node
    {
        public Node? Next { get; set; }
    }

    private sealed class NullPolicy : JsonNamingPolicy
    {
        public override string ConvertName(string name) => null!;
    }

    private sealed class OtherDictionary : Dictionary<string, int>, IEnumerable<KeyValuePair<string, int>>
    {
        IEnumerator<KeyValuePair<string, int>> IEnumerable<KeyValuePair<string, int>>.GetEnumerator()
        {
            yield return KeyValuePair.Create("other", 0);
        }
    }

    private sealed class OtherList : List<object>, IList<object>
    {
        object IList<object>.this[int index]
        {
            get => "other";
            set => throw new NotSupportedException();
        }
    }

    [JsonDerivedType(typeof(DerivedValue), "derived")]
    private class BaseValue;

    private sealed class DerivedValue : BaseValue
    {
        public int Value { get; set; }
    }
}
