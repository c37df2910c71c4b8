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
        if (root.FindNode(context.Span, getInnermostNodeForTie: true) is not ExpressionSyntax made) return;
        // Statements of a program without a class have no place for a field.
        if (made.FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { } type || type is InterfaceDeclarationSyntax) return;
        context.RegisterCodeFix(
            CodeAction.Create(Title, token => KeepAsync(context.Document, made, type, token), Title), context.Diagnostics);
    }

    private static async Task<Document> KeepAsync(
        Document document, ExpressionSyntax made, TypeDeclarationSyntax type, CancellationToken cancellationToken)
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
        editor.InsertMembers(type, 0, [field.WithAdditionalAnnotations(Formatter.Annotation)]);
        return editor.GetChangedDocument();
    }

    private static string NameOf(SemanticModel model, int position)
    {
        string name = "WriteOptions";
        for (int i = 2; model.LookupSymbols(position, name: name).Length > 0; i++) name = $"WriteOptions{i}";
        return name;
    }
}
