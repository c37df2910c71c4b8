using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>CONTRIBUTING.md and SECURITY.md name what is there.</summary>
public partial class ContributingTests
{
    private static readonly string[] TestProjects = ["RowJson.Tests", "RowJson.Conformance"];

    public static TheoryData<string> Parents => ["src", "tests", "tools", "benchmarks", "samples"];

    [Theory]
    [MemberData(nameof(Parents))]
    public void Contributing_eachFolder_isNamed(string parent)
    {
        string text = File.ReadAllText(RepositoryFolder.Combine("CONTRIBUTING.md"));
        string[] folders = [.. Directory.GetDirectories(RepositoryFolder.Combine(parent)).Select(folder => Path.GetFileName(folder))];

        folders.Should().NotBeEmpty();
        folders.Where(folder => !text.Contains(folder, StringComparison.Ordinal)).Should().BeEmpty();
    }

    [Fact]
    public void Contributing_eachFolderOfTheTests_isNamedOrOneOfTheSources()
    {
        string text = File.ReadAllText(RepositoryFolder.Combine("CONTRIBUTING.md"));
        string[] sources = [.. FoldersOf("src", "RowJson")];

        TestProjects.SelectMany(project => FoldersOf("tests", project)).Except(sources)
            .Where(folder => !text.Contains($"`{folder}`", StringComparison.Ordinal)).Should().BeEmpty();
    }

    [Fact]
    public void SecurityPolicy_filesThatItNames_exist()
    {
        string[] named = [.. FilePattern().Matches(File.ReadAllText(RepositoryFolder.Combine("SECURITY.md"))).Select(match => match.Value)];

        named.Should().NotBeEmpty();
        named.Where(file => !TestProjects.Any(project => File.Exists(RepositoryFolder.Combine("tests", project, file)))).Should().BeEmpty();
    }

    private static IEnumerable<string> FoldersOf(string parent, string project) =>
        Directory.GetDirectories(RepositoryFolder.Combine(parent, project)).Select(folder => Path.GetFileName(folder))
            .Except(["bin", "obj"]);

    [GeneratedRegex(@"\w+/[\w/]+Tests\.cs")]
    private static partial Regex FilePattern();
}
