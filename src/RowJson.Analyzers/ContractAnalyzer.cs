using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>
/// Warns of rows that need a contract and are written without one, in projects that are trimmed or compiled ahead: there the write fails.
/// </summary>
/// <remarks>
/// Attributes cannot say that: whether a write needs reflection depends on the type of the rows and on the options of the write, and
/// <c>RequiresUnreferencedCode</c> on <c>From</c> would warn of dictionaries and of options with a context as well. Only the code at the
/// write itself is looked at; options that come from elsewhere may have a context.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class ContractAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON001";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "Rows are written without a contract",
        "Rows of '{0}' need reflection, which an application that is trimmed or compiled ahead of time does not have: set "
        + "JsonRowOptions.SerializerOptions to the options of a JsonSerializerContext that describes the type, or pass the rows with their "
        + "JsonTypeInfo",
        "Trimming",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(static start =>
        {
            if (!Reflection.IsMissing(start.Options)) return;
            if (start.Compilation.GetTypeByMetadataName("RowJson.JsonRows") is not { } rows) return;
            var library = new RowLibrary(rows.ContainingAssembly);
            start.RegisterOperationAction(operation => Analyze(operation, library), OperationKind.Invocation);
        });
    }

    private static void Analyze(OperationAnalysisContext context, RowLibrary library)
    {
        var call = (IInvocationOperation)context.Operation;
        if (library.WriteOf(call) is not { Options.Reflect: true } write || !RowKinds.NeedContract(write.Type)) return;
        if (Reflection.IsDeclared(context.ContainingSymbol)) return;
        string name = write.Type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), name));
    }
}
