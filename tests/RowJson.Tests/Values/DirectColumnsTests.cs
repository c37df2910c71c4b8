using System.Collections;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Which members are written directly: the serializer gets the others, and costs no more than them.</summary>
public class DirectColumnsTests
{
    [Fact]
    public void CreateColumns_scalars_areAllWrittenDirectly()
    {
        foreach (JsonNumberHandling numbers in new[] { JsonNumberHandling.Strict, JsonNumberHandling.WriteAsString })
        {
            foreach (ReferenceHandler? references in new[] { null, ReferenceHandler.IgnoreCycles })
            {
                JsonSerializerOptions options = new() { NumberHandling = numbers, ReferenceHandler = references };
                SerializedColumns<Flat>(options).Should().BeEmpty();
                SerializedColumns<LargeStruct>(options).Should().BeEmpty();
                SerializedColumns<PlainMembers<Half?>>(options).Should().BeEmpty();
            }
        }
        SerializedColumns<NumberMembers<double>>(new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals })
            .Should().Equal("ReadingOnly", "Strict");
    }

    [Fact]
    public void CreateColumns_composites_areWrittenDirectlyWhereTheirCodeIs() =>
        SerializedColumns<CompositeMembers>(new()).Should().BeEquivalentTo(WithoutCode());

    [Fact]
    public void CreateColumns_optionsThatConcernSomeMembers_leaveTheSerializerThese()
    {
        SerializedColumns<CompositeMembers>(new() { NumberHandling = JsonNumberHandling.WriteAsString })
            .Should().BeEquivalentTo(WithoutCode("Anything", "Map", "Reals"));
        SerializedColumns<CompositeMembers>(new() { ReferenceHandler = ReferenceHandler.IgnoreCycles })
            .Should().BeEquivalentTo(WithoutCode("Anything", "Map"));
        SerializedColumns<CompositeMembers>(new() { Converters = { new Shouting() } })
            .Should().BeEquivalentTo(WithoutCode("Texts", "Names", "Anything", "Map", "Reals"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteTo_sequence_isEnumeratedOnceAndDisposed(bool fails)
    {
        var sequence = new Watched(fails);
        Action write = () => JsonRows.From([new PlainMembers<IEnumerable<int>> { InitOnly = sequence }]).ToJsonString(Compiled(new()));

        if (fails) write.Should().Throw<JsonRowException>().WithInnerException<TimeoutException>();
        else write.Should().NotThrow();
        (sequence.Begun, sequence.Disposed).Should().Be((1, 1));
    }

    [Fact]
    public void WriteTo_listThatChangesWhileItIsEnumerated_failsAsTheSerializer()
    {
        PlainMembers<IEnumerable<Growing>> Row()
        {
            var list = new List<Growing>();
            list.Add(new Growing(list));
            return new PlainMembers<IEnumerable<Growing>> { InitOnly = list };
        }
        Action theirs = () => JsonSerializer.Serialize(Row());
        Action ours = () => JsonRows.From([Row()]).ToJsonString(Compiled(new()));

        theirs.Should().Throw<InvalidOperationException>();
        ours.Should().Throw<JsonRowException>().WithInnerException<InvalidOperationException>();
    }

    [Fact]
    public void WriteTo_nonFiniteNumberInAList_isNoCell()
    {
        // The option is about cells, not about what they hold.
        var options = new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null, ObjectAccess = ObjectAccess.Compiled };
        Action write = () => JsonRows.From([new PlainMembers<List<double>> { InitOnly = [double.NaN] }]).ToJsonString(options);

        write.Should().Throw<JsonRowException>();
        JsonRows.From([new PlainMembers<double> { InitOnly = double.NaN }]).ToJsonString(options)
            .Should().Be("""[{"Value":0,"InitOnly":null,"ReadOnly":0}]""");
    }

    [Fact]
    public void WriteTo_rowsThatContainThemselves_areNullWhereCyclesAreIgnored()
    {
        var tree = new Tree { Name = "t", Children = [null] };
        tree.Next = tree;
        tree.Children.Add(tree);
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };

        JsonRows.From([tree]).ToJsonString(Compiled(options)).Should().Be("""[{"Name":"t","Next":null,"Children":[null,null]}]""")
            .And.Be(JsonSerializer.Serialize(new[] { tree }, options));
    }

    [Fact]
    public void WriteTo_dictionaryThatContainsItself_isNullWhereCyclesAreIgnored()
    {
        var options = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        Dictionary<string, object?> direct = new() { ["a"] = 1 }, inList = new() { ["b"] = 1.5m };
        direct["self"] = direct;
        inList["list"] = new List<object?> { inList, 2 };
        Dictionary<string, object?>[] rows = [direct, inList, new() { ["c"] = "x", ["d"] = null }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options))
            .Should().Be("""[{"a":1,"self":null},{"b":1.5,"list":[null,2]},{"c":"x","d":null}]""").And.Be(JsonSerializer.Serialize(rows, options));
        JsonRows.From<object>(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize<object[]>(rows, options));
    }

    /// <summary>These columns, and those over value types where no code can be made for them.</summary>
    private static IEnumerable<string> WithoutCode(params string[] columns) => RuntimeFeature.IsDynamicCodeSupported
        ? columns
        : columns.Union(["MaybeEnumeration", "Decimals"]);

    private static JsonRowOptions Compiled(JsonSerializerOptions options) =>
        new() { SerializerOptions = options, ObjectAccess = ObjectAccess.Compiled };

    private static string[] SerializedColumns<T>(JsonSerializerOptions serializer)
    {
        serializer.MakeReadOnly(populateMissingResolver: true);
        RowContext context = Compiled(serializer).Context;
        var choices = new ValueChoices(context, context.Traits, compiles: RuntimeFeature.IsDynamicCodeSupported, isForced: true);
        PropertyChoice[] properties = choices.OfObject(serializer.GetTypeInfo(typeof(T)))?.Properties ?? [];
        return [.. properties.Where(it => it.Member is null).Select(it => it.Property.Name)];
    }

    private sealed class CompositeMembers
    {
        public Colour Enumeration { get; set; }
        public Colour? MaybeEnumeration { get; set; }
        public byte[]? Bytes { get; set; }
        public int[]? Numbers { get; set; }
        public List<decimal?>? Decimals { get; set; }
        public IReadOnlyList<Guid>? Ids { get; set; }
        public HashSet<DateTime>? Times { get; set; }
        public IEnumerable<string>? Texts { get; set; }
        public Dictionary<string, string>? Names { get; set; }
        public List<Line>? Objects { get; set; }
        public ICollection<PointStruct>? ObjectSequence { get; set; }
        public Line? Object { get; set; }
        public PointStruct? Struct { get; set; }
        public object? Anything { get; set; }
        public Dictionary<string, object?>? Map { get; set; }
        public Dictionary<string, double>? Reals { get; set; }
    }

    private sealed class Shouting : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value + "!");
    }

    private sealed class Growing(List<Growing> list)
    {
        public int Count
        {
            get
            {
                if (list.Count < 3) list.Add(new Growing(list));
                return list.Count;
            }
        }
    }

    private sealed class Watched(bool fails) : IEnumerable<int>, IEnumerator<int>
    {
        public int Begun { get; private set; }

        public int Disposed { get; private set; }

        public int Current { get; private set; }

        object IEnumerator.Current => Current;

        public IEnumerator<int> GetEnumerator()
        {
            Begun++;
            return this;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public bool MoveNext() => fails && Current == 2 ? throw new TimeoutException("The sequence fails.") : ++Current < 5;

        public void Reset() => throw new NotSupportedException();

        public void Dispose() => Disposed++;
    }
}
