using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>What a compiler does not see in src/RowJson: comments that went stale, and lines that say nothing.</summary>
public partial class SourceTextTests
{
    private static readonly HashSet<string> GlobalUsings =
    [
        .. SourceFile.All.Single(file => file.Name == "GlobalUsings.cs").Lines
            .Where(line => line.StartsWith("global using ", StringComparison.Ordinal))
            .Select(line => line["global ".Length..]),
    ];

    [Fact]
    public void Comments_filesThatTheyName_exist() => MissingFiles(SourceFile.All).Should().BeEmpty("a comment names them");

    [Fact]
    public void Comments_missingFile_isFound() =>
        MissingFiles([Planted("// See SourceFile.cs, and Cells/Gone.Parts.cs.")]).Should().Equal("Added.cs: Gone.Parts.cs");

    [Fact]
    public void Documentation_ofOneMember_hasOneSummary() => SecondSummaries(SourceFile.All).Should().BeEmpty(
        "a comment has two where the member between them has gone");

    [Fact]
    public void Documentation_danglingSummary_isFound() =>
        SecondSummaries([Planted(
            "/// <summary>Writes.</summary>",
            "public int A;",
            "/// <summary>Writes one row.</summary>",
            "/// <summary>The name.</summary>",
            "public int B;")]).Should().Equal("Added.cs:4");

    [Fact]
    public void Documentation_internals_haveNone() => DocumentedInternals(SourceFile.All).Should().BeEmpty(
        "XML documentation is for those who use the package: a sentence after // is enough, or none");

    [Theory]
    [InlineData("internal int A;", 2)]
    [InlineData("private protected int A;", 2)]
    [InlineData("int A;", 2)]
    [InlineData("[Obsolete]\n    private int A;", 3)]
    [InlineData("public int A;", 0)]
    [InlineData("protected internal int A;", 0)]
    [InlineData("[Obsolete]\n    public int A;", 0)]
    public void Documentation_ofInternalMember_isFound(string member, int line) =>
        DocumentedInternals([Planted("public class Added", "{", "    /// <summary>A.</summary>", "    " + member, "}")])
            .Should().Equal(line == 0 ? [] : [$"Added.cs:{line + 2}"]);

    [Theory]
    [InlineData("internal class Added", "public int A;", true)]
    [InlineData("internal interface IAdded", "int A { get; }", true)]
    [InlineData("public interface IAdded", "int A { get; }", false)]
    [InlineData("public enum Added : byte", "A = 0,", false)]
    public void Documentation_ofMemberOfAType_dependsOnTheType(string type, string member, bool isFound) =>
        DocumentedInternals([Planted(type, "{", "    /// <summary>A.</summary>", "    " + member, "}")])
            .Should().Equal(isFound ? ["Added.cs:4"] : []);

    [Fact]
    public void Usings_globalOnes_areNotRepeated() => RepeatedUsings(SourceFile.All).Should().BeEmpty("GlobalUsings.cs has them");

    [Fact]
    public void Usings_repeatedOne_isFound() =>
        RepeatedUsings([Planted("using System.Text.Json;", "using System.IO.Pipelines;")]).Should().Equal("Added.cs: using System.Text.Json;");

    private static string[] MissingFiles(SourceFile[] files)
    {
        string[] folders = ["src", "tests", "tools", "benchmarks", "build", "samples"];
        HashSet<string> known =
        [
            .. folders.SelectMany(folder => Directory.EnumerateFiles(RepositoryFolder.Combine(folder), "*.cs", SearchOption.AllDirectories))
                .Select(file => Path.GetFileName(file)),
        ];
        return
        [
            .. from file in files
               from line in file.Lines
               from name in FilePattern().Matches(CommentPattern().Match(line).Value).Select(match => match.Value)
               where !known.Contains(name)
               select $"{file.Name}: {name}",
        ];
    }

    private static string[] SecondSummaries(SourceFile[] files) =>
    [
        .. from file in files
           from comment in Documentation(file)
           from line in Enumerable.Range(comment.Start, comment.End - comment.Start)
               .Where(line => file.Lines[line].Contains("<summary>", StringComparison.Ordinal)).Skip(1)
           select $"{file.Name}:{line + 1}",
    ];

    private static string[] DocumentedInternals(SourceFile[] files) =>
    [
        .. from file in files
           from comment in Documentation(file)
           let line = Declaration(file, comment.End)
           where !IsPublic(file, line)
           select $"{file.Name}:{line + 1}",
    ];

    private static string[] RepeatedUsings(SourceFile[] files) =>
    [
        .. from file in files
           from line in file.Lines
           where GlobalUsings.Contains(line)
           select $"{file.Name}: {line}",
    ];

    /// <summary>The documentation comments: the first of their lines, and the line after the last.</summary>
    private static IEnumerable<(int Start, int End)> Documentation(SourceFile file)
    {
        for (int start = 0; start < file.Lines.Length; start++)
        {
            if (!IsDocumentation(file.Lines[start])) continue;
            int end = start;
            while (end < file.Lines.Length && IsDocumentation(file.Lines[end])) end++;
            yield return (start, end);
            start = end;
        }
    }

    private static bool IsDocumentation(string line) => line.TrimStart().StartsWith("///", StringComparison.Ordinal);

    /// <summary>The line of what a comment is about: attributes come between.</summary>
    private static int Declaration(SourceFile file, int line)
    {
        while (file.Lines[line].TrimStart() is ['[' or '#', ..]) line++;
        return line;
    }

    /// <summary>Public or protected, and all that it is nested in.</summary>
    private static bool IsPublic(SourceFile file, int line)
    {
        string declaration = file.Lines[line].TrimStart();
        int indent = file.Lines[line].Length - declaration.Length;
        if (indent == 0) return declaration.StartsWith("public ", StringComparison.Ordinal);
        int outer = line;
        while (IndentOf(file.Lines[outer]) >= indent || !TypePattern().IsMatch(file.Lines[outer])) outer--;
        bool isVisible = VisiblePattern().IsMatch(declaration) || OpenTypePattern().IsMatch(file.Lines[outer]);
        return isVisible && IsPublic(file, outer);
    }

    private static int IndentOf(string line) => line.Length == 0 ? int.MaxValue : line.Length - line.TrimStart().Length;

    private static SourceFile Planted(params string[] lines) => new("Added.cs", string.Join('\n', lines));

    [GeneratedRegex(@"(?<=^|\s)//.*")]
    private static partial Regex CommentPattern();

    [GeneratedRegex(@"\b[A-Z][A-Za-z0-9]*(\.[A-Z][A-Za-z0-9]*)*\.cs\b")]
    private static partial Regex FilePattern();

    [GeneratedRegex(@"\b(class|struct|interface|enum|record)\s+\w+")]
    private static partial Regex TypePattern();

    /// <summary>A type whose members are as visible as itself.</summary>
    [GeneratedRegex(@"\b(interface|enum)\s+\w+")]
    private static partial Regex OpenTypePattern();

    [GeneratedRegex(@"^(public|protected)\s")]
    private static partial Regex VisiblePattern();
}
