using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>A file of src/RowJson, or one that a test plants among them.</summary>
internal sealed partial class SourceFile(string name, string text)
{
    /// <summary>Those of src/RowJson.</summary>
    public static SourceFile[] All { get; } = Array.ConvertAll(
        ArchitectureTests.Files, name => new SourceFile(name, File.ReadAllText(Path.Combine(ArchitectureTests.Source, name))));

    /// <summary>Relative to src/RowJson.</summary>
    public string Name { get; } = name;

    public string Folder { get; } = Path.GetDirectoryName(name)!.Replace('\\', '/') is { Length: > 0 } folder ? folder : "(root)";

    public string[] Lines { get; } = text.TrimEnd('\n').Split('\n');

    /// <summary>Without comments and texts. What an interpolated one computes is code.</summary>
    public string Code { get; } = CommentOrStringPattern().Replace(
        text, match => match.Value[0] == '$' ? string.Join(' ', HolePattern().Matches(match.Value).Select(hole => hole.Value)) : "");

    /// <summary>The types that are nested in no other.</summary>
    public SourceType[] Types => [.. TypePattern().Matches(Code).Select(match => new SourceType(
        match.Groups["name"].Value, match.Groups["modifiers"].Value.Contains("public", StringComparison.Ordinal)))];

    [GeneratedRegex(@"//[^\n]*|'\\?.'|\$?""{3}[\s\S]*?""{3}|\$?""(?:\\.|[^""\\\n])*""")]
    private static partial Regex CommentOrStringPattern();

    [GeneratedRegex(@"\{[^{}]*\}")]
    private static partial Regex HolePattern();

    /// <summary>A type that is declared at the beginning of a line.</summary>
    [GeneratedRegex(
        @"^(?:\[[^\n]*\]\s*)?(?<modifiers>(?:(?:public|internal|file|static|sealed|abstract|readonly|unsafe|partial|ref)\s+)*)"
        + @"(?:class|struct|interface|enum|record(?:\s+struct)?|delegate\s+\S+)\s+(?<name>\w+)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();
}

internal sealed record SourceType(string Name, bool IsPublic);
