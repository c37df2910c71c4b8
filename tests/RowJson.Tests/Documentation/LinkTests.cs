using System.Text.RegularExpressions;

namespace RowJson.Tests;

/// <summary>The links of the documentation that lead to files of the repository, and to headings in them.</summary>
public partial class LinkTests
{
    private static readonly string[] Folders = ["docs", "benchmarks", "samples", "src"];
    private static readonly string[] Generated = ["/node_modules/", "/bin/", "/obj/"];

    public static TheoryData<string> Documents =>
    [
        .. Directory.EnumerateFiles(RepositoryFolder.Path, "*.md").Select(file => Path.GetFileName(file)),
        .. Folders.SelectMany(folder => Directory.EnumerateFiles(RepositoryFolder.Combine(folder), "*.md", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(RepositoryFolder.Path, file))
            .Where(file => !Generated.Any(folder => file.Contains(folder, StringComparison.Ordinal)))),
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Document_links_leadSomewhere(string document)
    {
        string file = RepositoryFolder.Combine(document);
        string[] broken = [.. Links(File.ReadAllText(file)).Where(link => !LeadsSomewhere(file, link))];
        broken.Should().BeEmpty();
    }

    private static IEnumerable<string> Links(string text) =>
        Link().Matches(text).Select(match => match.Groups["target"].Value).Where(target => !target.Contains("://", StringComparison.Ordinal));

    private static bool LeadsSomewhere(string document, string link)
    {
        // GitHub's page of a workflow, beside its pages of files.
        if (Workflow().Match(link) is { Success: true } workflow)
            return File.Exists(RepositoryFolder.Combine(".github", "workflows", workflow.Groups[1].Value));
        string[] parts = link.Split('#');
        string target = parts[0].Length == 0 ? document : Path.Combine(Path.GetDirectoryName(document)!, parts[0]);
        if (parts.Length == 1) return Path.Exists(target);
        return File.Exists(target) && File.ReadLines(target).Any(line => line.StartsWith('#') && Anchor(line) == parts[1]);
    }

    /// <summary>As GitHub makes one from a heading.</summary>
    private static string Anchor(string heading) =>
        string.Concat(heading.TrimStart('#').Trim().ToLowerInvariant().Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_')).Replace(' ', '-');

    [GeneratedRegex("^../../actions/workflows/([a-z]+[.]yml)(/badge[.]svg)?$")]
    private static partial Regex Workflow();

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Link();
}
