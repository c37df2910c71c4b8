using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

/// <summary>An object that leads back to itself, and to others of its kind.</summary>
internal sealed class Node
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public Node? Parent { get; set; }

    public List<Node?>? Children { get; set; }

    public ICollection<Leaf>? Leaves { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Dictionary<string, Leaf?>? ByName { get; set; }
}

/// <summary>What a node holds, with members of many kinds.</summary>
internal sealed class Leaf
{
    public double[]? Values { get; set; }

    public IReadOnlyList<string?>? Texts { get; set; }

    public HashSet<int>? Numbers { get; set; }

    public Spot Spot { get; set; }

    public Spot? MaybeSpot { get; set; }

    public DayOfWeek Day { get; set; }

    public Guid? Key { get; set; }

    public JsonElement Element { get; set; }

    public Node? Node { get; set; }
}

/// <summary>A structure that refers to objects.</summary>
internal struct Spot
{
    public double X { get; set; }

    public float Y { get; set; }

    public Leaf? Leaf { get; set; }
}

/// <summary>With discriminators, one of them a number.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), 2)]
internal class Figure
{
    public string? Label { get; set; }

    public Figure? Inner { get; set; }
}

internal sealed class Circle : Figure
{
    public double Radius { get; set; }
}

internal sealed class Square : Figure
{
    public decimal? Side { get; set; }

    public int[]? Corners { get; set; }
}

/// <summary>With more properties than its type has.</summary>
internal sealed class Extended
{
    public long Id { get; set; }

    [JsonExtensionData]
    public Dictionary<string, object?>? More { get; set; }
}

/// <summary>With callbacks.</summary>
internal sealed class Called : IJsonOnSerializing
{
    public int Count { get; private set; }

    public string? Text { get; set; }

    public bool Flag { get; set; }

    public List<int>? Items { get; set; }

    /// <summary>The same in each write.</summary>
    public void OnSerializing() => Count = Text?.Length ?? 1;
}

/// <summary>By a converter of its own.</summary>
[JsonConverter(typeof(TagConverter))]
internal readonly record struct Tag(int Value);

internal sealed class TagConverter : JsonConverter<Tag>
{
    public override Tag Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

    public override void Write(Utf8JsonWriter writer, Tag value, JsonSerializerOptions options) => writer.WriteStringValue($"#{value.Value}");
}

/// <summary>Any value among single ones.</summary>
internal sealed class Holder<T>
{
    public int Id { get; set; }

    public string? Name { get; set; }

    public T? Value { get; set; }

    public bool Flag { get; set; }

    public long Number { get; set; }
}

/// <summary>The same as a structure.</summary>
internal record struct Slot<T>(int Id, T? Value, double Ratio, string? Text);

/// <summary>The types that values are declared as: single ones, and those made of them, ever deeper.</summary>
internal sealed class ValueTypes
{
    /// <summary>Each is compiled, and known to many options: more would take longer to make than to compare.</summary>
    private const int Count = 300;

    private const int MostNesting = 3;

    private static readonly Type[] Objects =
    [
        typeof(Node), typeof(Leaf), typeof(Figure), typeof(Circle), typeof(Square), typeof(Extended), typeof(Called), typeof(Spot), typeof(Tag),
    ];

    private static readonly Type[] Others = [typeof(object), typeof(JsonNode), typeof(JsonElement), typeof(JsonDocument), typeof(RawJson)];

    private static readonly Type[] Sequences =
    [
        typeof(List<>), typeof(List<>), typeof(HashSet<>), typeof(Queue<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>),
        typeof(IEnumerable<>), typeof(IList<>), typeof(ICollection<>), typeof(IReadOnlyList<>), typeof(IReadOnlyCollection<>),
        typeof(System.Collections.Immutable.ImmutableArray<>), typeof(System.Collections.Immutable.ImmutableList<>), typeof(ReadOnlyMemory<>),
    ];

    private static readonly Type[] Dictionaries =
        [typeof(Dictionary<,>), typeof(Dictionary<,>), typeof(IReadOnlyDictionary<,>), typeof(SortedDictionary<,>)];

    private readonly Type[] _types;

    public ValueTypes(ulong seed)
    {
        var draw = new Draw(seed);
        _types = [.. Objects, .. Enumerable.Range(0, Count).Select(_ => Make(draw, MostNesting)).Distinct()];
    }

    public Type Next(Draw draw) => draw.Pick<Type>(_types);

    private static Type Make(Draw draw, int nesting) => draw.Below(nesting == 0 ? 4 : 10) switch
    {
        0 or 1 => draw.Pick<ValueKind>([.. ValueKind.Typed]).Type,
        2 => draw.Pick<Type>(Objects),
        3 => draw.Pick<Type>(Others),
        4 or 5 => draw.Pick<Type>(Sequences).MakeGenericType(Make(draw, nesting - 1)),
        6 => Make(draw, nesting - 1).MakeArrayType(),
        7 => draw.Pick<Type>(Dictionaries).MakeGenericType(draw.Chance(6) ? typeof(int) : typeof(string), Make(draw, nesting - 1)),
        8 => typeof(Holder<>).MakeGenericType(Make(draw, nesting - 1)),
        _ => typeof(Slot<>).MakeGenericType(Make(draw, nesting - 1)),
    };
}
