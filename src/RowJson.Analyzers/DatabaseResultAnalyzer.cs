using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>
/// Warns of minimal API handlers and actions that return a command or a reader: the framework writes its properties, among them the
/// connection string.
/// </summary>
/// <remarks>
/// With <c>WithRowJson</c> a handler's command is executed instead. There is a warning all the same: the group that the endpoint is in may
/// be anywhere, and one word there makes the difference. Projects without RowJson.AspNetCore are warned, too.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class DatabaseResultAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON002";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "An endpoint returns a command or a reader",
        "ASP.NET Core writes the properties of the returned '{0}', for a command its connection string among them, and not its rows, "
        + "unless WithRowJson applies to the endpoint: return Results.Extensions.Rows(...) of RowJson.AspNetCore, or read the rows",
        "Security",
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
            if (!Endpoints.AreIn(start.Compilation)) return;
            start.RegisterOperationAction(AnalyzeReturn, OperationKind.Return);
            start.RegisterOperationAction(AnalyzeMethodGroup, OperationKind.MethodReference);
        });
    }

    private static void AnalyzeReturn(OperationAnalysisContext context)
    {
        if (((IReturnOperation)context.Operation).ReturnedValue is not { } value || IsOfTheEnd(value)) return;
        if (DatabaseResults.TypeOf(value) is { } type && Endpoints.AreAnsweredBy(context.Operation, context.ContainingSymbol))
            Report(context, value, type);
    }

    /// <summary>A function of Visual Basic that returned something else never reaches its end, which returns its own variable.</summary>
    private static bool IsOfTheEnd(IOperation value)
    {
        if (InnerValues.Of(value) is not ILocalReferenceOperation { IsImplicit: true }) return false;
        IOperation function = value;
        while (function is not (IMethodBodyBaseOperation or IAnonymousFunctionOperation) && function.Parent is { } parent) function = parent;
        return function.Descendants().OfType<IReturnOperation>().Any(it => it.ReturnedValue != value);
    }

    private static void AnalyzeMethodGroup(OperationAnalysisContext context)
    {
        IMethodSymbol method = ((IMethodReferenceOperation)context.Operation).Method;
        if (DatabaseResults.In(method.ReturnType) is { } type && Endpoints.IsHandler(context.Operation)) Report(context, context.Operation, type);
    }

    private static void Report(OperationAnalysisContext context, IOperation value, ITypeSymbol type) => context.ReportDiagnostic(
        Diagnostic.Create(Rule, value.Syntax.GetLocation(), type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
}
