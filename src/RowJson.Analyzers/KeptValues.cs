using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What a value is, as far as the member that it is in, or a field or property of the same file, says so.</summary>
internal static class KeptValues
{
    /// <summary>The value itself, or what a variable, field or property without other assignments is declared with.</summary>
    public static IOperation? Of(IOperation? value)
    {
        value = LocalValues.Of(value);
        ISymbol? member = value switch
        {
            IFieldReferenceOperation { Field: { IsReadOnly: true } field } => field,
            IPropertyReferenceOperation { Property: { SetMethod: null } property } => property,
            _ => null,
        };
        return member is null ? value : DeclaredWith(member, value!) ?? value;
    }

    private static IOperation? DeclaredWith(ISymbol member, IOperation value)
    {
        if (IsSetInConstructor(member) || member.DeclaringSyntaxReferences.Length != 1) return null;
        SyntaxReference declaration = member.DeclaringSyntaxReferences[0];
        if (value.SemanticModel is not { } model || declaration.SyntaxTree != model.SyntaxTree) return null;
        SyntaxNode syntax = declaration.GetSyntax();
        // In Visual Basic the syntax of a field is only its name: type and initializer follow the names.
        if (member is IFieldSymbol { Language: LanguageNames.VisualBasic }) syntax = syntax.Parent!;
        IOperation? initial = syntax.DescendantNodes().Select(node => model.GetOperation(node))
            .OfType<ISymbolInitializerOperation>().FirstOrDefault()?.Value;
        while (initial is IConversionOperation { IsImplicit: true, OperatorMethod: null } conversion) initial = conversion.Operand;
        return initial;
    }

    /// <summary>True if it may be: what a constructor does is not looked at.</summary>
    private static bool IsSetInConstructor(ISymbol member) => member.IsStatic
        ? member.ContainingType.StaticConstructors.Any(static it => !it.IsImplicitlyDeclared)
        : member.ContainingType.InstanceConstructors.Any(static it => !it.IsImplicitlyDeclared);
}
