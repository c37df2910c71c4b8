using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Values of every type × options × where they are × ways to write × ways to read members: the bytes, or the failures, of
/// <see cref="JsonSerializer"/>.
/// </summary>
[Trait("Speed", "Slow")]
public class MemberPlaceTests(ITestOutputHelper log)
{
    /// <summary>Without types that rows write otherwise: a row of pairs is an object, and null of a type that is refused is null.</summary>
    public static TheoryData<string> Types =>
        [.. MemberTypes.All.Select(type => type.Name).Where(name => name is not ("KeyValuePair<String, Int32>" or "Type"))];

    [Theory]
    [MemberData(nameof(Types))]
    public void Write_valuesOfType_equalsSerializer(string name)
    {
        MemberType type = MemberTypes.All.Single(type => type.Name == name);
        int comparisons = 0;
        int written = 0;
        foreach ((int index, (string what, JsonSerializerOptions options)) in ContractOptions.All.Index())
        {
            if (!MatrixShare.Has(5, Array.IndexOf(MemberTypes.All, type), index)) continue;
            // A context describes none of the places.
            if (options.TypeInfoResolver is JsonSerializerContext) continue;
            // The serializer looks at the depth of elements that a converter writes, and not of those that it writes itself (docs/limits.md).
            if (name == "IEnumerable<JsonElement?>" && options.MaxDepth > 0) continue;
            var places = new ValuePlaces(options, $"{name}, {what}", isThorough: true);
            type.Check(places);
            comparisons += places.Count;
            written += places.Written;
        }
        log.WriteLine($"{comparisons} comparisons, {written} of them written");
        comparisons.Should().BeGreaterThan(MatrixShare.IsFull ? 1000 : 200);
    }
}
