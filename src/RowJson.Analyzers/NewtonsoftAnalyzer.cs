using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>
/// Warns of rows whose classes have attributes of Newtonsoft.Json, which are not seen, and of its tokens, which become empty arrays.
/// </summary>
/// <remarks>Converters and contracts may see both: there is a warning only for writes whose options are known to have none.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp, LanguageNames.VisualBasic)]
public sealed class NewtonsoftAnalyzer : DiagnosticAnalyzer
{
    /// <summary>What is reported.</summary>
    public const string Id = "ROWJSON008";

    private const string Title = "Newtonsoft.Json's attributes and tokens are not seen";

    private static readonly DiagnosticDescriptor Attributes = Rule(
        "Attributes that Newtonsoft.Json obeys have no effect on what is written: {0}. Add those of System.Text.Json.Serialization");

    private static readonly DiagnosticDescriptor Tokens = Rule(
        "{0} of Newtonsoft.Json is written as nested empty arrays: use JsonNode or JsonElement, or add a converter to the options");

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Attributes, Tokens);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(static start =>
        {
            if (start.Compilation.GetTypeByMetadataName("RowJson.JsonRows") is not { } rows) return;
            if (start.Compilation.GetTypesByMetadataName("Newtonsoft.Json.JsonPropertyAttribute").Length == 0) return;
            var library = new RowLibrary(rows.ContainingAssembly);
            start.RegisterOperationAction(operation => Analyze(operation, library), OperationKind.Invocation);
        });
    }

    private static DiagnosticDescriptor Rule(string message) =>
        new(Id, Title, message, "Usage", DiagnosticSeverity.Warning, isEnabledByDefault: true);

    private static void Analyze(OperationAnalysisContext context, RowLibrary library)
    {
        var call = (IInvocationOperation)context.Operation;
        RowWrite? write = library.WriteOf(call) ?? library.ValueWrittenBySerializer(call);
        if (write is not { Options: { Reflect: true } options } || !NewtonsoftMembers.AreNotSeenBy(options)) return;
        var members = new NewtonsoftMembers(options);
        members.Add(write.Type, null);
        if (members.Token is { } token) context.ReportDiagnostic(Diagnostic.Create(Tokens, call.Syntax.GetLocation(), token));
        if (members.Attributes.Count == 0) return;
        string listed = string.Join(", ", members.Attributes.Take(3).Select(static it => it.Text));
        if (members.Attributes.Count > 3) listed += ", …";
        IEnumerable<Location> places = members.Attributes.Select(static it => it.Place).OfType<Location>();
        context.ReportDiagnostic(Diagnostic.Create(Attributes, call.Syntax.GetLocation(), places, listed));
    }
}
