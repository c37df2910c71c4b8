using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>A folder of src/RowJson knows only the folders above it in the table of docs/architecture.md, whose last row is the lowest.</summary>
public partial class LayerTests
{
    /// <summary>From the highest to the lowest.</summary>
    private static readonly string[] Layers = [.. ArchitectureTests.Table("Folders").Select(cells => cells[0].Trim('`'))];

    private static readonly SourceFile[] Files = Array.ConvertAll(
        ArchitectureTests.Files,
        name => new SourceFile(name, WithoutComments(File.ReadAllText(Path.Combine(ArchitectureTests.Source, name)))));

    [Fact]
    public void Folders_typesThatTheyName_areOfLowerFolders() => Breaches().Should().BeEmpty(
        "a folder knows only those that come below it in docs/architecture.md: move the type, or hand over what it is needed for");

    private static string[] Breaches()
    {
        ILookup<string, string> folders = Files
            .SelectMany(file => TypePattern().Matches(file.Text).Select(match => (Name: match.Groups[1].Value, file.Folder)))
            .Distinct().ToLookup(type => type.Name, type => type.Folder);
        return
        [
            .. from file in Files
               let layer = Array.IndexOf(Layers, file.Folder)
               from word in WordPattern().Matches(file.Text).Select(match => match.Value).Distinct()
               where folders[word].Any() && !folders[word].Contains(file.Folder)
               where folders[word].All(folder => Array.IndexOf(Layers, folder) < layer)
               select $"{file.Name} names {word} of {folders[word].First()}",
        ];
    }

    private static string WithoutComments(string text) => StringPattern().Replace(CommentPattern().Replace(text, ""), "\"\"");

    [GeneratedRegex(@"//[^\n]*")]
    private static partial Regex CommentPattern();

    [GeneratedRegex("\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"")]
    private static partial Regex StringPattern();

    /// <summary>A type that is declared at the beginning of a line: one that is nested in no other.</summary>
    [GeneratedRegex(
        @"^(?:\[[^\n]*\]\s*)?(?:(?:public|internal|file|static|sealed|abstract|readonly|unsafe|partial|ref)\s+)*"
        + @"(?:class|struct|interface|enum|record(?:\s+struct)?|delegate\s+\S+)\s+(\w+)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();

    [GeneratedRegex(@"\b[A-Z]\w*\b")]
    private static partial Regex WordPattern();

    private sealed record SourceFile(string Name, string Text)
    {
        public string Folder { get; } = Path.GetDirectoryName(Name)!.Replace('\\', '/') is { Length: > 0 } folder ? folder : "(root)";
    }
}
