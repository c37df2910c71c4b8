using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>A folder of src/RowJson knows only the folders below it: those of later rows in the table of docs/architecture.md.</summary>
public partial class LayerTests
{
    /// <summary>From the highest to the lowest.</summary>
    private static readonly string[] Layers = [.. ArchitectureTests.Table("Folders").Select(cells => cells[0].Trim('`'))];

    [Fact]
    public void Folders_typesThatTheyName_areOfLowerFolders() => Breaches(SourceFile.All).Should().BeEmpty(
        "a folder knows only those that come below it in docs/architecture.md: move the type, or hand over what it is needed for");

    [Theory]
    [InlineData("private RowFailure? _failure;")]
    [InlineData("private string _text = $\"{RowFailure.Sentence(exception)} and {1}\";")]
    [InlineData("/// <summary>\"</summary>\n    private RowFailure? _failure; // \"")]
    [InlineData("private string _url = \"https://a.b\" + RowFailure.Name;")]
    public void Folders_breach_isFound(string member)
    {
        var breach = new SourceFile("Memory/Low.cs", $"internal class Low\n{{\n    {member}\n}}");

        Breaches([.. SourceFile.All, breach]).Should().Equal("Memory/Low.cs names RowFailure of Pipeline");
    }

    [Theory]
    [InlineData("/// <summary>See <see cref=\"RowFailure\"/>.</summary>")]
    [InlineData("private string _text = \"RowFailure\" + $\"RowFailure {1}\";")]
    [InlineData("private string _text = \"\"\"a \"RowFailure\" b\"\"\";")]
    public void Folders_wordInACommentOrText_isNoBreach(string member) =>
        Breaches([.. SourceFile.All, new SourceFile("Memory/Low.cs", $"internal class Low\n{{\n    {member}\n}}")]).Should().BeEmpty();

    private static string[] Breaches(SourceFile[] files)
    {
        ILookup<string, string> folders = files
            .SelectMany(file => file.Types.Select(type => (type.Name, file.Folder)))
            .Distinct().ToLookup(type => type.Name, type => type.Folder);
        return
        [
            .. from file in files
               let layer = Array.IndexOf(Layers, file.Folder)
               from word in WordPattern().Matches(file.Code).Select(match => match.Value).Distinct()
               where folders[word].Any() && !folders[word].Contains(file.Folder)
               where folders[word].All(folder => Array.IndexOf(Layers, folder) < layer)
               select $"{file.Name} names {word} of {folders[word].First()}",
        ];
    }

    [GeneratedRegex(@"\b[A-Z]\w*\b")]
    private static partial Regex WordPattern();
}
