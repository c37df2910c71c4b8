using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Suggests the package for a database where commands and readers of its provider are written without it.</summary>
/// <remarks>
/// An application without the package has no options that name its row reader. A library may be given such options: only writes whose
/// options are known count there.
/// </remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class ProviderPackageAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON003";

    private static readonly DiagnosticDescriptor Rule = new(
        Id,
        "There is a package that reads this provider faster",
        "These rows are read by the getters of {0}: the package {1} reads the provider's buffers, with the same output. Reference it, "
        + "and add {2}.Instance to the RowReaders of the options",
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
            if (start.Compilation.GetTypeByMetadataName("RowJson.JsonRows") is not { } rows) return;
            ProviderPackage[] missing = [.. ProviderPackage.All.Where(it => it.IsMissingIn(start.Compilation))];
            if (missing.Length == 0 || TestProjects.Include(start.Compilation)) return;
            if (HasRowReader(start.Compilation, start.CancellationToken)) return;
            var library = new RowLibrary(rows.ContainingAssembly);
            bool isLibrary = start.Compilation.Options.OutputKind
                is not (OutputKind.ConsoleApplication or OutputKind.WindowsApplication);
            start.RegisterOperationAction(
                operation => Analyze(operation, missing, isLibrary ? library : null), OperationKind.Invocation);
        });
    }

    /// <summary>The project has a row reader of its own.</summary>
    private static bool HasRowReader(Compilation compilation, CancellationToken cancellationToken) =>
        compilation.ContainsSymbolsWithName("WriteCells", SymbolFilter.Member, cancellationToken);

    private static void Analyze(OperationAnalysisContext context, ProviderPackage[] missing, RowLibrary? library)
    {
        var call = (IInvocationOperation)context.Operation;
        IInvocationOperation? reading = library is null ? call : library.SourceWrittenBy(call);
        if (reading is null || !TakesRows(reading.TargetMethod)) return;
        foreach (IArgumentOperation argument in reading.Arguments)
        {
            IOperation value = InnerValues.Of(argument.Value);
            ITypeSymbol? type = value.Type, initial = LocalValues.Of(value)?.Type;
            if (missing.FirstOrDefault(it => it.Reads(type) || it.Reads(initial)) is not { } package) continue;
            context.ReportDiagnostic(
                Diagnostic.Create(Rule, reading.Syntax.GetLocation(), package.Provider, package.Name, package.RowReader));
            return;
        }
    }

    private static bool TakesRows(IMethodSymbol method) => OurPackages.Have(method) && (method.ContainingType.Name, method.Name)
        is ("JsonRows", "From") or ("RowsResultExtensions", "Rows") or ("JsonRowWriter", "WriteRow" or "WriteRowAsync");
}
