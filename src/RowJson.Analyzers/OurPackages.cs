using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>The assemblies of RowJson's packages that have methods for everybody.</summary>
internal static class OurPackages
{
    public static bool Have(ISymbol member) =>
        member.ContainingAssembly?.Name is "RowJson" or "RowJson.AspNetCore" or "RowJson.EntityFrameworkCore";
}
