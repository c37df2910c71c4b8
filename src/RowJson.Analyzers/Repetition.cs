using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Code that may run more than once in a process.</summary>
internal static class Repetition
{
    /// <summary>False in the entry point and in constructors, unless in a loop or in a handler of requests.</summary>
    public static bool IsPossible(IOperation operation, ISymbol containing, IMethodSymbol? entry)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
            if (parent is ILoopOperation || (parent is IAnonymousFunctionOperation && Endpoints.IsHandler(parent))) return true;
        return containing is IMethodSymbol { MethodKind: not (MethodKind.Constructor or MethodKind.StaticConstructor) }
            && !SymbolEqualityComparer.Default.Equals(containing, entry);
    }
}
