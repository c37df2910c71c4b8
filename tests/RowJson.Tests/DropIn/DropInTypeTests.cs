using System.Collections.Immutable;
using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>
/// Lists of every row type × where they are × options × ways to read members: the bytes, or the failures, of <see cref="JsonSerializer"/>.
/// </summary>
[EachVectorLevel]
public class DropInTypeTests(ITestOutputHelper log)
{
    /// <summary>Rows that the serializer writes as an array each, or refuses to write at all: their lists are never taken over.</summary>
    public static TheoryData<string> Names => [.. RowTypeCases.All.Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Serialize_listsOfType_equalsSerializer(string name)
    {
        RowTypeCase type = RowTypeCases.All.Single(type => type.Name == name);
        int comparisons = 0;
        int written = 0;
        foreach ((string optionName, JsonSerializerOptions options) in ContractOptions.All)
        {
            bool isGenerated = options.TypeInfoResolver is RowTypeContext;
            foreach (ObjectAccess access in new[] { ObjectAccess.Automatic, ObjectAccess.Compiled })
            {
                var settings = new JsonRowOptions
                {
                    ObjectAccess = access,
                    Sizes = access == ObjectAccess.Compiled ? BufferSizes.Tiny : BufferSizes.Default,
                    FlushThreshold = access == ObjectAccess.Compiled ? 100 : JsonRowOptions.Default.FlushThreshold,
                };
                var comparison = new DropInComparison(options, settings, $"{name}, {optionName}, {access}");
                type.Accept(new Visitor(comparison, isGenerated));
                comparisons += comparison.Count;
                written += comparison.Written;
            }
        }
        log.WriteLine($"{comparisons} comparisons, {written} of them written");
    }

    private sealed class Visitor(DropInComparison comparison, bool isGenerated) : IRowTypeVisitor
    {
        public void Visit<T>(T[] rows)
        {
            comparison.Check<IEnumerable<T>>(rows, "sequence");
            comparison.Check<IEnumerable<T>>([.. rows, .. rows], "longer sequence");
            // What the context does not describe has no contract.
            if (isGenerated) return;
            comparison.Check(rows.ToList(), "list");
            comparison.Check(rows, "array");
            comparison.Check(rows.ToImmutableArray(), "immutable array");
            comparison.Check(Graph<T>.Of(rows), "graph");
        }
    }
}
