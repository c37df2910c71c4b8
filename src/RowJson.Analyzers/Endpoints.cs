using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Code whose results ASP.NET Core writes: handlers of minimal APIs, and actions of controllers.</summary>
internal static class Endpoints
{
    private const string Mvc = "Microsoft.AspNetCore.Mvc", Builder = "Microsoft.AspNetCore.Builder";

    /// <summary>The project has ASP.NET Core.</summary>
    public static bool AreIn(Compilation compilation) =>
        compilation.GetTypeByMetadataName(Builder + ".EndpointRouteBuilderExtensions") is not null
        || compilation.GetTypeByMetadataName(Mvc + ".ControllerBase") is not null;

    /// <summary>An operation returns the result of a handler or an action.</summary>
    public static bool AreAnsweredBy(IOperation returning, ISymbol containing)
    {
        for (IOperation? function = returning.Parent; function is not null; function = function.Parent)
        {
            if (function is ILocalFunctionOperation) return false;
            if (function is IAnonymousFunctionOperation) return IsHandler(function);
        }
        return containing is IMethodSymbol method && IsAction(method);
    }

    /// <summary>A function is passed to a method such as <c>MapGet</c>.</summary>
    public static bool IsHandler(IOperation function)
    {
        IOperation? parent = function.Parent;
        while (parent is IDelegateCreationOperation or IConversionOperation or IParenthesizedOperation) parent = parent.Parent;
        return parent is IArgumentOperation { Parameter: { Type.SpecialType: SpecialType.System_Delegate, ContainingSymbol: var method } }
            && IsIn(method.ContainingType, Builder);
    }

    private static bool IsAction(IMethodSymbol method) =>
        method is { MethodKind: MethodKind.Ordinary, DeclaredAccessibility: Accessibility.Public, IsStatic: false }
        && IsController(method.ContainingType)
        && !HasAttribute(method, "NonActionAttribute");

    // As the framework finds them, but including abstract classes, which may be base classes.
    private static bool IsController(INamedTypeSymbol type)
    {
        if (type is not { TypeKind: TypeKind.Class, DeclaredAccessibility: Accessibility.Public, ContainingType: null }) return false;
        for (INamedTypeSymbol? candidate = type; candidate is not null; candidate = candidate.BaseType)
            if (HasAttribute(candidate, "NonControllerAttribute")) return false;
        for (INamedTypeSymbol? candidate = type; candidate is not null; candidate = candidate.BaseType)
        {
            if (candidate.Name == "ControllerBase" && IsIn(candidate, Mvc)) return true;
            if (HasAttribute(candidate, "ControllerAttribute") || HasAttribute(candidate, "ApiControllerAttribute")) return true;
        }
        return type.Name.EndsWith("Controller", StringComparison.OrdinalIgnoreCase);
    }

    private static bool HasAttribute(ISymbol symbol, string name) =>
        symbol.GetAttributes().Any(attribute => attribute.AttributeClass is { } type && type.Name == name && IsIn(type, Mvc));

    private static bool IsIn(INamedTypeSymbol type, string space) => type.ContainingNamespace?.ToDisplayString() == space;
}
