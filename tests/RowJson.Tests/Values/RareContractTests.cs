using System.Diagnostics.CodeAnalysis;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Contracts with something that few types have, in every place: the bytes and failures of <see cref="JsonSerializer"/>.</summary>
public class RareContractTests
{
    private static readonly Dictionary<string, JsonSerializerOptions> OptionSets = new()
    {
        ["default"] = new(),
        ["indented"] = new() { WriteIndented = true },
        ["nulls refused"] = new() { RespectNullableAnnotations = true },
        ["relaxed encoder"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["cycles ignored"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["bytes and entries converted"] = new() { Converters = { new BytesConverter(), new EntriesConverter() } },
    };

    public static TheoryData<string> Names => [.. OptionSets.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_discriminatorOfAnotherName_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check<List<Beast>>([new() { Name = "a" }, new Hound { Friends = [new Lion(), new Hound()] }, new Lion()], "beasts");
        places.Check<Beast>(new Hound { Name = "<" }, "beast");
        places.Check(new Hound { Name = "y", Friends = [new Lion()] }, "hound");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_derivedTypesWithoutDiscriminator_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check<List<Plant>>([new Tree { Height = 1 }, new Plant(), new Bush { Berries = 2 }], "plants");
        places.Check<Plant>(new Tree(), "plant");
        places.Check(new Bush(), "bush");
    }

    /// <summary>Each value that is read changes the structure.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Write_structureThatItsGettersChange_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Counter(), "structure");
        places.Check<Counter?>(new Counter(), "structure that may be missing");
        places.Check(new[] { new Counter(), new Counter() }, "array");
        places.Check(new CounterHolder(), "holder");
        places.Check(new CounterOfRows(), "with rows");
        places.Check(new[] { new CounterOfRows(), new CounterOfRows() }, "array, with rows");
        places.Check(new CounterOfTypes(), "with what only the serializer writes");
        places.Check(new[] { new CounterOfTypes(), new CounterOfTypes() }, "array, with what only the serializer writes");
    }

    [Fact]
    public void Write_structureThatItsGettersChange_isNotChangedItself()
    {
        Counter[] rows = [new(), new()];
        List<Counter> list = [.. rows];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions { ObjectAccess = access };
            for (int i = 0; i < 2; i++)
            {
                JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
                JsonRows.From(list).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
            }
        }
        rows.Should().OnlyContain(row => row.Third == 0);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_nullWhereTheTypeRefusesIt_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Annotated { Any = 1, Name = "n", Numbers = [] }, "no null");
        places.Check(new Annotated { Name = "n", Numbers = [] }, "null object");
        places.Check(new Annotated { Any = 1, Numbers = [] }, "null string");
        places.Check(new Annotated { Any = 1, Name = "n" }, "null list");
    }

    /// <summary>An attribute forbids null where the type allows it.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Write_nullInANullableStructureThatMustNotBeNull_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Required { Number = 1, Day = DayOfWeek.Friday, Point = default(KeyValuePair<int, int>), Name = "n" }, "no null");
        places.Check(new Required { Day = DayOfWeek.Friday, Point = default(KeyValuePair<int, int>), Name = "n" }, "null number");
        places.Check(new Required { Number = 1, Point = default(KeyValuePair<int, int>), Name = "n" }, "null enumeration");
        places.Check(new Required { Number = 1, Day = DayOfWeek.Friday, Name = "n" }, "null structure");
        places.Check(new Required { Number = 1, Day = DayOfWeek.Friday, Point = default(KeyValuePair<int, int>) }, "null string");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_additionalPropertiesWithAConditionOrAConverter_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check<List<OpenIfAny>>([new(), new() { More = new() { ["q"] = 1 } }, new() { More = [] }], "left out if null");
        places.Check<List<OpenAlways>>([new(), new() { More = new() { ["q"] = null } }], "never left out");
        places.Check<List<OpenNode>>([new(), new() { More = new JsonObject { ["q"] = 1 } }], "nodes");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_bytesInCollections_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Dictionary<string, byte[]?> { ["a"] = [1, 2], ["b"] = null }, "dictionary");
        places.Check(new List<byte[]?> { new byte[] { 3 }, null }, "list");
        places.Check(new Dictionary<string, object?> { ["a"] = new byte[] { 3 } }, "dictionary of objects");
    }

    /// <summary>Lists in lists, which are written in parts.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Write_nullListsOfRows_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check<List<List<Leaf?>?>>([null, [null, new()], []], "lists");
        places.Check<Leaf?[]?[]>([null, [null, new()], []], "arrays");
        places.Check(new SortedDictionary<string, List<Leaf?>?> { ["a"] = null, ["b"] = [new(), null] }, "dictionary of lists");
        places.Check(new Dictionary<string, Dictionary<string, List<Leaf>?>?> { ["a"] = null, ["b"] = new() { ["c"] = null } }, "dictionaries");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_callbacksAroundRows_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new CalledAround { Leaves = [new()] }, "object");
        places.Check(new { Before = 1, Held = new CalledAround { Leaves = [new(), new()] } }, "object in another");
        places.Check<List<CalledAround>>([new(), new() { Leaves = [] }], "list");
    }

    /// <summary>Which discriminator a value has that is declared as an object, only the serializer finds.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Write_severalPolymorphicAncestors_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Amphibian { Land = 1, Water = 2 }, "two interfaces");
        places.Check<ILand>(new Amphibian(), "declared as one");
        places.Check(new Frog { Land = 1, Leaves = [new()] }, "a class and an interface");
        places.Check(new List<Swimmer> { new Frog(), new() }, "declared as the class");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_listWithADiscriminator_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new Leaves { new() }, "list");
        places.Check<ILeaves>(new Leaves { new(), new() }, "declared as an interface");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_typesThatAnInterfaceDoesNotName_equalsSerializer(string name)
    {
        ValuePlaces places = Places(name);
        places.Check(new List<IFigure> { new Square { Side = 1 }, new Disc { Radius = 2 } }, "named types");
        places.Check(new List<IFigure> { new Tile { Side = 1, Color = 2 } }, "of a named class");
        places.Check(new List<IFigure> { new Coin { Side = 1 } }, "of a named class and a named interface");
        places.Check(new List<IRound> { new Disc(), new Coin() }, "declared as the named interface");
        places.Check(new List<IPlace> { new Dot { X = 3 }, new Spot { Y = 4 } }, "a class and a structure");
        places.Check(new List<Pet> { new(), new Cat { Lives = 9 }, new Dog { Id = 2 } }, "written as the base class");
    }

    /// <summary>Lists that are otherwise sent in batches, of elements whose text is otherwise copied.</summary>
    [Fact]
    public void Write_converterForElementsOrDocuments_equalsSerializer()
    {
        foreach (JsonConverter converter in new JsonConverter[] { new ConstantConverter<JsonElement>(), new ConstantConverter<JsonDocument>() })
        {
            var options = new JsonSerializerOptions { Converters = { converter } };
            options.MakeReadOnly(populateMissingResolver: true);
            var places = new ValuePlaces(options, converter.GetType().ToString());
            places.Check(new List<JsonElement> { JsonElement.Parse("[1]"), JsonElement.Parse("2") }, "elements");
            places.Check(new[] { JsonElement.Parse("[1]") }, "array of elements");
            places.Check(new List<JsonDocument?> { JsonDocument.Parse("[1]"), null }, "documents");
            places.Check(new { Elements = new[] { JsonElement.Parse("[1]") }, Leaves = new List<Leaf> { new() } }, "beside rows");
        }
    }

    private static ValuePlaces Places(string name)
    {
        JsonSerializerOptions options = OptionSets[name];
        options.MakeReadOnly(populateMissingResolver: true);
        return new ValuePlaces(options, name);
    }

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind+é")]
    [JsonDerivedType(typeof(Hound), "h<ö>"), JsonDerivedType(typeof(Lion), 7), JsonDerivedType(typeof(Beast), "")]
    internal class Beast
    {
        public string? Name { get; set; }

        public int Legs { get; set; } = 4;
    }

    internal sealed class Hound : Beast
    {
        public List<Beast>? Friends { get; set; }
    }

    internal sealed class Lion : Beast
    {
        public int Age { get; set; }
    }

    [JsonDerivedType(typeof(Tree)), JsonDerivedType(typeof(Bush), "bush")]
    internal class Plant
    {
        public int Id { get; set; }

        public int Age { get; set; }
    }

    internal sealed class Tree : Plant
    {
        public int Height { get; set; }
    }

    internal sealed class Bush : Plant
    {
        public int Berries { get; set; }
    }

    [JsonDerivedType(typeof(Amphibian), "amphibian of the land"), JsonDerivedType(typeof(Frog), "frog of the land")]
    internal interface ILand
    {
        int Land { get; set; }
    }

    [JsonDerivedType(typeof(Amphibian), "amphibian of the water")]
    internal interface IWater
    {
        int Water { get; set; }
    }

    internal sealed class Amphibian : ILand, IWater
    {
        public int Land { get; set; }

        public int Water { get; set; }
    }

    [JsonDerivedType(typeof(Frog), "frog")]
    internal class Swimmer
    {
        public int Speed { get; set; }
    }

    internal sealed class Frog : Swimmer, ILand
    {
        public int Land { get; set; }

        public List<Leaf>? Leaves { get; set; }
    }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(Square), "square"), JsonDerivedType(typeof(IRound), "round")]
    internal interface IFigure
    {
        int Area => 3;
    }

    internal interface IRound : IFigure
    {
        int Radius { get; set; }
    }

    internal class Square : IFigure
    {
        public int Side { get; set; }
    }

    internal sealed class Tile : Square
    {
        public int Color { get; set; }
    }

    internal sealed class Coin : Square, IRound
    {
        public int Radius { get; set; }
    }

    internal sealed class Disc : IRound
    {
        public int Radius { get; set; }
    }

    [JsonDerivedType(typeof(Dot), "dot"), JsonDerivedType(typeof(Spot), "spot")]
    internal interface IPlace
    {
        int Level => 3;
    }

    internal struct Dot : IPlace
    {
        public int X { get; set; }
    }

    internal sealed class Spot : IPlace
    {
        public int Y { get; set; }
    }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(Cat), "cat"), JsonDerivedType(typeof(Pet), "pet")]
    internal class Pet
    {
        public int Id { get; set; }

        public int Age { get; set; }
    }

    internal sealed class Cat : Pet
    {
        public int Lives { get; set; }
    }

    internal sealed class Dog : Pet
    {
        public int Tricks { get; set; }
    }

    [JsonDerivedType(typeof(Leaves), "leaves")]
    internal interface ILeaves : IEnumerable<Leaf>;

    internal sealed class Leaves : List<Leaf>, ILeaves;

    internal struct Counter
    {
        private int _count;

        public int First => ++_count;

        public int Second => ++_count;

        public readonly int Third => _count;

        public int Set { get; set; }
    }

    internal struct CounterOfRows
    {
        private int _count;

        public int First => ++_count;

        public List<Leaf> Leaves
        {
            get
            {
                _count++;
                return [new Leaf()];
            }
        }

        public int Second => ++_count;

        public object Any => new[] { new Leaf { Id = ++_count } };

        public int Third => ++_count;
    }

    /// <summary>A type is refused, unless it is null.</summary>
    internal struct CounterOfTypes
    {
        private int _count;

        public int First => ++_count;

        public Type? Type
        {
            get
            {
                _count++;
                return null;
            }
        }

        public int Second => ++_count;

        public int Third => ++_count;

        public int Fourth => ++_count;

        public int Fifth => ++_count;
    }

    internal sealed class CounterHolder
    {
        public int Id { get; set; }

        public Counter Counter { get; set; }

        public Counter? Other { get; set; } = new Counter();
    }

    internal sealed class Annotated
    {
        public int Id { get; set; }

        public long Number { get; set; }

        public object Any { get; set; } = null!;

        public string Name { get; set; } = null!;

        public List<int> Numbers { get; set; } = null!;
    }

    internal sealed class Required
    {
        [NotNull]
        public int? Number { get; set; }

        [NotNull]
        public DayOfWeek? Day { get; set; }

        [NotNull]
        public KeyValuePair<int, int>? Point { get; set; }

        [NotNull]
        public string? Name { get; set; }

        public int? Free { get; set; }

        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }

        public int G { get; set; }

        public int H { get; set; }

        public int I { get; set; }
    }

    internal sealed class OpenIfAny
    {
        public int Id { get; set; }

        [JsonExtensionData, JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public Dictionary<string, object?>? More { get; set; }
    }

    internal sealed class OpenAlways
    {
        public int Id { get; set; }

        [JsonExtensionData, JsonIgnore(Condition = JsonIgnoreCondition.Never)]
        public Dictionary<string, object?>? More { get; set; }
    }

    internal sealed class OpenNode
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public JsonObject? More { get; set; }
    }

    internal sealed class Leaf
    {
        public int Id { get; set; }

        public string Name { get; set; } = "é";
    }

    internal sealed class CalledAround : IJsonOnSerializing, IJsonOnSerialized
    {
        public int Calls { get; set; }

        public List<Leaf>? Leaves { get; set; }

        public void OnSerializing() => Calls++;

        public void OnSerialized() => Calls--;
    }

    private sealed class ConstantConverter<T> : JsonConverter<T>
    {
        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue("constant");
    }

    private sealed class BytesConverter : JsonConverter<byte[]>
    {
        public override byte[] Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => [];

        public override void Write(Utf8JsonWriter writer, byte[] value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Length);
    }

    private sealed class EntriesConverter : JsonConverter<Dictionary<string, object?>>
    {
        public override Dictionary<string, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => [];

        public override void Write(Utf8JsonWriter writer, Dictionary<string, object?> value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            writer.WriteNumber("count", value.Count);
            writer.WriteEndObject();
        }
    }
}
