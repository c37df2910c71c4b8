using System.Text.RegularExpressions;
using RowJson.Tests;

namespace RowJson.Benchmarks.Tests;

public partial class CommandsTests
{
    private static readonly string Readme = File.ReadAllText(RepositoryFolder.Combine("benchmarks", "README.md"));

    [Fact]
    public void Find_commandsOfTheReadme_areKnown()
    {
        string[] cases = [.. Lists("--cases strings").Select(name => $"--cases {name}")];
        string[] targets = [.. Lists("--targets cells").Select(name => $"--targets {name}")];
        string[] others = ["--compact", "--sending", "--techniques", "--first-call", "--warm-up", "--original", "--profile ladder"];

        cases.Should().HaveCountGreaterThan(10);
        targets.Should().HaveCount(5);
        others.Should().AllSatisfy(command => Readme.Should().Contain($"`{command}`"));
        cases.Concat(targets).Concat(others).Where(command => Commands.Find(command.Split(' ')) is null).Should().BeEmpty();
    }

    [Theory]
    [InlineData("--targets")]
    [InlineData("--targets", "--in", "rows.json")]
    [InlineData("--short")]
    [InlineData]
    public void Find_optionsOfTheMainCommand_areNone(params string[] arguments) => Commands.Find(arguments).Should().BeNull();

    [Fact]
    public void Find_unknownCases_namesTheKnownOnes() => FluentActions.Invoking(() => Commands.Find(["--cases", "string"]))
        .Should().Throw<BenchmarkException>().WithMessage("*strings*");

    [Fact]
    public void FindCases_unknownName_namesTheKnownOnes() => FluentActions.Invoking(() => Commands.FindCases("string", "--profile"))
        .Should().Throw<BenchmarkException>().WithMessage("--profile*strings*");

    [Fact]
    public void FindCases_name_isThatOfCases() => Commands.FindCases("data-sets", "--profile").Choose(["taxi"]).Single().Name.Should().Be("taxi");

    [Fact]
    public void Suites_eachOfTheReadme_exists()
    {
        string[] named = [.. SuitePattern().Matches(Readme).Select(match => match.Value).Distinct()];
        string[] suites = [.. typeof(CaseBenchmarks).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(CaseBenchmarks))).Select(type => type.Name)];
        named.Should().BeEquivalentTo(suites);
    }

    // The names in the first line of the commands that has the words.
    private static IEnumerable<string> Lists(string words)
    {
        string line = Readme.Split('\n').First(line => line.StartsWith($"| `{words}`", StringComparison.Ordinal));
        return NamePattern().Matches(line).Select(match => match.Value).Where(name => !name.Contains(' ')).Prepend(words.Split(' ')[1]).Distinct();
    }

    [GeneratedRegex(@"\b\w+Benchmarks\b(?=`)")]
    private static partial Regex SuitePattern();

    [GeneratedRegex(@"(?<=`)[a-z][a-z-]*(?=`)")]
    private static partial Regex NamePattern();
}
