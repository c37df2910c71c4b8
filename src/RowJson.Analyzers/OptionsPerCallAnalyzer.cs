using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Suggests keeping options that are created for one write: they own the encoded names and the compiled code.</summary>
/// <remarks>A suggestion rather than a warning, like CA1869 for the serializer's options: how often a method runs is not known.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class OptionsPerCallAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON005";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "Options are made for each write",
        "These options are made for each write, and with them the encoded names and the compiled code that they own: keep them in a static "
        + "readonly field",
        "Performance",
        DiagnosticSeverity.Info,
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
            IMethodSymbol? entry = start.Compilation.GetEntryPoint(start.CancellationToken);
            start.RegisterOperationAction(operation => Analyze(operation, entry), OperationKind.Argument);
        });
    }

    private static void Analyze(OperationAnalysisContext context, IMethodSymbol? entry)
    {
        var argument = (IArgumentOperation)context.Operation;
        if (argument.Parameter is not { ContainingSymbol: IMethodSymbol method } parameter) return;
        if (parameter.Type.Name is not ("JsonRowOptions" or "JsonSerializerOptions")) return;
        if (NewOptions.In(argument.Value) is not { } made || !IsWrite(method, made) || !NewOptions.AreAlwaysTheSame(made)) return;
        if (Repetition.IsPossible(made, context.ContainingSymbol, entry))
            context.ReportDiagnostic(Diagnostic.Create(Rule, made.Syntax.GetLocation()));
    }

    private static bool IsWrite(IMethodSymbol method, IOperation made)
    {
        string type = method.ContainingType.Name;
        if (!OurPackages.Have(method))
        {
            return type == "JsonSerializer" && method.ContainingNamespace.ToDisplayString() == "System.Text.Json"
                && made is IInvocationOperation;
        }
        return type switch
        {
            "JsonRows" or "AsyncJsonRows" or "RowsResultExtensions" or "RowJsonQueryExtensions" => true,
            "JsonRowWriter" => method.MethodKind == MethodKind.Constructor,
            "JsonRowSerializer" => method.Name is "Serialize" or "SerializeAsync",
            _ => false,
        };
    }
}
