using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>
/// Types whose arguments are nested too deeply to be looked into. A generic type may hold a larger one of its own kind, which holds a
/// larger one, without end.
/// </summary>
internal static class DeepTypes
{
    private const int Deepest = 10;

    public static bool Include(ITypeSymbol type) => DepthOf(type) > Deepest;

    private static int DepthOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => 1 + DepthOf(array.ElementType),
        INamedTypeSymbol { ContainingType: var outer } named =>
            1 + named.TypeArguments.Select(DepthOf).Append(outer is null ? 0 : DepthOf(outer)).Max(),
        _ => 0,
    };
}
