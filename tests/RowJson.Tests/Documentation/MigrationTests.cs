using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace RowJson.Tests;

/// <summary>The tables of docs/migrating-to-1.0.md against the public API.</summary>
public partial class MigrationTests
{
    private static readonly string Api = File.ReadAllText(RepositoryFolder.Combine("src/RowJson/PublicApi.txt"))
        + File.ReadAllText(RepositoryFolder.Combine("src/RowJson.AspNetCore/PublicApi.txt"));

    private static readonly (string Old, string New)[] Rows =
    [
        .. File.ReadLines(RepositoryFolder.Combine("docs/migrating-to-1.0.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(line => line.Split(" | "))
            .Select(cells => (cells[0], cells[1])),
    ];

    [Fact]
    public void Table_newNames_areInTheApi()
    {
        Rows.Should().HaveCountGreaterThan(15);
        string[] known = ["JsonSerializer", "IBufferWriter", "IResult", "SerializeToUtf8Bytes", "Results", "Order"];
        Rows.SelectMany(row => NamePattern().Matches(string.Concat(CodePattern().Matches(row.New).Select(code => code.Value + " "))))
            .Select(name => name.Value).Except(known)
            .Should().OnlyContain(name => Api.Contains(name, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("CreateOptions")]
    [InlineData("CreateWriteOptions")]
    [InlineData("ConfigureOptions")]
    [InlineData("ArrayLines")]
    [InlineData("ToInt64")]
    [InlineData("HoldsRows")]
    [InlineData("IsInEnvelope")]
    [InlineData("IsFormatSet")]
    [InlineData("AsSerializer")]
    [InlineData("SerializeToUtf8Bytes")]
    [InlineData("IBufferWriter<byte> writer")]
    [InlineData("JsonRowResult(long")]
    [InlineData("JsonRowProgress(long")]
    [InlineData("Rows(this IResultExtensions extensions, DataTable")]
    [InlineData("NonFinite {")]
    [InlineData("Trusted")]
    [InlineData("MaxDegreeOfParallelism")]
    public void Table_oldNames_areGone(string name) => Api.Should().NotContain(name);

    /// <summary>What build/check-compatibility lets pass.</summary>
    [Fact]
    public void Page_acceptedBreaks_areNamed()
    {
        string page = File.ReadAllText(RepositoryFolder.Combine("docs", "migrating-to-1.0.md"));
        string[] members =
        [
            .. XDocument.Load(RepositoryFolder.Combine("build", "accepted-breaks.xml")).Descendants("Target")
                .Select(target => target.Value.Split('(')[0].Split('.')[^1].Split('`')[0])
                .Select(member => member.Replace("get_", "", StringComparison.Ordinal).Replace("set_", "", StringComparison.Ordinal)),
        ];

        members.Should().HaveCountGreaterThan(20);
        members.Where(member => !page.Contains(member, StringComparison.Ordinal)).Should().BeEmpty();
    }

    [GeneratedRegex("`[^`]*`")]
    private static partial Regex CodePattern();

    [GeneratedRegex(@"\b[A-Z][a-z]\w{3,}\b")]
    private static partial Regex NamePattern();
}
