using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>The awaitable types of the framework: <c>Task</c> and <c>ValueTask</c>.</summary>
internal static class Tasks
{
    public static bool Include(ITypeSymbol type) =>
        type.Name is "Task" or "ValueTask" && type.ContainingNamespace?.ToDisplayString() == "System.Threading.Tasks";
}
