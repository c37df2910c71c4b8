using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RowJson.CodeFixes;

/// <summary>Assigns a result that is dropped (ROWJSON007) to what the method was called on: <c>shape = shape.Column(...)</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class DroppedResultFix : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ["ROWJSON007"];

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        if (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root) return;
        if (await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false) is not { } model) return;
        SyntaxNode node = root.FindNode(context.Span, getInnermostNodeForTie: true);
        if (node is not InvocationExpressionSyntax { Parent: ExpressionStatementSyntax } call) return;
        if (TargetOf(call, model) is not { } target) return;
        context.RegisterCodeFix(
            CodeAction.Create(
                $"Assign the result to '{target}'", _ => Task.FromResult(Assign(context.Document, root, call, target)), "Assign"),
            context.Diagnostics);
    }

    private static Document Assign(Document document, SyntaxNode root, InvocationExpressionSyntax call, ExpressionSyntax target)
    {
        ExpressionSyntax assignment = SyntaxFactory.AssignmentExpression(
            SyntaxKind.SimpleAssignmentExpression,
            target.WithoutTrivia().WithTrailingTrivia(SyntaxFactory.Space),
            SyntaxFactory.Token(SyntaxKind.EqualsToken).WithTrailingTrivia(SyntaxFactory.Space),
            call.WithoutTrivia());
        return document.WithSyntaxRoot(root.ReplaceNode(call, assignment.WithTriviaFrom(call)));
    }

    /// <summary>What begins the chain of calls, if the result can be assigned to it.</summary>
    private static ExpressionSyntax? TargetOf(InvocationExpressionSyntax call, SemanticModel model)
    {
        ExpressionSyntax target = call;
        while (target is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax member }) target = member.Expression;
        // The operand of "shape!".
        if (target is PostfixUnaryExpressionSyntax { Operand: var operand }) target = operand;
        bool isSameType = SymbolEqualityComparer.Default.Equals(model.GetTypeInfo(target).Type, model.GetTypeInfo(call).Type);
        bool isSameTwice = target.DescendantNodesAndSelf().All(static it => it is NameSyntax or MemberAccessExpressionSyntax
            or InstanceExpressionSyntax or ElementAccessExpressionSyntax or BracketedArgumentListSyntax or ArgumentSyntax
            or LiteralExpressionSyntax or PredefinedTypeSyntax or ParenthesizedExpressionSyntax);
        return isSameType && isSameTwice && model.GetSymbolInfo(target).Symbol is { } symbol && CanBeAssigned(symbol)
            && (symbol is not IPropertySymbol { SetMethod: { } setter } || model.IsAccessible(call.SpanStart, setter)) ? target : null;
    }

    /// <summary>Members of structures cannot be assigned if they are those of a copy, or in a method that changes nothing.</summary>
    private static bool CanBeAssigned(ISymbol symbol) => symbol switch
    {
        { IsStatic: false, ContainingType.IsValueType: true } and (IFieldSymbol or IPropertySymbol) => false,
        ILocalSymbol local => local is { IsUsing: false, IsForEach: false, RefKind: RefKind.None },
        IParameterSymbol parameter => parameter.RefKind == RefKind.None,
        IFieldSymbol field => !field.IsReadOnly && !field.IsConst,
        IPropertySymbol property => property.SetMethod is { IsInitOnly: false },
        _ => false,
    };
}
