using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>Commands and readers in what an endpoint returns.</summary>
internal static class DatabaseResults
{
    /// <summary>The type of the command or reader that a value is, or that a result of the framework is made of; null if there is none.</summary>
    public static ITypeSymbol? TypeOf(IOperation value)
    {
        value = InnerValues.Of(value);
        if (value.Type is { } type && In(type) is { } found) return found;
        return value switch
        {
            IConditionalOperation { WhenFalse: { } other } choice => TypeOf(choice.WhenTrue) ?? TypeOf(other),
            ICoalesceOperation choice => TypeOf(choice.Value) ?? TypeOf(choice.WhenNull),
            ISwitchExpressionOperation choice =>
                choice.Arms.Select(static it => TypeOf(it.Value)).FirstOrDefault(static it => it is not null),
            IInvocationOperation call when IsFrameworks(call.TargetMethod.ContainingType) => TypeIn(call.Arguments),
            IObjectCreationOperation { Constructor: { } constructor } made when IsFrameworks(constructor.ContainingType) =>
                TypeIn(made.Arguments),
            _ => null,
        };
    }

    /// <summary>The type itself, or the one inside a task or a result of the framework; null for all others.</summary>
    public static ITypeSymbol? In(ITypeSymbol type)
    {
        if (type.AllInterfaces.Prepend(type).Any(IsCommandOrReader)) return type;
        if (type is not INamedTypeSymbol { IsGenericType: true } generic || !HandsOn(generic)) return null;
        return generic.TypeArguments.Select(In).FirstOrDefault(static found => found is not null);
    }

    /// <summary>The base classes of providers implement these.</summary>
    private static bool IsCommandOrReader(ITypeSymbol type) =>
        type.Name is "IDbCommand" or "IDataReader" && SpaceOf(type) == "System.Data";

    /// <summary>What values of the type hold is written.</summary>
    private static bool HandsOn(INamedTypeSymbol type) => SpaceOf(type) is "System.Threading.Tasks"
        or "Microsoft.AspNetCore.Mvc" or "Microsoft.AspNetCore.Http.HttpResults";

    private static bool IsFrameworks(INamedTypeSymbol? type) =>
        type is not null && type.ContainingAssembly.Name.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal);

    private static ITypeSymbol? TypeIn(IEnumerable<IArgumentOperation> arguments)
    {
        foreach (IArgumentOperation argument in arguments)
            if (InnerValues.Of(argument.Value).Type is { } type && In(type) is { } found) return found;
        return null;
    }

    private static string? SpaceOf(ITypeSymbol type) => type.ContainingNamespace?.ToDisplayString();
}
