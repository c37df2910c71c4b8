using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>Lists of scalars and strings, wherever they are: the bytes of <see cref="JsonSerializer"/>.</summary>
[EachVectorLevel]
public class DropInScalarListTests(ITestOutputHelper log)
{
    private static readonly int[] Counts = [0, 1, 3, 4, 10, 24, 70];

    /// <summary>Contexts do not know the types.</summary>
    public static TheoryData<string> OptionNames =>
        [.. ContractOptions.All.Where(pair => pair.Value.TypeInfoResolver is not JsonSerializerContext).Select(pair => pair.Key)];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_listsOfScalars_equalsSerializer(string name)
    {
        var places = new ValuePlaces(ContractOptions.All.Single(pair => pair.Key == name).Value, name);
        foreach (int count in new[] { 5, 30 })
        {
            CheckOf(places, count, i => i % 3 == 0);
            CheckOf(places, count, i => (i - 2) * 77);
            CheckOf(places, count, i => i * 7_777_777_777L);
            CheckOf(places, count, i => i * 0.37);
            CheckOf(places, count, i => i / 7f);
            CheckOf(places, count, i => i * 1.25m);
            CheckOf(places, count, i => (short)i);
            CheckOf(places, count, i => (ulong)i);
            CheckOf(places, count, i => new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddTicks(i * 1234567L));
            CheckOf(places, count, i => new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(2)).AddSeconds(i));
            CheckOf(places, count, i => new DateOnly(2024, 1, 1).AddDays(i));
            CheckOf(places, count, i => TimeSpan.FromSeconds(i * 7.5));
            CheckOf(places, count, i => i % 4 == 1 ? null : (int?)i);
            CheckOf(places, count, i => i % 4 == 1 ? null : (double?)i);
            CheckOf(places, count, i => i % 5 == 1 ? null! : $"text {i} é<\ud800");
        }
        log.WriteLine($"{places.Count} comparisons, {places.Written} of them written");
        places.Written.Should().BeGreaterThan(1000);
    }

    private static void CheckOf<T>(ValuePlaces places, int count, Func<int, T> create)
    {
        T[] items = [.. Enumerable.Range(0, count).Select(create)];
        string of = $"{count} of {typeof(T)}";
        places.Check(items, of + " in an array");
        places.Check(items.ToList(), of + " in a list");
    }

    [Fact]
    public void Serialize_listsInInterfaces_equalsSerializer()
    {
        var places = new ValuePlaces(JsonSerializerOptions.Default, "interfaces");
        foreach (int count in Counts)
        {
            int[] items = [.. Enumerable.Range(0, count)];
            places.Check<IEnumerable<int>>(items, "array as sequence");
            places.Check(items.Where(_ => true), "sequence");
            places.Check<IList<int>>(items.ToList(), "list as interface");
            places.Check<ICollection<int>>(items.ToHashSet(), "set as collection");
            places.Check<IReadOnlyList<int>>(new ReadOnlyCollection<int>(items), "read-only collection as interface");
            places.Check<IReadOnlyCollection<int>>(new Queue<int>(items), "queue as interface");
            places.Check(items.ToImmutableArray(), "immutable array");
            places.Check<List<int>>(new Doubled(items), "class derived from a list");
            places.Check<IEnumerable<int>>(new Doubled(items), "class derived from a list as sequence");
            places.Check<int[]>((int[])(object)items.Select(i => (uint)i).ToArray(), "array of another type");
        }
        places.Check(default(ImmutableArray<int>), "no immutable array");
        places.Check<List<int>>(null!, "no list");
        places.Takes<IReadOnlyCollection<int>>().Should().BeTrue();
        places.Takes<Queue<int>>().Should().BeFalse();
    }

    [Fact]
    public void Serialize_numbersThatJsonHasNot_failsAsTheSerializerDoes()
    {
        foreach (JsonNumberHandling handling in new[] { JsonNumberHandling.Strict, JsonNumberHandling.AllowNamedFloatingPointLiterals })
        {
            var options = new JsonSerializerOptions { NumberHandling = handling };
            options.MakeReadOnly(populateMissingResolver: true);
            var places = new ValuePlaces(options, handling.ToString());
            foreach (int count in Counts)
            {
                places.Check<double[]>([.. Enumerable.Repeat(1.5, count), double.NaN, 1], $"{count} numbers before");
                places.Check<IEnumerable<float>>(Enumerable.Repeat(1.5f, count).Append(float.PositiveInfinity), $"sequence of {count} before");
            }
            places.Written.Should().Be(handling == JsonNumberHandling.Strict ? 0 : places.Count);
        }
    }

    [Fact]
    public void Serialize_nestedToEveryDepth_equalsSerializer()
    {
        foreach (JsonNumberHandling handling in new[] { JsonNumberHandling.Strict, JsonNumberHandling.AllowReadingFromString })
            foreach (int depth in Enumerable.Range(1, 8))
            {
                var options = new JsonSerializerOptions { MaxDepth = depth, NumberHandling = handling };
                options.MakeReadOnly(populateMissingResolver: true);
                var places = new ValuePlaces(options, $"depth of {depth}, {handling}");
                foreach (int count in new[] { 0, 1, 30 })
                {
                    places.Check<int[]>([.. Enumerable.Range(0, count)], $"{count} numbers");
                    // Below an object the serializer hands number handling down to strings as well, and asks for their depth.
                    if (handling == JsonNumberHandling.Strict) places.Check<List<string>>([.. Enumerable.Repeat("x", count)], $"{count} strings");
                    places.Check(Enumerable.Range(0, count).Where(_ => true), $"sequence of {count}");
                }
            }
    }

    [Fact]
    public void Serialize_numberHandlingOfAPropertyOrType_isObeyed()
    {
        foreach (JsonNumberHandling handling in new[] { JsonNumberHandling.Strict, JsonNumberHandling.AllowNamedFloatingPointLiterals })
        {
            var options = new JsonSerializerOptions { NumberHandling = handling, PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate };
            options.MakeReadOnly(populateMissingResolver: true);
            var places = new ValuePlaces(options, handling.ToString());
            foreach (int count in new[] { 1, 30 })
            {
                int[] items = [.. Enumerable.Range(0, count)];
                places.Check(new Numbers { Quoted = [.. items], Strict = [.. items.Select(i => i * 0.5)], Populated = [.. items] }, $"{count} numbers, property");
                places.Check(new QuotedNumbers { List = [.. items], Array = [.. items.Select(i => i * 0.5)], Names = ["a"] }, $"{count} numbers, type");
            }
            places.Written.Should().Be(places.Count);
            places.Check(new Misplaced { Names = ["a"] }, "number handling of strings");
            places.Written.Should().BeLessThan(places.Count);
        }
    }

    [Fact]
    public void Serialize_convertersAndContexts_areObeyed()
    {
        var converted = new JsonSerializerOptions { Converters = { new StarredConverter() } };
        converted.MakeReadOnly(populateMissingResolver: true);
        var places = new ValuePlaces(converted, "converter");
        places.Check<List<int>>([.. Enumerable.Range(0, 30)], "numbers");
        places.Takes<List<int>>().Should().BeFalse();
        places.Takes<List<long>>().Should().BeTrue();

        var modified = new JsonSerializerOptions
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers = { info => info.NumberHandling = info.Type == typeof(List<int>) ? JsonNumberHandling.WriteAsString : null },
            },
        };
        modified.MakeReadOnly();
        places = new ValuePlaces(modified, "modified contract");
        places.Check<List<int>>([1, 2], "numbers");
        places.Takes<List<int>>().Should().BeFalse();

        var generated = new JsonSerializerOptions { TypeInfoResolver = DropInContext.Default };
        generated.MakeReadOnly();
        new ValuePlaces(generated, "generated").Takes<List<int>>().Should().BeFalse();
    }

    [Fact]
    public void Deserialize_list_isReadByTheOptionsOfTheApplication()
    {
        JsonSerializerOptions options = JsonSerializerOptions.Web.WithRowJson(writeOnly: true);
        JsonSerializer.Deserialize<List<int>>("[1, \"2\"]", options).Should().Equal(1, 2);
        JsonSerializer.Deserialize<QuotedNumbers>("""{"list":[1,2],"names":["a"]}""", options)!.List.Should().Equal(1, 2);
        JsonSerializer.Deserialize<Numbers>("""{"quoted":[1,2],"populated":[3]}""", options)!.Populated.Should().Equal(3);
    }

    private sealed class Doubled(IEnumerable<int> items) : List<int>(items), IEnumerable<int>
    {
        IEnumerator<int> IEnumerable<int>.GetEnumerator() => this.Select(i => 2 * i).ToList().GetEnumerator();
    }

    private sealed class StarredConverter : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue("*");
    }

    private sealed class Numbers
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int>? Quoted { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public double[]? Strict { get; set; }

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<int> Populated { get; set; } = [];
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class QuotedNumbers
    {
        public List<int>? List { get; set; }
        public double[]? Array { get; set; }
        public List<string>? Names { get; set; }
    }

    private sealed class Misplaced
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<string>? Names { get; set; }
    }
}
