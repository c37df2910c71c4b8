using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;
using RowJson.Callers;

namespace RowJson.AspNetCore.Tests;

/// <summary>
/// Code of an application with endpoints: which options and commands are suggested something for, and which rows are warned of.
/// </summary>
[Trait("Speed", "Slow")]
public sealed class EndpointSuggestionTests
{
    private const string Usings = "using Microsoft.AspNetCore.Builder; using Microsoft.AspNetCore.Http; using Microsoft.Data.Sqlite;";

    [Theory]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(rows, new JsonRowOptions { OmitNulls = true }));", 1)]
    [InlineData("app.MapGet(\"/\", () => JsonRows.From(rows).ToJsonString(new JsonRowOptions()));", 1)]
    [InlineData("app.MapGet(\"/\", (bool omit) => Results.Extensions.Rows(rows, new JsonRowOptions { OmitNulls = omit }));", 0)]
    [InlineData("var options = new JsonRowOptions(); app.MapGet(\"/\", () => Results.Extensions.Rows(rows, options));", 0)]
    [InlineData("Func<string> once = () => JsonRows.From(rows).ToJsonString(new JsonRowOptions()); once();", 0)]
    public async Task Options_ofAHandlerWhereTheProcessBegins_areToBeKept(string statements, int expected)
    {
        Diagnostic[] found = await AnalyzeAsync(new OptionsPerCallAnalyzer(), statements);
        found.Select(it => it.Id).Should().Equal(Enumerable.Repeat("ROWJSON005", expected));
    }

    [Theory]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(command));", 1)]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(command.ExecuteReader()));", 1)]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(rows));", 0)]
    public async Task Command_ofAResult_isSuggestedThePackage(string statements, int expected)
    {
        Diagnostic[] found = await AnalyzeAsync(new ProviderPackageAnalyzer(), statements);
        found.Select(it => it.Id).Should().Equal(Enumerable.Repeat("ROWJSON003", expected));
    }

    [Theory]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(rows.Select(async row => { await Task.Yield(); return row; })));", 1)]
    [InlineData("app.MapGet(\"/\", () => TypedResults.Extensions.Rows(rows.Select(row => Task.FromResult(row))));", 1)]
    [InlineData("app.MapGet(\"/\", async () => Results.Extensions.Rows(await Task.WhenAll(rows.Select(row => Task.FromResult(row)))));", 0)]
    [InlineData("app.MapGet(\"/\", () => Results.Ok(rows.Select(row => Task.FromResult(row))));", 0)]
    public async Task Rows_ofAResultThatAreTasks_areWarnedOf(string statements, int expected)
    {
        Diagnostic[] found = await AnalyzeAsync(new TaskRowsAnalyzer(), statements);
        found.Select(it => (it.Id, it.GetMessage(CultureInfo.InvariantCulture).Split(". ")[1]))
            .Should().Equal(Enumerable.Repeat(("ROWJSON009", "Await them: Results.Extensions.Rows(await Task.WhenAll(rows))."), expected));
    }

    private static Task<Diagnostic[]> AnalyzeAsync(DiagnosticAnalyzer analyzer, string statements) =>
        new AnalyzedCode { Analyzer = analyzer, Declarations = Usings, Output = OutputKind.ConsoleApplication }.AnalyzeAsync(
            $"class P {{ static void Main() {{ WebApplication app = null; List<int> rows = null; SqliteCommand command = null; {statements} }} }}");
}
