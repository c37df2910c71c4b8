using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Options that are created where they are used.</summary>
internal static class NewOptions
{
    /// <summary>What creates the options of an argument, in place or for a variable that is used for nothing else; else null.</summary>
    public static IOperation? In(IOperation value)
    {
        value = InnerValues.Of(value);
        if (value is ILocalReferenceOperation variable) return InVariable(variable);
        return AreMadeBy(value) ? value : null;
    }

    /// <summary>They depend on nothing that may differ at the next call.</summary>
    public static bool AreAlwaysTheSame(IOperation made) =>
        made.DescendantsAndSelf().All(part => IsConstant(part, made))
        && !made.Syntax.DescendantNodes().Any(node => IsOfMethod(node, made));

    private static bool AreMadeBy(IOperation value) => value switch
    {
        IObjectCreationOperation { Type.Name: "JsonRowOptions" or "JsonSerializerOptions" } => true,
        // For options that are kept, it returns those that it has created before.
        IInvocationOperation { TargetMethod: { Name: "WithRowJson" } method } call when OurPackages.Have(method) =>
            OurPackages.ExtendedBy(call) is { } options && InnerValues.Of(options) is IObjectCreationOperation,
        _ => false,
    };

    /// <summary>What creates the options in a variable that is used once, and as often as it is declared.</summary>
    private static IOperation? InVariable(ILocalReferenceOperation variable)
    {
        IOperation block = variable;
        while (block.Parent is not null) block = block.Parent;
        IVariableDeclaratorOperation? declared = null;
        foreach (IOperation part in block.Descendants())
        {
            if (part is IVariableDeclaratorOperation declarator && IsSame(declarator.Symbol, variable.Local)) declared = declarator;
            else if (part is ILocalReferenceOperation other && part != variable && IsSame(other.Local, variable.Local)) return null;
        }
        IOperation? value = declared?.GetVariableInitializer()?.Value;
        if (value is null || Around(declared!) != Around(variable)) return null;
        value = InnerValues.Of(value);
        return AreMadeBy(value) ? value : null;
    }

    /// <summary>The loop or function that an operation is in.</summary>
    private static IOperation? Around(IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is not (null or ILoopOperation or IAnonymousFunctionOperation or ILocalFunctionOperation)) parent = parent.Parent;
        return parent;
    }

    private static bool IsConstant(IOperation part, IOperation made) => part switch
    {
        ILocalReferenceOperation variable => IsDeclaredIn(variable.Local, made),
        IParameterReferenceOperation parameter => IsDeclaredIn(parameter.Parameter, made),
        IInstanceReferenceOperation instance => instance.ReferenceKind == InstanceReferenceKind.ImplicitReceiver,
        IMemberReferenceOperation { Instance: IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ImplicitReceiver } } => true,
        IFieldReferenceOperation { Field: var field } => field.IsConst || field.IsReadOnly || IsInFunction(part, made),
        IPropertyReferenceOperation { Property: var property } => IsOfLibrary(property) || IsInFunction(part, made),
        // What an initializer adds to a collection is a call as well.
        IInvocationOperation => part == made || part.Parent is IObjectOrCollectionInitializerOperation || IsInFunction(part, made),
        IAwaitOperation or IDynamicInvocationOperation or IDynamicMemberReferenceOperation => false,
        _ => true,
    };

    /// <summary>A type parameter or a function of the method, which mean nothing outside it. Extension blocks count as methods.</summary>
    private static bool IsOfMethod(SyntaxNode node, IOperation made) => made.SemanticModel?.GetSymbolInfo(node).Symbol switch
    {
        ITypeParameterSymbol parameter => parameter.ContainingSymbol is not INamedTypeSymbol { CanBeReferencedByName: true },
        IMethodSymbol { MethodKind: MethodKind.LocalFunction } function => !IsDeclaredIn(function, made),
        _ => false,
    };

    private static bool IsDeclaredIn(ISymbol symbol, IOperation made) =>
        symbol.DeclaringSyntaxReferences.All(it => it.SyntaxTree == made.Syntax.SyntaxTree && made.Syntax.Span.Contains(it.Span));

    /// <summary>It is in a function that asks for it each time.</summary>
    private static bool IsInFunction(IOperation part, IOperation made)
    {
        for (IOperation? parent = part.Parent; parent is not null && parent != made; parent = parent.Parent)
            if (parent is IAnonymousFunctionOperation) return true;
        return false;
    }

    private static bool IsOfLibrary(ISymbol property)
    {
        string space = property.ContainingNamespace.ToDisplayString();
        // Other properties there differ each time, such as DateTime.Now.
        if (space == "System") return property.Name == "NewLine" || property.ContainingType.Name == "StringComparer";
        return space == "RowJson" || space.StartsWith("System.Text.", StringComparison.Ordinal)
            || space.StartsWith("RowJson.", StringComparison.Ordinal);
    }

    private static bool IsSame(ISymbol one, ISymbol other) => SymbolEqualityComparer.Default.Equals(one, other);
}
