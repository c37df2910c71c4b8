using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>The types that a project's code gives to the type parameters of its own methods and classes.</summary>
internal sealed class TypeArguments
{
    private readonly ConcurrentDictionary<ITypeParameterSymbol, ConcurrentBag<ITypeSymbol>> _given = new(SymbolEqualityComparer.Default);

    /// <summary>Adds those of a call, a property, a new object or a method that is passed on.</summary>
    public void Add(IOperation operation)
    {
        IMethodSymbol? method = operation switch
        {
            IInvocationOperation call => call.TargetMethod,
            IMethodReferenceOperation reference => reference.Method,
            IObjectCreationOperation made => made.Constructor,
            IPropertyReferenceOperation { Property: var property } => property.GetMethod ?? property.SetMethod,
            _ => null,
        };
        // Methods from elsewhere write nothing of this project.
        if (method is null || (method.OriginalDefinition.DeclaringSyntaxReferences.IsEmpty && !method.IsImplicitlyDeclared)) return;
        if (method.ReducedFrom is { } extension) AddReduced(extension, method);
        ImmutableArray<ITypeParameterSymbol> parameters = method.OriginalDefinition.TypeParameters;
        for (int i = 0; i < parameters.Length; i++) Add(parameters[i], method.TypeArguments[i]);
        for (INamedTypeSymbol? type = method.ContainingType; type is not null; type = type.ContainingType)
            for (int i = 0; i < type.TypeParameters.Length; i++) Add(type.OriginalDefinition.TypeParameters[i], type.TypeArguments[i]);
    }

    /// <summary>One of the types of a parameter that is written by its contract; null if there is none.</summary>
    public ITypeSymbol? ThatNeedContract(ITypeParameterSymbol parameter) =>
        Of(parameter, new HashSet<ITypeParameterSymbol>(SymbolEqualityComparer.Default)).FirstOrDefault(RowKinds.NeedContract);

    /// <summary>The types of a parameter, including those that come by way of other parameters.</summary>
    private IEnumerable<ITypeSymbol> Of(ITypeParameterSymbol parameter, HashSet<ITypeParameterSymbol> seen)
    {
        if (!seen.Add(parameter) || !_given.TryGetValue(parameter, out ConcurrentBag<ITypeSymbol>? given)) return [];
        return given.OrderBy(static it => it.ToDisplayString(), StringComparer.Ordinal)
            .SelectMany(type => type is ITypeParameterSymbol other ? Of(other, seen) : [type]);
    }

    /// <summary>Adds those of the extension itself: Visual Basic omits from a call what the extension's first argument says.</summary>
    private void AddReduced(IMethodSymbol extension, IMethodSymbol method)
    {
        int given = 0;
        foreach (ITypeParameterSymbol parameter in extension.TypeParameters)
            Add(parameter, method.GetTypeInferredDuringReduction(parameter) ?? method.TypeArguments[given++]);
    }

    private void Add(ITypeParameterSymbol parameter, ITypeSymbol argument) => _given
        .GetOrAdd(parameter, static _ => new ConcurrentBag<ITypeSymbol>())
        .Add(argument.WithNullableAnnotation(NullableAnnotation.None));
}
