using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1002, CA1819, CA2227, CA1822, CA1040, CA1720

/// <summary>A row of scalars and a nested object.</summary>
public sealed class DropInRow
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public decimal Price { get; set; }
    public DropInRow? Parent { get; set; }
    public List<int>? Tags { get; set; }

    public static DropInRow[] Make(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new DropInRow { Id = i, Name = $"náme <{i}>", Price = i * 1.5m, Tags = [i, -i] })];
}

/// <summary>A record, whose constructor takes the list.</summary>
public sealed record DropInPage(int Total, List<DropInRow> Items, string? Next);

/// <summary>A structure that holds rows.</summary>
public struct DropInStruct
{
    public IReadOnlyList<DropInRow>? Items { get; set; }
    public ImmutableArray<DropInRow> More { get; set; }
}

/// <summary>Properties whose lists somebody else has a say about.</summary>
public sealed class DropInAttributes
{
    [JsonConverter(typeof(CountConverter))]
    public List<DropInRow> Counted { get; set; } = [.. DropInRow.Make(3)];

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public List<DropInRow> Populated { get; } = [.. DropInRow.Make(2)];

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public object Inherited { get; set; } = Dictionaries;

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public Dictionary<string, object> Named { get; set; } =
        new() { ["a"] = Dictionaries, ["b"] = DropInRow.Make(1).ToList(), ["c"] = 5 };

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    public List<object> Listed { get; set; } = [Dictionaries, 1, double.NaN];

    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    public Dictionary<string, object> Read { get; set; } = new() { ["a"] = Dictionaries };

    public NumberedBag Bag { get; set; } = new() { ["a"] = Dictionaries, ["b"] = 1 };

    public NumberedObject Object { get; set; } = new();

    [JsonIgnore]
    public List<DropInRow> Ignored { get; set; } = [.. DropInRow.Make(2)];

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public List<DropInRow>? Default { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public ImmutableArray<DropInRow> DefaultArray { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public List<DropInRow>? Never { get; set; }

    [JsonInclude, JsonPropertyOrder(-2)]
    internal List<DropInRow> Included = [.. DropInRow.Make(1)];

    internal static List<Dictionary<string, int>> Dictionaries => [new() { ["x"] = 1 }, [], new() { ["y"] = int.MinValue }];
}

/// <summary>Hands its handling of numbers down to what it holds.</summary>
[JsonNumberHandling(JsonNumberHandling.WriteAsString)]
public sealed class NumberedBag : Dictionary<string, object>;

/// <inheritdoc cref="NumberedBag"/>
[JsonNumberHandling(JsonNumberHandling.WriteAsString)]
public sealed class NumberedObject
{
    public object Value { get; set; } = DropInAttributes.Dictionaries;
    public List<Dictionary<string, int>> Typed { get; set; } = DropInAttributes.Dictionaries;
    public List<DropInRow> Rows { get; set; } = [.. DropInRow.Make(2)];
    public List<int> Numbers { get; set; } = [1, 2];
}

/// <summary>Writes the number of rows in their place.</summary>
public sealed class CountConverter : JsonConverter<List<DropInRow>>
{
    public override List<DropInRow> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => [];

    public override void Write(Utf8JsonWriter writer, List<DropInRow> value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Count);
}

/// <summary>Rows that are themselves lists of their own kind.</summary>
public sealed class DropInNode
{
    public int Id { get; set; }
    public List<DropInNode> Children { get; set; } = [];
    public IEnumerable<DropInNode>? More { get; set; }
}

/// <summary>Lists inside objects with additional properties.</summary>
public class DropInEvent
{
    public string? Kind { get; set; }
    public List<DropInRow> Rows { get; set; } = [];

    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Extra { get; set; }
}

[JsonDerivedType(typeof(DropInDog), "dog")]
public class DropInAnimal
{
    public List<DropInRow> Rows { get; set; } = [.. DropInRow.Make(1)];
}

public sealed class DropInDog : DropInAnimal
{
    public List<DropInAnimal> Friends { get; set; } = [];
}

/// <summary>A getter fails.</summary>
public sealed class DropInFailing
{
    public int Id { get; set; }
    public string Name => Id == 2 ? throw new FormatException("a getter's own") : "n";
}

/// <summary>A property that the serializer refuses.</summary>
public sealed class DropInUnsupported
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public object? Value { get; set; }
}

/// <summary>An asynchronous sequence within a row.</summary>
public sealed class DropInAsync
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public Holder Held { get; set; } = new();

    public sealed class Holder
    {
        public string? Name { get; set; }
        public IAsyncEnumerable<int> Items => Numbers();

        private static async IAsyncEnumerable<int> Numbers()
        {
            yield return 1;
            await Task.Yield();
            yield return 2;
        }
    }
}

/// <summary>What a source-generated context describes.</summary>
public sealed class DropInGenerated
{
    public int Total { get; set; }
    public byte[]? Bytes { get; set; }
    public DropInFlat? Flat { get; set; }
}

/// <summary>No rows anywhere.</summary>
public sealed class DropInFlat
{
    public int A { get; set; }
    public string? B { get; set; }
    public List<int>? Numbers { get; set; }
    public DropInFlat? Next { get; set; }
}

[JsonSerializable(typeof(Graph<DropInRow>), TypeInfoPropertyName = "Graph1")]
[JsonSerializable(typeof(Graph<Dictionary<string, object?>>), TypeInfoPropertyName = "Graph2")]
[JsonSerializable(typeof(Graph<Dictionary<string, int>>), TypeInfoPropertyName = "Graph3")]
[JsonSerializable(typeof(Graph<DropInStruct>), TypeInfoPropertyName = "Graph4")]
[JsonSerializable(typeof(Graph<DropInNode>), TypeInfoPropertyName = "Graph5")]
[JsonSerializable(typeof(Graph<DropInEvent>), TypeInfoPropertyName = "Graph6")]
[JsonSerializable(typeof(Graph<DropInAnimal>), TypeInfoPropertyName = "Graph7")]
[JsonSerializable(typeof(Graph<DropInGenerated>), TypeInfoPropertyName = "Graph8")]
[JsonSerializable(typeof(Graph<JsonElement>), TypeInfoPropertyName = "Graph9")]
[JsonSerializable(typeof(Graph<KeyValuePair<string, int>>), TypeInfoPropertyName = "Graph10")]
[JsonSerializable(typeof(Graph<int>), TypeInfoPropertyName = "Graph11")]
[JsonSerializable(typeof(Graph<DropInPage>), TypeInfoPropertyName = "Graph12")]
[JsonSerializable(typeof(DropInPage))]
[JsonSerializable(typeof(DropInFlat))]
[JsonSerializable(typeof(DropInAttributes))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(double))]
[JsonSerializable(typeof(bool))]
public sealed partial class DropInContext : JsonSerializerContext;
