using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>
/// Warns of calls that change nothing and whose result is dropped: methods of shapes, envelopes and options return new ones.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class DroppedResultAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON007";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "The result of a call that changes nothing is dropped",
        "'{0}' changes and writes nothing: it returns {1}. Use its result.",
        "Reliability",
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
            if (start.Compilation.GetTypeByMetadataName("RowJson.JsonRows") is null || TestProjects.Include(start.Compilation)) return;
            start.RegisterOperationAction(Analyze, OperationKind.ExpressionStatement);
        });
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        IOperation value = DroppedValues.Of(((IExpressionStatementOperation)context.Operation).Operation);
        if (value is not IInvocationOperation { TargetMethod: var method } call || !OurPackages.Have(method)) return;
        if (ResultOf(method) is { } result)
            context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), method.Name, result));
    }

    /// <summary>What is returned by a method that does nothing else; null for all other methods.</summary>
    private static string? ResultOf(IMethodSymbol method) => (method.ContainingType.Name, method.Name) switch
    {
        ("JsonRowShape", "Column") => "a shape with one more column",
        ("JsonRowEnvelope", "Before" or "After") => "an envelope with one more property",
        ("JsonRows" or "AsyncJsonRows", "InEnvelope") => "rows in the envelope",
        ("JsonRows" or "AsyncJsonRows", "From") => "rows, which a method such as WriteTo writes",
        ("JsonRowOptions", "WithColumns") => "options for these columns",
        ("RowJsonOptionsExtensions", "WithRowJson") => "new options",
        _ => null,
    };
}
