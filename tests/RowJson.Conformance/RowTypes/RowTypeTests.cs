using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Rows of every type × options × implementations × ways to read members: the bytes of <c>JsonSerializer.Serialize&lt;IEnumerable&lt;T&gt;&gt;</c>.
/// </summary>
[Trait("Speed", "Slow")]
public class RowTypeTests(ITestOutputHelper log)
{
    public static TheoryData<string, string> NamesAndImplementations
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (RowTypeCase type in RowTypeCases.All)
                foreach (Implementation implementation in Implementation.All)
                    data.Add(type.Name, implementation.Name);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(NamesAndImplementations))]
    public async Task Write_rowsOfType_equalsSerializer(string name, string implementation)
    {
        RowTypeCase type = RowTypeCases.All.Single(type => type.Name == name);
        Implementation writes = Implementation.Find(implementation);
        int comparisons = 0;
        int place = Array.IndexOf(RowTypeCases.All, type) + Implementation.All.ToList().IndexOf(writes);
        foreach ((string optionName, JsonSerializerOptions options) in ContractOptions.All)
        {
            if (!writes.Takes(options)) continue;
            place++;
            foreach ((int index, ObjectAccess access) in writes.Accesses.Index())
            {
                if (!MatrixShare.Has(5, place, index)) continue;
                var rowOptions = new JsonRowOptions { SerializerOptions = options, ObjectAccess = access };
                comparisons += await type.CompareAsync(writes, rowOptions, $"{implementation}, {optionName}, {access}");
            }
        }
        log.WriteLine($"{comparisons} comparisons");
        comparisons.Should().BePositive();
    }

    [Fact]
    public void RowTypeCases_all_areAtLeast60() => RowTypeCases.All.Select(type => type.GetType()).Distinct().Count().Should().BeGreaterThan(60);
}
