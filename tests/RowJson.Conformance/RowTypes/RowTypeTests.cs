using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>Rows of every type × options × ways to read members: the bytes of <c>JsonSerializer.Serialize&lt;IEnumerable&lt;T&gt;&gt;</c>.</summary>
[Trait("Speed", "Slow")]
public class RowTypeTests(ITestOutputHelper log)
{
    public static TheoryData<string> Names => [.. RowTypeCases.All.Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task From_rowsOfType_equalsSerializer(string name)
    {
        RowTypeCase type = RowTypeCases.All.Single(type => type.Name == name);
        int comparisons = 0;
        foreach ((string optionName, JsonSerializerOptions options) in ContractOptions.All)
        {
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                var rowOptions = new JsonRowOptions { SerializerOptions = options, ObjectAccess = access };
                comparisons += await type.CompareAsync(options, rowOptions, $"{optionName}, {access}");
            }
        }
        log.WriteLine($"{comparisons} comparisons");
    }

    [Fact]
    public void RowTypeCases_all_areAtLeast60() => RowTypeCases.All.Select(type => type.GetType()).Distinct().Count().Should().BeGreaterThan(60);
}
