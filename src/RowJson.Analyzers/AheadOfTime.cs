using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace RowJson.Analyzers;

/// <summary>The contexts of projects that are compiled ahead: what the generators write code for.</summary>
internal static class AheadOfTime
{
    /// <summary>What a generator writes for each <c>JsonSerializerContext</c>, as text, which can be compared.</summary>
    public static IncrementalValuesProvider<string> ForContexts(
        this IncrementalGeneratorInitializationContext context,
        Func<GeneratorAttributeSyntaxContext, CancellationToken, string> write) =>
        context.SyntaxProvider.ForAttributeWithMetadataName(
            "System.Text.Json.Serialization.JsonSerializableAttribute", static (node, _) => node is ClassDeclarationSyntax, write);

    /// <summary>Whether the project is compiled ahead, and does not turn the code off by setting the property to false.</summary>
    public static IncrementalValueProvider<bool> IsWanted(this IncrementalGeneratorInitializationContext context, string property) =>
        context.AnalyzerConfigOptionsProvider.Combine(context.ParseOptionsProvider).Select((it, _) =>
            (Is(it.Left.GlobalOptions, "EnableAotAnalyzer", "true") || Is(it.Left.GlobalOptions, "PublishAot", "true"))
            && !Is(it.Left.GlobalOptions, property, "false") && IsCSharp11(it.Right));

    private static bool Is(AnalyzerConfigOptions project, string property, string expected) =>
        project.TryGetValue("build_property." + property, out string? value)
        && string.Equals(value, expected, StringComparison.OrdinalIgnoreCase);

    // C# 11 has generic attributes. The oldest compiler that this runs in has no name for it.
    private static bool IsCSharp11(ParseOptions options) => options is CSharpParseOptions { LanguageVersion: >= (LanguageVersion)1100 };
}
