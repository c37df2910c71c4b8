using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>The tables of docs/migrating-to-0.3.md against the public API.</summary>
public partial class MigrationTests
{
    private static readonly string Api = File.ReadAllText(RepositoryFolder.Combine("src/RowJson/PublicApi.txt"))
        + File.ReadAllText(RepositoryFolder.Combine("src/RowJson.AspNetCore/PublicApi.txt"));

    private static readonly (string Old, string New)[] Rows =
    [
        .. File.ReadLines(RepositoryFolder.Combine("docs/migrating-to-0.3.md"))
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
    public void Table_oldNames_areGone(string name) => Api.Should().NotContain(name);

    [GeneratedRegex("`[^`]*`")]
    private static partial Regex CodePattern();

    [GeneratedRegex(@"\b[A-Z][a-z]\w{3,}\b")]
    private static partial Regex NamePattern();
}
