using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>
/// The code blocks of a document, and the source of a test class that holds them between markers: <c>// &lt;name&gt;</c>.
/// </summary>
internal sealed partial class CodeExamples
{
    private readonly (string Name, string Code)[] _examples;

    /// <param name="sourcePath">The test class, from the repository's folder.</param>
    public CodeExamples(params ReadOnlySpan<string> sourcePath) =>
        _examples = [.. Marked().Matches(Read(sourcePath)).Select(match => (match.Groups["name"].Value, Dedent(match)))];

    /// <summary>All examples of the class, in the order of its source.</summary>
    public IEnumerable<string> All => _examples.Select(example => example.Code);

    /// <summary>The output that the last comment lines of an example show.</summary>
    public string Output(string name)
    {
        string[] lines = this[name].TrimEnd().Split('\n');
        int first = Array.FindLastIndex(lines, line => !line.StartsWith("// ", StringComparison.Ordinal)) + 1;
        return string.Join('\n', lines[first..].Select(line => line[3..]));
    }

    private string this[string name] => _examples.Single(example => example.Name == name).Code;

    /// <summary>The C# blocks of a document.</summary>
    public static IEnumerable<string> Blocks(params ReadOnlySpan<string> path) => BlocksOf("csharp", path);

    /// <summary>The blocks of a document in one language.</summary>
    public static IEnumerable<string> BlocksOf(string language, params ReadOnlySpan<string> path) =>
        Read(path).Split($"```{language}\n").Skip(1).Select(block => block.Split("```")[0]);

    /// <summary>The rows of the table with this heading, each as the text of its cells.</summary>
    public static IEnumerable<string[]> Table(string heading, params ReadOnlySpan<string> path)
    {
        string[] lines = Read(path).Split('\n');
        return lines.SkipWhile(line => line != heading).Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Split('|', StringSplitOptions.TrimEntries)[1..^1]);
    }

    private static string Read(params ReadOnlySpan<string> path) =>
        File.ReadAllText(RepositoryFolder.Combine(path)).ReplaceLineEndings("\n");

    private static string Dedent(Match match)
    {
        int indentation = match.Groups["indentation"].Length;
        IEnumerable<string> lines = match.Groups["code"].Value.Split('\n').SkipLast(1);
        return string.Concat(lines.Select(line => (line.Length > 0 ? line[indentation..] : line) + "\n"));
    }

    [GeneratedRegex(
        "^(?<indentation> *)// <(?<name>[a-z-]+)>\n(?<code>.*?)^ *// </\\k<name>>", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Marked();
}
