using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace RowJson.Callers;

/// <summary>A project of a user, in memory: what an analyzer says of its code.</summary>
internal sealed class AnalyzedCode
{
    private const string Usings = """
        using System; using System.Buffers; using System.Collections.Generic; using System.Data; using System.Data.Common; using System.IO;
        using System.Linq; using System.Text.Json; using System.Text.Json.Serialization; using System.Text.Json.Serialization.Metadata;
        using System.Threading; using System.Threading.Tasks; using RowJson;

        """;

    private static readonly string[] Platform = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);

    public required DiagnosticAnalyzer Analyzer { get; init; }

    /// <summary>Declarations that all cases have.</summary>
    public string Declarations { get; init; } = "class Order { public int Id { get; set; } }";

    public OutputKind Output { get; init; } = OutputKind.DynamicallyLinkedLibrary;

    /// <summary>A property of the project that the build shows to analyzers, and is true.</summary>
    public string Property { get; init; } = "";

    /// <summary>One that is false.</summary>
    public string FalseProperty { get; init; } = "";

    /// <summary>Beginnings of names of assemblies that the project does not reference; by default those of tests.</summary>
    public string[] Without { get; init; } = ["xunit.", "RowJson.Sqlite", "RowJson.Npgsql"];

    public static CSharpParseOptions ParseOptions { get; } = new(LanguageVersion.Preview);

    public IEnumerable<MetadataReference> References => Platform
        .Where(path => !Without.Any(it => Path.GetFileName(path).StartsWith(it, StringComparison.Ordinal)))
        .Select(path => MetadataReference.CreateFromFile(path));

    /// <summary>What the build shows of the project.</summary>
    public AnalyzerConfigOptionsProvider Project => new Properties(Property, FalseProperty);

    /// <summary>The file: with what all cases have.</summary>
    public string TextOf(string code) => Usings + Declarations + "\n" + code;

    /// <summary>What the analyzer reports, in the order of the code.</summary>
    public async Task<Diagnostic[]> AnalyzeAsync(string code)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText(TextOf(code), ParseOptions);
        return await AnalyzeAsync(CSharpCompilation.Create("application", [tree], References, new CSharpCompilationOptions(Output)));
    }

    public async Task<Diagnostic[]> AnalyzeAsync(Compilation compilation)
    {
        compilation.GetDiagnostics().Where(it => it.Severity == DiagnosticSeverity.Error).Should().BeEmpty();
        var project = new AnalyzerOptions([], Project);
        ImmutableArray<Diagnostic> found = await compilation.WithAnalyzers([Analyzer], project).GetAnalyzerDiagnosticsAsync();
        return [.. found.OrderBy(it => it.Location.SourceSpan.Start)];
    }

    private sealed class Properties(string isTrue, string isFalse) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Values("build_property." + isTrue, "build_property." + isFalse);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;

        private sealed class Values(string isTrue, string isFalse) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
            {
                value = key == isTrue ? "true" : key == isFalse ? "false" : null;
                return value is not null;
            }
        }
    }
}
