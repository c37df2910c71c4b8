using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Warns of rows that are tasks: their properties would be written, such as <c>Id</c> and <c>Status</c>.</summary>
/// <remarks>
/// <c>Select</c> with an asynchronous function makes such rows. An overload that refuses them would make <c>From([])</c> ambiguous. Rows
/// with a shape or metadata of their own are left alone: these say what is written of a task.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class TaskRowsAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON009";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "Rows are tasks",
        "The rows are of type '{0}': the properties of the tasks are written, not their results. {1}: {2}.",
        "Usage",
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
            start.RegisterOperationAction(Analyze, OperationKind.Invocation);
        });
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        IMethodSymbol method = call.TargetMethod;
        if (method.TypeArguments is not { Length: 1 } types || !OurPackages.Have(method)) return;
        if (types[0] is not INamedTypeSymbol row || !Tasks.Include(row)) return;
        if (RowsOf(method) is not { } rows || InsteadOf(method, rows.Type, row) is not { } instead) return;
        string type = row.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        string await = row.TypeArguments.IsEmpty ? "Make tasks that return the rows, and await them" : "Await them";
        context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), type, await, instead));
    }

    /// <summary>The parameter of the rows; null if another one says what is written of them.</summary>
    private static IParameterSymbol? RowsOf(IMethodSymbol method) =>
        method.Parameters.Any(static parameter => parameter.Type.Name is "JsonTypeInfo" or "JsonRowShape")
            ? null
            : method.Parameters.FirstOrDefault(static parameter => parameter.Name is "rows" or "row");

    /// <summary>What to write instead; null for methods that are not about rows.</summary>
    private static string? InsteadOf(IMethodSymbol method, ITypeSymbol rows, INamedTypeSymbol row) =>
        (method.ContainingType.Name, method.Name, rows.Name) switch
        {
            ("JsonRowWriter", "WriteRow", _) => "writer.WriteRow(await row)",
            ("JsonRowWriter", "WriteRowAsync", _) => "await writer.WriteRowAsync(await row)",
            ("JsonRows", "From", "IAsyncEnumerable") or ("RowsResultExtensions", "Rows", "IAsyncEnumerable") =>
                "await foreach (var row in rows) yield return await row",
            ("JsonRows", "From", "IEnumerable") => $"JsonRows.From({AllOf(row)})",
            ("RowsResultExtensions", "Rows", "IEnumerable") => $"Results.Extensions.Rows({AllOf(row)})",
            _ => null,
        };

    private static string AllOf(INamedTypeSymbol row) =>
        row.Name == "Task" ? "await Task.WhenAll(rows)" : "await Task.WhenAll(rows.Select(row => row.AsTask()))";
}
