using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What a value is, as far as the member that it is in says so.</summary>
internal static class LocalValues
{
    /// <summary>The value itself, or what a variable without other assignments is declared with.</summary>
    public static IOperation? Of(IOperation? value)
    {
        value = Inner(value);
        if (value is not ILocalReferenceOperation { Local: var local }) return value;
        IOperation member = value;
        while (member.Parent is not null) member = member.Parent;

        IOperation? declared = null;
        foreach (IOperation part in member.Descendants())
        {
            if (part is IVariableDeclaratorOperation declarator && IsSame(declarator.Symbol, local))
                declared = declarator.GetVariableInitializer()?.Value;
            else if (Changes(part, local)) return value;
        }
        declared = Inner(declared);
        return declared is null or ILocalReferenceOperation ? value : declared;
    }

    private static IOperation? Inner(IOperation? value) => value is null ? null : InnerValues.Of(value);

    private static bool Changes(IOperation part, ILocalSymbol local) => part switch
    {
        IAssignmentOperation { Target: var target } => IsOrHas(target, local),
        IArgumentOperation { Parameter.RefKind: RefKind.Ref or RefKind.Out, Value: ILocalReferenceOperation given } =>
            IsSame(given.Local, local),
        _ => false,
    };

    /// <summary>What is assigned to is the variable, or a tuple with it.</summary>
    private static bool IsOrHas(IOperation target, ILocalSymbol local) => target switch
    {
        ILocalReferenceOperation variable => IsSame(variable.Local, local),
        ITupleOperation tuple => tuple.Elements.Any(it => IsOrHas(it, local)),
        _ => false,
    };

    private static bool IsSame(ILocalSymbol one, ILocalSymbol other) => SymbolEqualityComparer.Default.Equals(one, other);
}
