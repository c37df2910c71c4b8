using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Simplification;

namespace RowJson.CodeFixes;

/// <summary>Moves options that are made for each write (ROWJSON005) into a field of the class.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class OptionsPerCallFix : CodeFixProvider
{
    private const string Title = "Keep the options in a static readonly field";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ["ROWJSON005"];

    // Several at once would give their fields the same name.
    /// <inheritdoc/>
    public override FixAllProvider? GetFixAllProvider() => null;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        if (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root) return;
        if (await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false) is not { } model) return;
        if (root.FindNode(context.Span, getInnermostNodeForTie: true) is not ExpressionSyntax made) return;
        // Top-level statements have no place for a field, and neither have extension blocks.
        if (made.FirstAncestorOrSelf<TypeDeclarationSyntax>(IsWhole) is not { } type || type is InterfaceDeclarationSyntax) return;
        if (PlaceOf(made, type, model) is not { } place) return;
        context.RegisterCodeFix(
            CodeAction.Create(Title, token => KeepAsync(context.Document, made, type, place, token), Title), context.Diagnostics);
    }

    private static bool IsWhole(TypeDeclarationSyntax type) =>
        type is ClassDeclarationSyntax or StructDeclarationSyntax or RecordDeclarationSyntax or InterfaceDeclarationSyntax;

    /// <summary>After the fields of the class that the options need; null if a field has no value by then.</summary>
    private static int? PlaceOf(ExpressionSyntax made, TypeDeclarationSyntax type, SemanticModel model)
    {
        int place = 0;
        INamedTypeSymbol? holder = model.GetDeclaredSymbol(type);
        foreach (SyntaxNode node in made.DescendantNodes())
        {
            if (model.GetSymbolInfo(node).Symbol is not IFieldSymbol { IsStatic: true, IsConst: false } field) continue;
            if (!SymbolEqualityComparer.Default.Equals(field.ContainingType.OriginalDefinition, holder)) continue;
            SyntaxNode? declared = field.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax();
            if (declared is not VariableDeclaratorSyntax { Initializer: not null } given) return null;
            int index = given.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member ? type.Members.IndexOf(member) : -1;
            // It is in another part of the class, which may be initialized later.
            if (index < 0) return null;
            place = Math.Max(place, index + 1);
        }
        return place;
    }

    private static async Task<Document> KeepAsync(
        Document document, ExpressionSyntax made, TypeDeclarationSyntax type, int place, CancellationToken cancellationToken)
    {
        DocumentEditor editor = await DocumentEditor.CreateAsync(document, cancellationToken).ConfigureAwait(false);
        TypeInfo info = editor.SemanticModel.GetTypeInfo(made, cancellationToken);
        string name = NameOf(editor.SemanticModel, made.SpanStart);
        FieldDeclarationSyntax field = (FieldDeclarationSyntax)editor.Generator.FieldDeclaration(
            name,
            editor.Generator.TypeExpression(info.ConvertedType ?? info.Type!).WithAdditionalAnnotations(Simplifier.Annotation),
            Accessibility.Private,
            DeclarationModifiers.Static | DeclarationModifiers.ReadOnly,
            made.WithoutTrivia());
        editor.ReplaceNode(made, SyntaxFactory.IdentifierName(name).WithTriviaFrom(made));
        editor.InsertMembers(type, place, [field.WithAdditionalAnnotations(Formatter.Annotation)]);
        return editor.GetChangedDocument();
    }

    private static string NameOf(SemanticModel model, int position)
    {
        string name = "WriteOptions";
        for (int i = 2; model.LookupSymbols(position, name: name).Length > 0; i++) name = $"WriteOptions{i}";
        return name;
    }
}
