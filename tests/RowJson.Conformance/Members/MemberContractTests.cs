using Xunit.Abstractions;

namespace RowJson.Conformance;

/// <summary>
/// Every attribute and option on members of every type, for each way to read them: the bytes of <see cref="System.Text.Json.JsonSerializer"/>.
/// </summary>
[Trait("Speed", "Slow")]
public class MemberContractTests(ITestOutputHelper log)
{
    public static TheoryData<string> Types => [.. MemberTypes.All.Select(type => type.Name)];

    [Theory]
    [MemberData(nameof(Types))]
    public void From_rowsWithMembersOfType_equalsSerializer(string name)
    {
        var differences = new List<string>();
        int comparisons = 0;
        foreach (MemberRows rows in MemberTypes.All.Single(type => type.Name == name).Rows)
        {
            foreach (MemberOptions options in MemberOptions.ForAllRows) comparisons += rows.Compare(options, differences);
            // What an object is at run time need not be known to a context: RowJson writes lists of objects nevertheless.
            if (name != "object")
                foreach (MemberOptions options in MemberOptions.ForContext) comparisons += rows.Compare(options, differences);
            MemberOptions[] more = rows.Name == typeof(PlainMembers<>).Name ? MemberOptions.ForPlainRows
                : rows.Name == typeof(Dictionary<,>).Name ? MemberOptions.ForDictionaries
                : [];
            foreach (MemberOptions options in more) comparisons += rows.Compare(options, differences);
        }
        log.WriteLine($"{comparisons} comparisons");
        if (differences.Count > 0) Assert.Fail($"{differences.Count} differences:\n" + string.Join('\n', differences.Take(12)));
        comparisons.Should().BeGreaterThan(200);
    }
}
