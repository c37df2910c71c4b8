using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace RowJson.Callers;

/// <summary>Calls that do not compile: what the compiler says.</summary>
[Trait("Speed", "Slow")]
public class RefusedCallsTests
{
    [Fact]
    public void From_span_saysWhatToUse()
    {
        Compile("System.ReadOnlySpan<int> rows = [1]; RowJson.JsonRows.From(rows);").Should().ContainSingle(error => error.Contains("CS0619") && error.Contains("ToArray()"));
        Compile("System.Span<int> rows = [1]; RowJson.JsonRows.From(rows);").Should().NotBeEmpty();
        // Arrays and collection expressions are no spans.
        Compile("RowJson.JsonRows.From(new[] { 1 }); RowJson.JsonRows.From([1, 2]);").Should().BeEmpty();
    }

    /// <summary>Each is taken by the overload that says what to pass, and by no other.</summary>
    [Theory]
    [InlineData("System.Threading.Tasks.Task.FromResult(new[] { 1 })", "Await the task: JsonRows.From(await rows)")]
    [InlineData("new System.Threading.Tasks.ValueTask<int[]>([1])", "Await the task: JsonRows.From(await rows)")]
    [InlineData("new System.Data.DataSet()", "JsonRows.From(dataSet.Tables[0])")]
    [InlineData("\"text\"", "JsonRows.From(JsonDocument.Parse(text))")]
    [InlineData("new System.Collections.Generic.Dictionary<string, object>()", "JsonRows.From([row])")]
    [InlineData("new System.Collections.Generic.SortedDictionary<string, int>()", "JsonRows.From(row.AsEnumerable())")]
    [InlineData("new { Id = 1 }", "One object is one row: JsonRows.From([row])")]
    [InlineData("new System.Collections.ArrayList()", "JsonRows.From(rows.Cast<object>())")]
    public void From_noSource_saysWhatToPass(string argument, string advice) =>
        Compile($"RowJson.JsonRows.From({argument});").Should().ContainSingle(error => error.Contains("CS0619") && error.Contains(advice));

    [Fact]
    public void AsyncJsonRows_toJsonString_saysWhatToAwait() =>
        Compile("System.Collections.Generic.IAsyncEnumerable<int> rows = null!; RowJson.JsonRows.From(rows).ToJsonString();")
            .Should().ContainSingle(error => error.Contains("CS0619") && error.Contains("await rows.ToJsonStringAsync()"));

    [Theory]
    [InlineData("new[] { 1 }, System.Text.Json.JsonSerializerOptions.Web")]
    [InlineData("new[] { 1 }, RowJson.JsonRowOptions.Web")]
    [InlineData("new System.Data.DataTable(), RowJson.JsonRowOptions.Web")]
    [InlineData("(System.Collections.Generic.IAsyncEnumerable<int>)null!, RowJson.JsonRowOptions.Web")]
    public void From_options_saysWhereTheyGo(string arguments) =>
        Compile($"RowJson.JsonRows.From({arguments});")
            .Should().ContainSingle(error => error.Contains("CS0619") && error.Contains("JsonRows.From(rows).ToJsonString(options)"));

    [Theory]
    [InlineData("new[] { 1 }")]
    [InlineData("new[] { 1 }, System.Text.Json.JsonSerializerOptions.Web")]
    public void Serialize_withoutADestination_saysWhoMakesAText(string arguments) =>
        Compile($"RowJson.JsonRowSerializer.Serialize({arguments});")
            .Should().ContainSingle(error => error.Contains("CS0619") && error.Contains("JsonSerializer.Serialize(value, fast)"));

    [Fact]
    public void Serialize_stream_compiles() =>
        Compile("RowJson.JsonRowSerializer.Serialize(System.IO.Stream.Null, new[] { 1 }); RowJson.JsonRowSerializer.Serialize(System.IO.Stream.Null, new[] { 1 }, null);")
            .Should().BeEmpty();

    [Fact]
    public void From_nullLiteral_isAmbiguousBetweenSources() =>
        Compile("RowJson.JsonRows.From(null!);").Should().ContainSingle(error => error.Contains("CS0121"));

    private static List<string> Compile(string statements)
    {
        string[] platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);
        var compilation = CSharpCompilation.Create(
            "caller",
            [CSharpSyntaxTree.ParseText($"class C {{ void M() {{ {statements} }} }}", new CSharpParseOptions(LanguageVersion.Preview))],
            platform.Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        return [.. compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning).Select(diagnostic => diagnostic.ToString())];
    }
}
