using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.VisualBasic;

namespace RowJson.Callers;

/// <summary>A project in Visual Basic, in memory.</summary>
internal static class VisualBasicCode
{
    private const string Imports = """
        Imports System, System.Collections.Generic, System.IO, System.Text.Json, System.Threading.Tasks, Microsoft.VisualBasic, RowJson

        """;

    /// <summary>What the analyzer reports, in the order of the code.</summary>
    /// <param name="project">Its declarations are not added: they are C#.</param>
    /// <param name="code">Declarations, perhaps with more imports in front of them.</param>
    public static Task<Diagnostic[]> AnalyzeVisualBasicAsync(this AnalyzedCode project, string code) =>
        project.AnalyzeAsync(VisualBasicCompilation.Create(
            "application",
            [VisualBasicSyntaxTree.ParseText(Imports + code)],
            project.References,
            new VisualBasicCompilationOptions(project.Output, optionStrict: OptionStrict.On)));
}
