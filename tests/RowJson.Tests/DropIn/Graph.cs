using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1000, CA1002, CA1819, CA2227

/// <summary>Lists of one type wherever they can be: in a property of every type, in an object, a dictionary, a list.</summary>
public sealed class Graph<T>
{
    public int Total { get; set; }
    public List<T>? List { get; set; }
    public T[]? Array { get; set; }
    public IEnumerable<T>? Sequence { get; set; }
    public IList<T>? ListInterface { get; set; }
    public ICollection<T>? Collection { get; set; }
    public IReadOnlyList<T>? ReadOnlyList { get; set; }
    public IReadOnlyCollection<T>? ReadOnlyCollection { get; set; }
    public ImmutableArray<T> ImmutableArray { get; set; }
    public ImmutableList<T>? ImmutableList { get; set; }
    public Collection<T>? Other { get; set; }
    public object? Anything { get; set; }
    public Dictionary<string, List<T>>? ByName { get; set; }
    public List<T[]>? Nested { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public List<T>? Missing { get; set; }

    [JsonPropertyName("<é>"), JsonPropertyOrder(-1)]
    public List<T>? Renamed { get; set; }

    public Graph<T>? Inner { get; set; }

    /// <summary>The rows in every place.</summary>
    public static Graph<T> Of(T[] rows, bool isInner = false) => new()
    {
        Total = rows.Length,
        List = [.. rows],
        Array = rows,
        Sequence = rows.Where(_ => true),
        ListInterface = rows,
        Collection = [],
        ReadOnlyList = [.. rows],
        ReadOnlyCollection = [.. rows],
        ImmutableArray = [.. rows],
        ImmutableList = [.. rows],
        Other = [.. rows],
        Anything = rows.ToList(),
        ByName = new() { ["all"] = [.. rows], ["none"] = [], ["first"] = [.. rows.Take(1)] },
        Nested = [rows, [], [.. rows.Take(1)]],
        Renamed = [],
        Inner = isInner ? null : Of(rows, isInner: true),
    };
}
