using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;
using RowJson.Callers;

namespace RowJson.AspNetCore.Tests;

/// <summary>Code of an application with endpoints: which results are warned of.</summary>
[Trait("Speed", "Slow")]
public sealed class DatabaseResultAnalyzerTests
{
    private const string Usings = """
        using System; using System.Collections.Generic; using System.Data; using System.Data.Common; using System.Threading.Tasks;
        using Microsoft.AspNetCore.Builder; using Microsoft.AspNetCore.Http; using Microsoft.AspNetCore.Http.HttpResults;
        using Microsoft.AspNetCore.Mvc; using Microsoft.AspNetCore.Routing; using Microsoft.Data.Sqlite;

        """;

    private static readonly string[] Platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);

    [Theory]
    [InlineData("app.MapGet(\"/\", () => command);", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", () => { if (reader.HasRows) return reader; return null; });", "SqliteDataReader")]
    [InlineData("app.MapGet(\"/\", (DbDataSource source) => source.CreateCommand(\"select 1\"));", "DbCommand")]
    [InlineData("app.MapGet(\"/\", async () => await command.ExecuteReaderAsync());", "SqliteDataReader")]
    [InlineData("app.MapGet(\"/\", () => command.ExecuteReaderAsync());", "SqliteDataReader")]
    [InlineData("app.MapGet(\"/\", () => new ValueTask<DbCommand>(command));", "DbCommand")]
    [InlineData("app.MapGet(\"/\", async Task<object> () => { await Task.Yield(); return command; });", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", object () => command);", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", IDataReader () => reader);", "SqliteDataReader")]
    [InlineData("app.MapGet(\"/\", (IDbCommand given) => given);", "IDbCommand")]
    [InlineData("app.MapGet(\"/\", (Func<DbCommand>)(() => command));", "SqliteCommand")]
    [InlineData("app.MapPost(\"/\", () => TypedResults.Ok(command));", "SqliteCommand")]
    [InlineData("app.MapPost(\"/\", () => Results.Ok(command));", "SqliteCommand")]
    [InlineData("app.MapPost(\"/\", IResult () => Results.Json(reader));", "SqliteDataReader")]
    [InlineData("app.MapPost(\"/\", Results<Ok<SqliteCommand>, NotFound> () => TypedResults.Ok(command));", "SqliteCommand")]
    [InlineData("app.MapGroup(\"/api\").WithTags(\"x\").MapMethods(\"/\", new[] { \"GET\" }, () => command).WithName(\"x\");", "SqliteCommand")]
    [InlineData("app.MapFallback(() => command);", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", (bool all) => all ? Results.Ok(command) : Results.NotFound());", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", object (int kind) => kind switch { 1 => 2, _ => command });", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", object (object kept) => kept ?? command);", "SqliteCommand")]
    [InlineData("app.MapGet(\"/\", Handler); DbCommand Handler() => command;", "DbCommand")]
    [InlineData("app.MapGet(\"/\", Handler); Task<DbDataReader> Handler() => null;", "DbDataReader")]
    public async Task Handler_returnsCommandOrReader_isWarnedOf(string statements, string type) =>
        ExpectOne(await AnalyzeAsync(Method(statements)), type);

    [Theory]
    [InlineData("public class OrdersController : ControllerBase { public SqliteCommand Get() => new(); }", "SqliteCommand")]
    [InlineData("public class Orders : ControllerBase { public object Get() { return new SqliteCommand(); } }", "SqliteCommand")]
    [InlineData("public class Orders : ControllerBase { public async Task<DbCommand> Get() { await Task.Yield(); return new SqliteCommand(); } }", "SqliteCommand")]
    [InlineData("public class Orders : ControllerBase { public Task<DbDataReader> Get() => ((DbCommand)new SqliteCommand()).ExecuteReaderAsync(); }", "DbDataReader")]
    [InlineData("public class Orders : ControllerBase { public ActionResult<DbCommand> Get() => new SqliteCommand(); }", "SqliteCommand")]
    [InlineData("public class Orders : ControllerBase { public IActionResult Get() => Ok(new SqliteCommand()); }", "SqliteCommand")]
    [InlineData("public class Orders : ControllerBase { public IActionResult Get() => new JsonResult(new SqliteCommand()); }", "SqliteCommand")]
    [InlineData("public class Base : ControllerBase; public class Orders : Base { public DbCommand Get() => new SqliteCommand(); }", "SqliteCommand")]
    [InlineData("[ApiController] public class Orders { public DbCommand Get() => new SqliteCommand(); }", "SqliteCommand")]
    [InlineData("public class OrdersController { public DbCommand Get() => new SqliteCommand(); }", "SqliteCommand")]
    public async Task Action_returnsCommandOrReader_isWarnedOf(string declarations, string type) =>
        ExpectOne(await AnalyzeAsync(declarations), type);

    [Theory]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(command));")]
    [InlineData("app.MapGet(\"/\", () => Results.Extensions.Rows(reader).Disposing(reader, command));")]
    [InlineData("app.MapGet(\"/\", () => TypedResults.Extensions.Rows(command));")]
    [InlineData("app.MapGet(\"/\", () => new List<string>());")]
    [InlineData("app.MapGet(\"/\", () => command.ExecuteScalar());")]
    [InlineData("app.MapGet(\"/\", (HttpContext context) => { context.Response.RegisterForDispose(command); return \"\"; });")]
    [InlineData("app.MapGet(\"/\", () => { DbCommand Make() => command; Func<DbCommand> also = () => command; return Make().CommandText; });")]
    [InlineData("Func<DbCommand> make = () => command; DbCommand Make() => command; app.MapGet(\"/\", () => 1);")]
    [InlineData("app.MapGet(\"/\", (HttpContext context) => Task.FromResult(command));")]
    public async Task Handler_returnsSomethingElse_isNotWarnedOf(string statements) =>
        (await AnalyzeAsync(Method(statements))).Should().BeEmpty();

    [Theory]
    [InlineData("public class Orders : ControllerBase { private DbCommand Make() => new SqliteCommand(); public static DbCommand Of() => new SqliteCommand(); }")]
    [InlineData("public class Orders : ControllerBase { protected DbCommand Make() { return new SqliteCommand(); } public DbCommand It => new SqliteCommand(); }")]
    [InlineData("public class Orders : ControllerBase { [NonAction] public DbCommand Make() => new SqliteCommand(); }")]
    [InlineData("public class Orders : ControllerBase { public IResult Get() => Results.Extensions.Rows(new SqliteCommand()); }")]
    [InlineData("[NonController] public class OrdersController : ControllerBase { public DbCommand Make() => new SqliteCommand(); }")]
    [InlineData("internal class MotorController { public DbCommand Make() => new SqliteCommand(); }")]
    [InlineData("public class Motor { public class Controller { public DbCommand Make() => new SqliteCommand(); } }")]
    [InlineData("public struct MotorController { public DbCommand Make() => new SqliteCommand(); }")]
    [InlineData("public class Store { public DbCommand Make() => new SqliteCommand(); }")]
    public async Task Method_thatIsNoAction_isNotWarnedOf(string declarations) => (await AnalyzeAsync(declarations)).Should().BeEmpty();

    /// <summary>A project without RowJson.AspNetCore may have endpoints, too.</summary>
    [Theory]
    [InlineData("RowJson.AspNetCore.dll", 1)]
    [InlineData("Microsoft.AspNetCore", 0)]
    public async Task Project_hasEndpoints_orIsNotLookedAt(string without, int expected)
    {
        string action = expected == 0 ? "" : " : Microsoft.AspNetCore.Mvc.ControllerBase";
        string code = $"public class OrdersController{action} {{ public System.Data.Common.DbCommand Get() => new Microsoft.Data.Sqlite.SqliteCommand(); }}";

        (await AnalyzeAsync(code, path => !Path.GetFileName(path).StartsWith(without, StringComparison.Ordinal), usings: ""))
            .Should().HaveCount(expected);
    }

    /// <summary>A function of Visual Basic ends with one more return, that of the variable with its name.</summary>
    [Theory]
    [InlineData("Return New SqliteCommand()", "SqliteCommand")]
    [InlineData("Return (New SqliteCommand())", "SqliteCommand")]
    [InlineData("Find = New SqliteCommand()", "DbCommand")]
    public async Task Action_inVisualBasic_isWarnedOfOnce(string statement, string type) => ExpectOne(
        [.. await new AnalyzedCode { Analyzer = new DatabaseResultAnalyzer() }.AnalyzeVisualBasicAsync($"""
            Imports System.Data.Common, Microsoft.AspNetCore.Mvc, Microsoft.Data.Sqlite
            Public Class Orders
              Inherits ControllerBase
              Public Function Find() As DbCommand
                {statement}
              End Function
            End Class
            """)],
        type);

    [Fact]
    public async Task Handler_inVisualBasic_isWarnedOfOnce() => ExpectOne(
        [.. await new AnalyzedCode { Analyzer = new DatabaseResultAnalyzer() }.AnalyzeVisualBasicAsync("""
            Imports Microsoft.AspNetCore.Builder, Microsoft.Data.Sqlite
            Public Module Endpoints
              Public Sub Map(app As WebApplication)
                app.MapGet("/", Function() New SqliteCommand())
              End Sub
            End Module
            """)],
        "SqliteCommand");

    private static void ExpectOne(ImmutableArray<Diagnostic> warnings, string type)
    {
        Diagnostic warning = warnings.Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON002");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        warning.GetMessage(CultureInfo.InvariantCulture).Should().Contain($"'{type}'").And.Contain("Results.Extensions.Rows");
    }

    private static string Method(string statements) =>
        $"static class C {{ static void M(WebApplication app, SqliteCommand command, SqliteDataReader reader) {{ {statements} }} }}";

    private static async Task<ImmutableArray<Diagnostic>> AnalyzeAsync(string code, Func<string, bool>? isReferenced = null, string usings = Usings)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText(usings + code, new CSharpParseOptions(LanguageVersion.Preview));
        var compilation = CSharpCompilation.Create(
            "application",
            [tree],
            Platform.Where(isReferenced ?? (_ => true)).Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        compilation.GetDiagnostics().Where(it => it.Severity == DiagnosticSeverity.Error).Should().BeEmpty();
        return await compilation.WithAnalyzers([new DatabaseResultAnalyzer()]).GetAnalyzerDiagnosticsAsync();
    }
}
