using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// The serializer shares contracts among options that are equal: a contract then belongs to those that came first. Rows are written by it
/// as if it were their own options'.
/// </summary>
public class EqualOptionsTests
{
    private static EqualPair[] s_kinds = [];
    private static EqualPair[] s_ofOneTest = [];

    public static TheoryData<string> Options => [.. s_kinds.Select(pair => pair.Name)];

    /// <summary>
    /// The serializer shares the contracts of 64 sets of options in a process and keeps them while the options are alive. The other tests
    /// keep more alive, so these take their places before any other code of the assembly runs.
    /// </summary>
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255:The 'ModuleInitializer' attribute should not be used in libraries", Justification = "Tests.")]
    internal static void TakePlaces()
    {
        s_kinds =
        [
            EqualPair.Create("web", new(JsonSerializerDefaults.Web)),
            EqualPair.Create("numbers as text", new() { NumberHandling = JsonNumberHandling.WriteAsString }),
            EqualPair.Create(
                "key policy, no nulls",
                new()
                {
                    DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper,
                    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
                }),
            EqualPair.Create("enum names", new() { Converters = { new JsonStringEnumConverter() } }),
            EqualPair.Create("no cycles", new() { ReferenceHandler = ReferenceHandler.IgnoreCycles }),
        ];
        // For tests that ask what is remembered of the two: others must not have written with them.
        s_ofOneTest =
        [
            EqualPair.Create(nameof(CreateColumns_contractOfEqualOptions_areThoseOfOnesOwn), new(JsonSerializerDefaults.Web)),
            EqualPair.Create(nameof(Serialize_equalOptionsForEachCall_takeWhatIsKnownOfTheFirst), new(JsonSerializerDefaults.Web)),
            EqualPair.Create(nameof(WithRowJson_equalOptions_areMadeOfTheOnesPassed), new(JsonSerializerDefaults.Web)),
        ];
    }

    [Fact]
    public void CreateColumns_contractOfEqualOptions_areThoseOfOnesOwn()
    {
        (JsonSerializerOptions first, JsonSerializerOptions equal) = PairOf();
        var info = (JsonTypeInfo<AnyMembers>)equal.GetTypeInfo(typeof(AnyMembers));
        RowContext context = new JsonRowOptions(equal).Context;

        info.Options.Should().BeSameAs(first);
        SerializedColumns(info, context).Should().Equal(SerializedColumns(info, new JsonRowOptions(first).Context));
        if (RuntimeFeature.IsDynamicCodeSupported) SerializedColumns(info, context).Should().BeEmpty();
    }

    [Fact]
    public void CreateColumns_contractOfOtherOptions_leaveTheSerializerWhatDependsOnThem()
    {
        var info = (JsonTypeInfo<AnyMembers>)JsonSerializerOptions.Web.GetTypeInfo(typeof(AnyMembers));

        SerializedColumns(info, new JsonRowOptions().Context).Should().Equal("anything", "map", "names");
    }

    [Theory]
    [MemberData(nameof(Options))]
    public void WriteTo_optionsThatOthersAreEqualTo_haveTheBytesOfTheSerializer(string options)
    {
        (_, JsonSerializerOptions equal) = PairOf(options);
        AnyMembers[] objects = [AnyMembers.Sample, AnyMembers.Sample];
        NumbersAsText[] lists = [[1, 2], [], [3]];
        Dictionary<string, int[]>[] maps = [new() { ["Key"] = [1, 2] }];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var rowOptions = new JsonRowOptions { SerializerOptions = equal, ObjectAccess = access };
            JsonRows.From(objects).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(objects, equal));
            JsonRows.From(lists).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(lists, equal));
            JsonRows.From(maps).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(maps, equal));
        }
    }

    [Theory]
    [MemberData(nameof(Options))]
    public void WithRowJson_optionsThatOthersAreEqualTo_haveTheBytesOfTheSerializer(string options)
    {
        (_, JsonSerializerOptions equal) = PairOf(options);
        var settings = new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled };
        var comparison = new DropInComparison(equal, settings, "equal options");

        comparison.Check<AnyMembers[]>([AnyMembers.Sample, AnyMembers.Sample], "objects");
        comparison.Check<List<Dictionary<string, object?>>>([new() { ["Key"] = AnyMembers.Sample }], "dictionaries");
        comparison.Written.Should().BeGreaterThan(0);
    }

    [Fact]
    public void Serialize_equalOptionsForEachCall_takeWhatIsKnownOfTheFirst()
    {
        (JsonSerializerOptions first, JsonSerializerOptions equal) = PairOf();

        DropInOptions.OfEqual(equal).Should().BeSameAs(DropInOptions.OfEqual(first));
        DropInOptions.OfEqual(new(first)).Should().BeSameAs(DropInOptions.OfEqual(first));
        DropInOptions.OfEqual(new(first) { MaxDepth = 10 }).Should().NotBeSameAs(DropInOptions.OfEqual(first));
    }

    [Fact]
    public void WithRowJson_equalOptions_areMadeOfTheOnesPassed()
    {
        (JsonSerializerOptions first, JsonSerializerOptions equal) = PairOf();

        JsonRowSerializer.Serialize(Stream.Null, new[] { 1 }, equal);
        KnownSerializerOptions.OriginOf(first.WithRowJson(writeOnly: true)).Should().BeSameAs(first);
        KnownSerializerOptions.OriginOf(equal.WithRowJson(writeOnly: true)).Should().BeSameAs(equal);
    }

    private static (JsonSerializerOptions First, JsonSerializerOptions Equal) PairOf([CallerMemberName] string name = "")
    {
        EqualPair pair = s_kinds.Concat(s_ofOneTest).Single(pair => pair.Name == name);
        pair.Equal.GetTypeInfo(typeof(AnyMembers)).Options.Should().BeSameAs(pair.First, "else the tests compare nothing");
        return (pair.First, pair.Equal);
    }

    private static string[] SerializedColumns(JsonTypeInfo<AnyMembers> info, RowContext context)
    {
        bool compiles = RuntimeFeature.IsDynamicCodeSupported;
        var choices = new ValueChoices(context, context.TraitsOf(info), compiles, ColumnGain.IsForced(context.Options));
        return [.. choices.OfObject(info)!.Properties.Where(it => it.Member is null).Select(it => it.Property.Name)];
    }

    /// <summary>Two options of which the second has the contracts of the first.</summary>
    private sealed record EqualPair(string Name, JsonSerializerOptions First, JsonSerializerOptions Equal)
    {
        public static EqualPair Create(string name, JsonSerializerOptions options)
        {
            // A type info resolver of their own: no other test has options that are equal to these.
            var first = new JsonSerializerOptions(options) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
            first.MakeReadOnly();
            first.GetTypeInfo(typeof(AnyMembers));
            var equal = new JsonSerializerOptions(first);
            equal.MakeReadOnly();
            equal.GetTypeInfo(typeof(AnyMembers));
            return new EqualPair(name, first, equal);
        }
    }

    /// <summary>Among others, its handling of numbers is that of the options, where these have one.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class NumbersAsText : List<int>;

    private sealed class AnyMembers
    {
        public static AnyMembers Sample => new()
        {
            Id = 12,
            Anything = new List<int> { 1 },
            Map = new() { ["OneKey"] = 1.5, ["Two"] = null },
            Names = new() { ["ThreeKey"] = "x" },
            Day = DayOfWeek.Friday,
        };

        public int Id { get; set; }

        public object? Anything { get; set; }

        public Dictionary<string, object?>? Map { get; set; }

        public Dictionary<string, string>? Names { get; set; }

        public DayOfWeek Day { get; set; }
    }
}
