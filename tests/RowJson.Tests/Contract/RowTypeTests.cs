using System.Text.Json;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>Rows of every type × options × ways to read members: the bytes of <c>JsonSerializer.Serialize&lt;IEnumerable&lt;T&gt;&gt;</c>.</summary>
public class RowTypeTests(ITestOutputHelper log)
{
    public static TheoryData<string> Names => [.. RowTypeCases.All.Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void WriteTo_rowsOfType_equalsSerializer(string name)
    {
        RowTypeCase type = RowTypeCases.All.Single(type => type.Name == name);
        int comparisons = 0;
        foreach ((string optionName, JsonSerializerOptions options) in ContractOptions.All)
        {
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                var rowOptions = new JsonRowOptions { SerializerOptions = options, ObjectAccess = access };
                comparisons += type.Compare(options, _ => rowOptions, $"{optionName}, {access}");
            }
        }
        log.WriteLine($"{comparisons} comparisons");
    }
}
