using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>A folder of src/RowJson knows only the folders below it: those of later rows in the table of docs/architecture.md.</summary>
public partial class LayerTests
{
    /// <summary>From the highest to the lowest.</summary>
    private static readonly string[] Layers = [.. ArchitectureTests.Table("Folders").Select(cells => cells[0].Trim('`'))];

    private static readonly SourceFile[] Files = Array.ConvertAll(
        ArchitectureTests.Files,
        name => new SourceFile(name, File.ReadAllText(Path.Combine(ArchitectureTests.Source, name))));

    [Fact]
    public void Folders_typesThatTheyName_areOfLowerFolders() => Breaches(Files).Should().BeEmpty(
        "a folder knows only those that come below it in docs/architecture.md: move the type, or hand over what it is needed for");

    [Theory]
    [InlineData("private RowFailure? _failure;")]
    [InlineData("private string _text = $\"{RowFailure.Sentence(exception)} and {1}\";")]
    [InlineData("/// <summary>\"</summary>\n    private RowFailure? _failure; // \"")]
    [InlineData("private string _url = \"https://a.b\" + RowFailure.Name;")]
    public void Folders_breach_isFound(string member)
    {
        var breach = new SourceFile("Memory/Low.cs", $"internal class Low\n{{\n    {member}\n}}");

        Breaches([.. Files, breach]).Should().Equal("Memory/Low.cs names RowFailure of Pipeline");
    }

    [Theory]
    [InlineData("/// <summary>See <see cref=\"RowFailure\"/>.</summary>")]
    [InlineData("private string _text = \"RowFailure\" + $\"RowFailure {1}\";")]
    [InlineData("private string _text = \"\"\"a \"RowFailure\" b\"\"\";")]
    public void Folders_wordInACommentOrText_isNoBreach(string member) =>
        Breaches([.. Files, new SourceFile("Memory/Low.cs", $"internal class Low\n{{\n    {member}\n}}")]).Should().BeEmpty();

    private static string[] Breaches(SourceFile[] files)
    {
        ILookup<string, string> folders = files
            .SelectMany(file => TypePattern().Matches(file.Text).Select(match => (Name: match.Groups[1].Value, file.Folder)))
            .Distinct().ToLookup(type => type.Name, type => type.Folder);
        return
        [
            .. from file in files
               let layer = Array.IndexOf(Layers, file.Folder)
               from word in WordPattern().Matches(file.Text).Select(match => match.Value).Distinct()
               where folders[word].Any() && !folders[word].Contains(file.Folder)
               where folders[word].All(folder => Array.IndexOf(Layers, folder) < layer)
               select $"{file.Name} names {word} of {folders[word].First()}",
        ];
    }

    /// <summary>Without comments and texts. What an interpolated one computes is code.</summary>
    private static string CodeOf(string text) => CommentOrStringPattern().Replace(
        text, match => match.Value[0] == '$' ? string.Join(' ', HolePattern().Matches(match.Value).Select(hole => hole.Value)) : "");

    [GeneratedRegex(@"//[^\n]*|'\\?.'|\$?""{3}[\s\S]*?""{3}|\$?""(?:\\.|[^""\\\n])*""")]
    private static partial Regex CommentOrStringPattern();

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex HolePattern();

    /// <summary>A type that is declared at the beginning of a line: one that is nested in no other.</summary>
    [GeneratedRegex(
        @"^(?:\[[^\n]*\]\s*)?(?:(?:public|internal|file|static|sealed|abstract|readonly|unsafe|partial|ref)\s+)*"
        + @"(?:class|struct|interface|enum|record(?:\s+struct)?|delegate\s+\S+)\s+(\w+)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();

    [GeneratedRegex(@"\b[A-Z]\w*\b")]
    private static partial Regex WordPattern();

    private sealed class SourceFile(string name, string text)
    {
        public string Name { get; } = name;

        public string Text { get; } = CodeOf(text);

        public string Folder { get; } = Path.GetDirectoryName(name)!.Replace('\\', '/') is { Length: > 0 } folder ? folder : "(root)";
    }
}
