using System.Reflection;

namespace RowJson.Tests;

/// <summary>The pages of docs/figures are of this version.</summary>
public class FigurePageTests
{
    private const string Folder = "docs/figures";

    // A page says in its first lines what was measured.
    private const int LinesOfHeading = 4;

    // What was measured when each technique was added.
    private const string History = "techniques.md";

    /// <summary>
    /// Pages of earlier versions, or that name none: to be made anew before a release. <c>benchmarks/run-all</c> makes all but
    /// <c>native-aot.md</c>.
    /// </summary>
    private static readonly string[] Stale = [];

    private static string Version { get; } = "RowJson " + typeof(JsonRows).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    [Fact]
    public void Pages_ofAnotherVersion_areThoseThatAreKnown() => OfAnotherVersion().Should().Equal(Stale);

    [Fact]
    [Trait("Speed", "Slow")]
    [Trait("Runs", "BeforeRelease")]
    public void Pages_beforeARelease_areOfThisVersion() => OfAnotherVersion().Should().BeEmpty("benchmarks/run-all makes them anew");

    private static string[] OfAnotherVersion()
    {
        string folder = RepositoryFolder.Combine(Folder.Split('/'));
        return
        [
            .. Directory.EnumerateFiles(folder, "*.md", SearchOption.AllDirectories)
                .Where(page => !File.ReadLines(page).Take(LinesOfHeading).Any(line => line.Contains(Version, StringComparison.Ordinal)))
                .Select(page => Path.GetRelativePath(folder, page).Replace('\\', '/'))
                .Where(page => page != History)
                .Order(StringComparer.Ordinal),
        ];
    }
}
