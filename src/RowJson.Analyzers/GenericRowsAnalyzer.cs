using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>
/// Warns of generic code that writes rows of its type parameter without a contract, in projects that are trimmed or compiled ahead.
/// </summary>
/// <remarks>
/// It is not known which types a public method of a library is called with, so they may be any classes. For all other code it is known:
/// there is a warning where the project itself calls it with a type that needs a contract.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class GenericRowsAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON004";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "Rows of a type parameter are written without a contract",
        "Rows of '{0}' need reflection, which an application that is trimmed or compiled ahead of time does not have, and '{0}' {1}: let "
        + "the caller pass a JsonTypeInfo<{0}> or JsonRowOptions, or mark the member with RequiresUnreferencedCode and RequiresDynamicCode",
        "Trimming",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true,
        customTags: WellKnownDiagnosticTags.CompilationEnd);

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
            var writes = new ConcurrentBag<GenericWrite>();
            var uses = new TypeArguments();
            start.RegisterOperationAction(operation => Collect(operation, library, writes, uses), OperationKind.Invocation);
            start.RegisterOperationAction(
                operation => uses.Add(operation.Operation),
                OperationKind.ObjectCreation, OperationKind.MethodReference, OperationKind.PropertyReference);
            start.RegisterCompilationEndAction(end => Report(end, writes, uses));
        });
    }

    private static void Collect(
        OperationAnalysisContext context, RowLibrary library, ConcurrentBag<GenericWrite> writes, TypeArguments uses)
    {
        uses.Add(context.Operation);
        var call = (IInvocationOperation)context.Operation;
        if (library.WriteOf(call) is not { Options.Reflect: true, Type: ITypeParameterSymbol parameter }) return;
        if (!RowKinds.MayNeedContract(parameter) || Reflection.IsDeclared(context.ContainingSymbol)) return;
        writes.Add(new GenericWrite(parameter, call.Syntax.GetLocation()));
    }

    private static void Report(CompilationAnalysisContext context, ConcurrentBag<GenericWrite> writes, TypeArguments uses)
    {
        bool isLibrary = context.Compilation.Options.OutputKind == OutputKind.DynamicallyLinkedLibrary;
        foreach (GenericWrite write in writes)
        {
            string? reason = isLibrary && IsPublic(write.Parameter) ? "may be any class of a caller"
                : uses.ThatNeedContract(write.Parameter) is { } type ? $"is '{Name(type)}' in a call of this project"
                : null;
            if (reason is not null) context.ReportDiagnostic(Diagnostic.Create(Rule, write.Location, Name(write.Parameter), reason));
        }
    }

    private static bool IsPublic(ITypeParameterSymbol parameter)
    {
        for (ISymbol? symbol = parameter.ContainingSymbol; symbol is not null and not INamespaceSymbol; symbol = symbol.ContainingSymbol)
        {
            bool isVisible = symbol.DeclaredAccessibility
                is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal;
            if (!isVisible || symbol is IMethodSymbol { MethodKind: MethodKind.LocalFunction }) return false;
        }
        return true;
    }

    private static string Name(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);

    private sealed class GenericWrite(ITypeParameterSymbol parameter, Location location)
    {
        public ITypeParameterSymbol Parameter => parameter;

        public Location Location => location;
    }
}
