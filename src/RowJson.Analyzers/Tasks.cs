using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>The types of the framework that stand for a result that is not there yet.</summary>
internal static class Tasks
{
    public static bool Include(ITypeSymbol type) =>
        type.Name is "Task" or "ValueTask" && type.ContainingNamespace?.ToDisplayString() == "System.Threading.Tasks";
}
