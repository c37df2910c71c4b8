using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>The assemblies of RowJson's packages whose methods applications call.</summary>
internal static class OurPackages
{
    public static bool Have(ISymbol member) =>
        member.ContainingAssembly?.Name is "RowJson" or "RowJson.AspNetCore" or "RowJson.EntityFrameworkCore";

    /// <summary>What one of their extension methods is called on: C# has it among the arguments, Visual Basic in front of them.</summary>
    public static IOperation? ExtendedBy(IInvocationOperation call) =>
        call.Instance ?? call.Arguments.FirstOrDefault(static it => it.Parameter?.Ordinal == 0)?.Value;
}
