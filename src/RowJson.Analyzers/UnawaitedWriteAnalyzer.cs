using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Warns of writes whose task is dropped: nobody sees it if they fail, and the next line does not wait for them.</summary>
/// <remarks>In asynchronous methods the compiler itself warns (CS4014, BC42358).</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class UnawaitedWriteAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON006";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "An asynchronous write is not awaited",
        "The task of '{0}' is dropped: the code goes on before the rows are written, and an exception is lost. Await it in an asynchronous "
        + "method, return it, or use the synchronous method",
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
            if (start.Compilation.GetTypeByMetadataName("RowJson.JsonRows") is null) return;
            bool isTests = TestProjects.Include(start.Compilation);
            start.RegisterOperationAction(operation => Analyze(operation, isTests), OperationKind.ExpressionStatement);
        });
    }

    private static void Analyze(OperationAnalysisContext context, bool isTests)
    {
        if (TaskOf(((IExpressionStatementOperation)context.Operation).Operation) is not { } call) return;
        if (!Tasks.Include(call.TargetMethod.ReturnType) || !OurPackages.Have(call.TargetMethod)) return;
        if (!IsInPlainFunction(call, context.ContainingSymbol, isTests)) return;
        context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), call.TargetMethod.Name));
    }

    /// <summary>The call whose task is dropped, whether as it is or configured.</summary>
    private static IInvocationOperation? TaskOf(IOperation value)
    {
        if (DroppedValues.Of(value) is not IInvocationOperation call) return null;
        bool isConfigured = call.TargetMethod.Name is "ConfigureAwait" or "AsTask" or "Preserve"
            && Tasks.Include(call.TargetMethod.ContainingType);
        return isConfigured && call.Instance is { } task ? TaskOf(task) : call;
    }

    /// <summary>Whether the function around a call cannot await it. Tests pass lambdas to assertions, which can.</summary>
    private static bool IsInPlainFunction(IOperation operation, ISymbol containing, bool isTests)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation lambda) return !isTests && !lambda.Symbol.IsAsync;
            if (parent is ILocalFunctionOperation function) return !function.Symbol.IsAsync;
        }
        return containing is not IMethodSymbol { IsAsync: true };
    }
}
