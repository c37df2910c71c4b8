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
        int place = Array.FindIndex(MemberTypes.All, type => type.Name == name);
        foreach (MemberRows rows in MemberTypes.All[place].Rows)
        {
            place++;
            Compare(rows, MemberOptionSets.ForAllRows);
            // What an object is at run time need not be known to a context: RowJson writes lists of objects nevertheless.
            if (name != "object") Compare(rows, MemberContextOptions.All);
            if (rows.Name == typeof(PlainMembers<>).Name) Compare(rows, MemberOptionSets.ForPlainRows);
            if (rows.Name == typeof(Dictionary<,>).Name) Compare(rows, MemberOptionSets.ForDictionaries);
        }
        log.WriteLine($"{comparisons} comparisons");
        if (differences.Count > 0) Assert.Fail($"{differences.Count} differences:\n" + string.Join('\n', differences.Take(12)));
        comparisons.Should().BeGreaterThan(MatrixShare.IsFull ? 200 : 10);

        void Compare(MemberRows rows, MemberOptions[] all)
        {
            foreach ((int index, MemberOptions options) in all.Index())
                if (MatrixShare.Has(8, place, index)) comparisons += rows.Compare(options, differences);
        }
    }
}
