using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>Which rows are written by their contract. <c>RowTypes</c> in the library decides.</summary>
internal static class RowKinds
{
    /// <summary>Also false for what is known only at run time: objects, and types that a caller chooses.</summary>
    public static bool NeedContract(ITypeSymbol type) =>
        type.TypeKind is not (TypeKind.TypeParameter or TypeKind.Dynamic or TypeKind.Error)
        && type.SpecialType != SpecialType.System_Object
        && !IsJson(type) && !IsOfDatabase(type) && !IsPairs(type);

    /// <summary>No constraint says that rows of the type parameter are of a kind that needs no contract.</summary>
    public static bool MayNeedContract(ITypeParameterSymbol type) => type.ConstraintTypes.All(static constraint =>
        constraint is ITypeParameterSymbol other ? MayNeedContract(other) : IsObject(constraint) || NeedContract(constraint));

    private static bool IsObject(ITypeSymbol type) => type.SpecialType is SpecialType.System_Object or SpecialType.System_ValueType;

    private static bool IsJson(ITypeSymbol type) =>
        IsIn(type, "System.Text.Json.Nodes") || (type.Name is "JsonElement" or "JsonDocument" && IsIn(type, "System.Text.Json"))
        || (type.Name == "RawJson" && IsIn(type, "RowJson"));

    private static bool IsOfDatabase(ITypeSymbol type)
    {
        for (ITypeSymbol? candidate = type; candidate is not null; candidate = candidate.BaseType)
            if (IsIn(candidate, "System.Data") && candidate.Name is "DataRow" or "DataRowView") return true;
        return WithInterfaces(type).Any(static it => it.Name == "IDataRecord" && IsIn(it, "System.Data"));
    }

    /// <summary>A sequence of names and values. The values are asked one by one for what they need.</summary>
    private static bool IsPairs(ITypeSymbol type) => WithInterfaces(type).Any(static it =>
        it is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Collections_Generic_IEnumerable_T } sequence
        && sequence.TypeArguments[0] is INamedTypeSymbol { Name: "KeyValuePair", TypeArguments.Length: 2 } pair
        && pair.TypeArguments[0].SpecialType == SpecialType.System_String);

    private static IEnumerable<ITypeSymbol> WithInterfaces(ITypeSymbol type) => type.AllInterfaces.Prepend(type);

    private static bool IsIn(ITypeSymbol type, string space) => type.ContainingNamespace?.ToDisplayString() == space;
}
