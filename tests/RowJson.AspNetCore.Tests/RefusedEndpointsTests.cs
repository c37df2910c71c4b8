using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace RowJson.AspNetCore.Tests;

/// <summary>Calls of <c>WithRowJson</c> that would change nothing: what the compiler says.</summary>
[Trait("Speed", "Slow")]
public sealed class RefusedEndpointsTests
{
    [Theory]
    [InlineData("app.WithRowJson();", "app.MapGroup(\"\").WithRowJson()")]
    [InlineData("app.MapControllers().WithRowJson();", "AddControllers().AddRowJson()")]
    public void WithRowJson_whatHasNoEndpointsOfItsOwn_saysWhatToCall(string call, string advice) =>
        Compile(call).Should().ContainSingle().Which.Should().Contain("CS0619").And.Contain(advice);

    [Fact]
    public void WithRowJson_endpointsAndGroups_compiles() =>
        Compile("app.MapGroup(\"/api\").WithRowJson().MapGet(\"/\", () => 1).WithRowJson().WithName(\"x\");").Should().BeEmpty();

    private static List<string> Compile(string statement)
    {
        string[] platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);
        var compilation = CSharpCompilation.Create(
            "caller",
            [CSharpSyntaxTree.ParseText($"using Microsoft.AspNetCore.Builder; class C {{ void M(WebApplication app) {{ {statement} }} }}", new CSharpParseOptions(LanguageVersion.Preview))],
            platform.Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        return [.. compilation.GetDiagnostics().Where(it => it.Severity >= DiagnosticSeverity.Warning).Select(it => it.ToString())];
    }
}
