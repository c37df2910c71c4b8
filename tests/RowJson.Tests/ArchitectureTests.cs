using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>docs/architecture.md names what is there.</summary>
public partial class ArchitectureTests
{
    private static readonly string[] Lines = File.ReadAllLines(RepositoryFolder.Combine("docs", "architecture.md"));
    internal static readonly string Source = RepositoryFolder.Combine("src", "RowJson");

    /// <summary>The source files, relative to src/RowJson; the build's own folders are not among them.</summary>
    internal static readonly string[] Files =
    [
        .. Directory.EnumerateFiles(Source, "*.cs", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Source, file).Replace('\\', '/'))
            .Where(file => !file.StartsWith("obj/", StringComparison.Ordinal) && !file.StartsWith("bin/", StringComparison.Ordinal)),
    ];

    private static readonly string[] FileNames = [.. Files.Select(file => Path.GetFileNameWithoutExtension(file)!)];

    [Fact]
    public void Document_filesThatItNames_exist()
    {
        // A path, or within a row of the table of folders a file of that folder.
        string[] named = [.. Lines.SelectMany(line => FilePattern().Matches(line).Select(match => match.Value))];
        named.Should().NotBeEmpty();
        named.Where(file => !Files.Contains(file) && !(Path.GetFileName(file) == file && Files.Any(path => path.EndsWith('/' + file))))
            .Should().BeEmpty();
    }

    [Fact]
    public void Document_classesInItsPictures_haveFiles()
    {
        string[] named = [.. Pictures().SelectMany(line => ClassPattern().Matches(line).Select(match => match.Value))];
        named.Should().NotBeEmpty();
        named.Except(["JsonSerializer", "EncodeBatch"]).Except(FileNames).Should().BeEmpty();
    }

    [Fact]
    public void Document_tableOfFolders_hasAllOfThem() =>
        Table("Folders").Select(cells => cells[0].Trim('`')).Should().BeEquivalentTo(
            Files.Select(file => Path.GetDirectoryName(file)!.Replace('\\', '/')).Distinct().Select(path => path.Length == 0 ? "(root)" : path));

    [Fact]
    public void Document_glossary_hasAtMostTwentyWords() =>
        Table("Glossary").Select(cells => cells[0]).Should().OnlyHaveUniqueItems().And.HaveCountLessThanOrEqualTo(20).And.NotBeEmpty();

    [Fact]
    public void Document_changes_areInFilesOfTheSources() =>
        Table("Where to change what").Should().OnlyContain(cells => FilePattern().IsMatch(cells[1]));

    [Fact]
    public void Sources_lines_haveAtMost140Columns() =>
        Files.SelectMany(file => File.ReadLines(Path.Combine(Source, file)).Select(line => (file, line)))
            .Where(it => it.line.Length > 140)
            .Should().BeEmpty("a line of more than 140 columns is to be broken");

    /// <summary>The measurement of the coverage, which runs before a release, stops at one that nothing matches.</summary>
    [Fact]
    public void CoverageExclusions_all_matchALine() =>
        File.ReadLines(RepositoryFolder.Combine("build", "coverage-exclusions.txt"))
            .Where(it => it.StartsWith("src/", StringComparison.Ordinal))
            .Select(it => it.Split(" | "))
            .Where(it => !File.Exists(RepositoryFolder.Combine(it[0]))
                || !File.ReadLines(RepositoryFolder.Combine(it[0])).Any(line => Regex.IsMatch(line, it[1])))
            .Should().BeEmpty("what is excluded has to be there");

    /// <summary>The lines of the blocks between fences.</summary>
    private static IEnumerable<string> Pictures()
    {
        bool isInside = false;
        foreach (string line in Lines)
        {
            if (line.StartsWith("```", StringComparison.Ordinal)) isInside = !isInside;
            else if (isInside) yield return line;
        }
    }

    /// <summary>The cells of the first table below a heading, without the table's own heading.</summary>
    internal static string[][] Table(string heading) =>
    [
        .. Lines.SkipWhile(line => line != "## " + heading)
            .SkipWhile(line => !line.StartsWith("|---", StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(line => line.StartsWith('|'))
            .Select(line => Array.ConvertAll(line.Trim('|').Split('|'), cell => cell.Trim())),
    ];

    [GeneratedRegex(@"[A-Za-z0-9./]+\.cs\b")]
    private static partial Regex FilePattern();

    /// <summary>Names of two capital letters or more, such as <c>RowEncoder.Objects</c>.</summary>
    [GeneratedRegex(@"\bI?[A-Z][a-z0-9]+[A-Z]\w+(\.[A-Z]\w+)*\b(?!/)")]
    private static partial Regex ClassPattern();
}
