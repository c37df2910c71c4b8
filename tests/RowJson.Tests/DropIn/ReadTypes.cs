using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1002, CA1819, CA2227, CA1720, CA1822

/// <summary>A row with a value of each kind that converters are often for.</summary>
public sealed class ReadRow
{
    public int Id { get; set; }
    public string? Name { get; set; }
    public ReadKind Kind { get; set; }
    public ReadKind? Maybe { get; set; }

    public static ReadRow[] Make(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new ReadRow { Id = i, Name = $"ñ<{i}>", Kind = (ReadKind)(i % 2), Maybe = i == 0 ? null : ReadKind.Other })];
}

public enum ReadKind
{
    One,
    Other,
}

/// <summary>Rows in every kind of collection that the serializer reads.</summary>
public sealed class ReadCollections
{
    public List<ReadRow>? List { get; set; }
    public ReadRow[]? Array { get; set; }
    public IEnumerable<ReadRow>? Sequence { get; set; }
    public IList<ReadRow>? ListInterface { get; set; }
    public ICollection<ReadRow>? CollectionInterface { get; set; }
    public IReadOnlyList<ReadRow>? ReadOnlyList { get; set; }
    public IReadOnlyCollection<ReadRow>? ReadOnlyCollection { get; set; }
    public ImmutableArray<ReadRow>? ImmutableArray { get; set; }
    public ImmutableList<ReadRow>? ImmutableList { get; set; }
    public IImmutableList<ReadRow>? ImmutableListInterface { get; set; }
    public ImmutableQueue<ReadRow>? ImmutableQueue { get; set; }
    public ImmutableStack<ReadRow>? ImmutableStack { get; set; }
    public ImmutableHashSet<ReadRow>? ImmutableSet { get; set; }
    public Collection<ReadRow>? Collection { get; set; }
    public ObservableCollection<ReadRow>? Observable { get; set; }
    public ReadRows? Own { get; set; }
    public HashSet<ReadRow>? Set { get; set; }
    public ISet<ReadRow>? SetInterface { get; set; }
    public Queue<ReadRow>? Queue { get; set; }
    public Stack<ReadRow>? Stack { get; set; }
    public LinkedList<ReadRow>? Linked { get; set; }
    public ConcurrentQueue<ReadRow>? ConcurrentQueue { get; set; }
    public List<Dictionary<string, int>>? Dictionaries { get; set; }
    public Dictionary<string, List<ReadRow>>? ByName { get; set; }
    public SortedDictionary<string, ReadRow[]>? Sorted { get; set; }
    public Dictionary<int, ReadRow>? ByNumber { get; set; }
    public IDictionary<string, double[][]>? Numbers { get; set; }
    public ImmutableDictionary<string, ReadRow>? ImmutableMap { get; set; }
    public ImmutableSortedDictionary<string, ReadRow>? ImmutableSortedMap { get; set; }
    public IReadOnlyDictionary<string, List<string>>? Texts { get; set; }
    public JsonElement? Element { get; set; }
    public JsonElement[]? Elements { get; set; }
    public object? Anything { get; set; }

    public static ReadCollections Make()
    {
        ReadRow[] rows = ReadRow.Make(2);
        return new ReadCollections
        {
            List = [.. rows],
            Array = rows,
            Sequence = rows,
            ListInterface = rows,
            CollectionInterface = rows,
            ReadOnlyList = rows,
            ReadOnlyCollection = rows,
            ImmutableArray = [.. rows],
            ImmutableList = [.. rows],
            ImmutableListInterface = [.. rows],
            ImmutableQueue = [.. rows],
            ImmutableStack = [.. rows],
            ImmutableSet = [rows[0]],
            Collection = [.. rows],
            Observable = [.. rows],
            Own = [.. rows],
            Set = [rows[0]],
            SetInterface = new HashSet<ReadRow>(rows),
            Queue = new(rows),
            Stack = new(rows),
            Linked = new(rows),
            ConcurrentQueue = new(rows),
            Dictionaries = [new() { ["a"] = 1 }],
            ByName = new() { ["x"] = [.. rows] },
            Sorted = new() { ["y"] = rows },
            ByNumber = new() { [5] = rows[0] },
            Numbers = new Dictionary<string, double[][]> { ["n"] = [[1, 2.5], []] },
            ImmutableMap = ImmutableDictionary.CreateRange([new KeyValuePair<string, ReadRow>("r", rows[0])]),
            ImmutableSortedMap = ImmutableSortedDictionary.CreateRange([new KeyValuePair<string, ReadRow>("r", rows[0])]),
            Texts = new Dictionary<string, List<string>> { ["t"] = ["a"] },
            Element = JsonElement.Parse("""[{"a":1}]"""),
            Elements = [JsonElement.Parse("""{"a":[1]}""")],
            Anything = rows,
        };
    }
}

public sealed class ReadRows : List<ReadRow>;

/// <summary>Rows in every place of a contract that says how they are read.</summary>
public sealed class ReadContract
{
    [JsonConstructor]
    public ReadContract(List<ReadRow> given, int count = 5) => (Given, Count) = (given, count);

    public List<ReadRow> Given { get; }

    public int Count { get; }

    public required ReadRow[] Needed { get; set; }

    [JsonRequired]
    public IReadOnlyList<ReadRow>? Required { get; init; }

    [JsonInclude]
    internal ImmutableArray<ReadRow> Included { get; private set; } = [];

    [JsonPropertyName("other name")]
    public List<ReadRow>? Renamed { get; set; }

    [JsonExtensionData]
    public Dictionary<string, JsonElement>? More { get; set; }
}

/// <summary>All properties add to what is there.</summary>
[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
public sealed class ReadPopulated
{
    public List<ReadRow> Rows { get; } = [.. ReadRow.Make(1)];

    public Dictionary<string, List<ReadRow>> ByName { get; } = new() { ["a"] = [.. ReadRow.Make(1)] };

    public IList<ReadRow> Interface { get; } = [.. ReadRow.Make(1)];

    public ReadInner Inner { get; } = new();
}

public sealed class ReadInner
{
    public int Number { get; set; } = 5;

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public List<ReadRow> Rows { get; set; } = [.. ReadRow.Make(1)];
}

/// <summary>Unknown members are refused.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record ReadStrict(List<ReadRow> Rows, ReadStrict? Inner = null);

[JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
[JsonDerivedType(typeof(ReadDerived), "derived")]
public class ReadBase
{
    public List<ReadRow>? Rows { get; set; }
}

public sealed class ReadDerived : ReadBase
{
    public List<ReadBase>? Inner { get; set; }
}

/// <summary>The serializer writes such a collection, and does not read it.</summary>
public sealed class ReadRefused
{
    public int Id { get; set; }
    public ReadStrict? Inner { get; set; }
    public ConcurrentBag<ReadRow>? Rows { get; set; }
}

/// <summary>Its setter fails.</summary>
public sealed class ReadFailing
{
    public List<ReadRow>? Rows { get => null; set => throw new FormatException("a setter's own"); }
    public Uri? Address { get; set; }
    public Version? Version { get; set; }
}
