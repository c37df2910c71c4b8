using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;
using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>The examples of docs/analyzers.md: each line that names an id is reported, and no other is.</summary>
[Trait("Speed", "Slow")]
public class AnalyzerPageTests
{
    private const string Declarations = """
        public class Order { public int Id { get; set; } }
        public class OrderContext { public static OrderContext Default => null; public JsonTypeInfo<Order> Order => null; }
        public class Account { [Newtonsoft.Json.JsonIgnore] public string Password { get; set; } }
        """;

    private static readonly DiagnosticAnalyzer[] Analyzers =
    [
        .. typeof(ContractAnalyzer).Assembly.GetTypes().Where(it => it.GetCustomAttribute<DiagnosticAnalyzerAttribute>() is not null)
            .Select(it => (DiagnosticAnalyzer)Activator.CreateInstance(it)!),
    ];

    private static readonly string[] Sections =
        File.ReadAllText(RepositoryFolder.Combine("docs", "analyzers.md")).ReplaceLineEndings("\n").Split("\n## ")[1..];

    public static TheoryData<string> Examples => [.. Sections.Where(it => it.Contains("```csharp", StringComparison.Ordinal)).Select(it => it.Split('\n')[0])];

    [Fact]
    public void Sections_areOfAllIds() => Sections.Select(it => it.Split('\n')[0]).Should()
        .Equal(Analyzers.SelectMany(it => it.SupportedDiagnostics).Select(it => it.Id).Distinct().Order(StringComparer.Ordinal));

    [Theory]
    [InlineData("warning", DiagnosticSeverity.Warning)]
    [InlineData("suggestion", DiagnosticSeverity.Info)]
    public void Table_severities_areThoseOfTheAnalyzers(string text, DiagnosticSeverity severity) =>
        CodeExamples.Table("| id | severity | what |", "docs", "analyzers.md").Where(row => row[1] == text).Select(row => row[0][1..11]).Should().Equal(
            Analyzers.SelectMany(it => it.SupportedDiagnostics).Where(it => it.DefaultSeverity == severity).Select(it => it.Id).Distinct().Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Examples))]
    public async Task Example_linesThatNameTheId_areReported(string id)
    {
        string block = Sections.Single(it => it.StartsWith(id, StringComparison.Ordinal)).Split("```csharp\n")[1].Split("```")[0];
        bool isMember = block.StartsWith("public ", StringComparison.Ordinal);
        const string parameters = "List<Order> orders, List<Account> accounts, List<Newtonsoft.Json.Linq.JObject> jObjects, Stream stream, "
            + "Microsoft.Data.Sqlite.SqliteCommand sqliteCommand";
        string code = isMember ? $"public static class C {{\n{block}}}" : $"public static class C {{ public static void M({parameters}) {{\n{block}}} }}";
        var reported = new List<string>();
        foreach (DiagnosticAnalyzer analyzer in Analyzers.Where(it => it.SupportedDiagnostics[0].Id == id))
        {
            var project = new AnalyzedCode { Analyzer = analyzer, Declarations = Declarations, Property = "EnableAotAnalyzer" };
            foreach (Diagnostic found in await project.AnalyzeAsync(code))
                reported.Add((await found.Location.SourceTree!.GetTextAsync()).Lines[found.Location.GetLineSpan().StartLinePosition.Line].ToString());
        }
        reported.Should().NotBeEmpty().And.Equal(block.Split('\n').Where(it => it.EndsWith("// " + id, StringComparison.Ordinal)));
    }
}
