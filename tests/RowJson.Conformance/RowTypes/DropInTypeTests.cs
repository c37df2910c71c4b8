using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

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
        int place = Array.IndexOf(RowTypeCases.All, type);
        foreach ((string optionName, JsonSerializerOptions options) in ContractOptions.All)
        {
            place++;
            if (!DropInComparison.TakesOver(options) || !MatrixShare.Has(5, place)) continue;
            var comparison = new DropInComparison(options, Small, $"{name}, {optionName}");
            type.Accept(new Visitor(comparison, options));
            comparisons += comparison.Count;
            written += comparison.Written;
        }
        log.WriteLine($"{comparisons} comparisons, {written} of them written");
    }

    /// <summary>Compiled at once, in tiny buffers and batches of a row or two.</summary>
    private static JsonRowOptions Small => new() { ObjectAccess = ObjectAccess.Compiled, Sizes = BufferSizes.Tiny, FlushThreshold = 100 };

    private sealed class Visitor(DropInComparison comparison, JsonSerializerOptions options) : IRowTypeVisitor
    {
        public void Visit<T>(T[] rows)
        {
            comparison.Check<IEnumerable<T>>(rows, "sequence");
            comparison.Check<IEnumerable<T>>([.. rows, .. rows], "longer sequence");
            // What a context does not describe has no contract.
            if (options.TypeInfoResolver is RowTypeContext) return;
            comparison.Check(rows.ToList(), "list");
            comparison.Check(Graph<T>.Of(rows), "graph");
            if (options.Converters.Count > 0) comparison.CheckIndented(Graph<T>.Of(rows), "graph");
        }
    }
}
