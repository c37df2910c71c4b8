using System.Reflection;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>The program of README.md, compiled as it is there, and run. It has the standard output of the process for itself.</summary>
[Collection(nameof(ReadmeProgramTests))]
[CollectionDefinition(nameof(ReadmeProgramTests), DisableParallelization = true)]
[Trait("Speed", "Slow")]
public class ReadmeProgramTests
{
    // As the SDK adds them to a new console application.
    private const string ImplicitUsings =
        "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; "
        + "global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    [Fact]
    public async Task Program_compiledAsItIs_printsItsLastLines()
    {
        string code = CodeExamples.Blocks("README.md").First();
        string[] expected =
            [.. code.TrimEnd().Split('\n').Where(line => line.StartsWith("// ", StringComparison.Ordinal)).Select(line => line[3..])];
        expected.Should().HaveCount(2);

        (await RunAsync(code)).Split('\n', StringSplitOptions.RemoveEmptyEntries).Should().Equal(expected);
    }

    private static async Task<string> RunAsync(string code)
    {
        using var assembly = new MemoryStream();
        EmitResult compiled = Compile(ImplicitUsings, code).Emit(assembly);
        compiled.Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning).Should().BeEmpty();

        TextWriter console = Console.Out;
        string folder = Directory.GetCurrentDirectory(), temporary = Directory.CreateTempSubdirectory().FullName;
        var output = new StringWriter();
        Console.SetOut(output);
        Directory.SetCurrentDirectory(temporary);
        try
        {
            object? result = Assembly.Load(assembly.ToArray()).EntryPoint!.Invoke(null, [Array.Empty<string>()]);
            if (result is Task task) await task;
        }
        finally
        {
            Console.SetOut(console);
            Directory.SetCurrentDirectory(folder);
            Directory.Delete(temporary, recursive: true);
        }
        return output.ToString().ReplaceLineEndings("\n");
    }

    private static CSharpCompilation Compile(params string[] files) => CSharpCompilation.Create(
        "program",
        files.Select(file => CSharpSyntaxTree.ParseText(file, AnalyzedCode.ParseOptions, encoding: Encoding.UTF8)),
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path)),
        new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
}
