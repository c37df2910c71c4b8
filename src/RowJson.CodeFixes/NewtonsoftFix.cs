using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RowJson.CodeFixes;

/// <summary>Adds the attributes of System.Text.Json beside those that Newtonsoft.Json obeys (ROWJSON008), which may be needed.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class NewtonsoftFix : CodeFixProvider
{
    private const string Title = "Add the attributes of System.Text.Json.Serialization";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ["ROWJSON008"];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => new All();

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Solution solution = context.Document.Project.Solution;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            bool isFixed = false;
            foreach (Location place in diagnostic.AdditionalLocations)
            {
                AttributeSyntax? attribute = await FindAsync(place, context.CancellationToken).ConfigureAwait(false);
                isFixed |= attribute is not null && Counterparts.Of(attribute).Any();
            }
            if (!isFixed) continue;
            context.RegisterCodeFix(
                CodeAction.Create(Title, token => AddAsync(solution, diagnostic.AdditionalLocations, token), Title), diagnostic);
        }
    }

    private static async Task<Solution> AddAsync(Solution solution, IReadOnlyList<Location> places, CancellationToken cancellationToken)
    {
        IEnumerable<Location> inSource = places.Where(static it => it.IsInSource).Distinct();
        foreach (IGrouping<SyntaxTree, Location> file in inSource.GroupBy(static it => it.SourceTree!))
        {
            if (solution.GetDocument(file.Key) is not { } document) continue;
            if (await document.GetSemanticModelAsync(cancellationToken).ConfigureAwait(false) is not { } model) continue;
            var members = new Dictionary<SyntaxNode, List<AttributeListSyntax>>();
            foreach (Location place in file)
            {
                AttributeSyntax? attribute = await FindAsync(place, cancellationToken).ConfigureAwait(false);
                if (attribute?.Parent?.Parent is not { } member) continue;
                if (!members.TryGetValue(member, out List<AttributeListSyntax>? added)) members.Add(member, added = []);
                added.AddRange(Counterparts.Of(attribute));
            }
            SyntaxNode root = await file.Key.GetRootAsync(cancellationToken).ConfigureAwait(false);
            root = root.ReplaceNodes(members.Keys, (member, current) => Counterparts.With(
                current, Counterparts.Missing(members[member], SymbolOf(member, model, cancellationToken))));
            solution = solution.WithDocumentSyntaxRoot(document.Id, root);
        }
        return solution;
    }

    /// <summary>For a parameter of a record, its property. Of fields that are declared together, any will do.</summary>
    private static ISymbol? SymbolOf(SyntaxNode member, SemanticModel model, CancellationToken cancellationToken)
    {
        SyntaxNode declaration = member is FieldDeclarationSyntax { Declaration.Variables: var fields } ? fields[0] : member;
        ISymbol? symbol = model.GetDeclaredSymbol(declaration, cancellationToken);
        return symbol is IParameterSymbol ? symbol.ContainingType.GetMembers(symbol.Name).FirstOrDefault() : symbol;
    }

    // Not the batch fixer: several writes of a type name the same attributes.
    private sealed class All : FixAllProvider
    {
        public override async Task<CodeAction?> GetFixAsync(FixAllContext context)
        {
            var found = new List<Diagnostic>();
            if (context is { Scope: FixAllScope.Document, Document: { } document })
                found.AddRange(await context.GetDocumentDiagnosticsAsync(document).ConfigureAwait(false));
            else
                foreach (Project project in context.Scope == FixAllScope.Solution ? context.Solution.Projects : [context.Project])
                    found.AddRange(await context.GetAllDiagnosticsAsync(project).ConfigureAwait(false));
            Location[] places = [.. found.SelectMany(static it => it.AdditionalLocations)];
            return CodeAction.Create(Title, token => AddAsync(context.Solution, places, token), Title);
        }
    }

    private static async Task<AttributeSyntax?> FindAsync(Location place, CancellationToken cancellationToken)
    {
        if (place.SourceTree is not { } tree) return null;
        SyntaxNode root = await tree.GetRootAsync(cancellationToken).ConfigureAwait(false);
        return root.FindNode(place.SourceSpan).FirstAncestorOrSelf<AttributeSyntax>();
    }
}
