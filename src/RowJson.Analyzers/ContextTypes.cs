using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>The application's own types in what a <c>JsonSerializerContext</c> describes: its types, their members, elements and arguments.</summary>
internal sealed class ContextTypes(CancellationToken cancellation)
{
    private readonly HashSet<ITypeSymbol> _seen = new(SymbolEqualityComparer.Default);
    private readonly List<INamedTypeSymbol> _found = [];

    public static IReadOnlyList<INamedTypeSymbol> Of(GeneratorAttributeSyntaxContext context, CancellationToken cancellation)
    {
        var types = new ContextTypes(cancellation);
        foreach (AttributeData attribute in context.Attributes) types.AddArgument(attribute);
        return types._found;
    }

    /// <summary>
    /// The application's own among the type, its base classes and, of an interface, those that it extends: each may declare properties.
    /// </summary>
    public static IEnumerable<INamedTypeSymbol> HoldersOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? holder = type; holder is not null && !IsFrameworks(holder); holder = holder.BaseType) yield return holder;
        if (type.TypeKind != TypeKind.Interface) yield break;
        foreach (INamedTypeSymbol extended in type.AllInterfaces.Where(static it => !IsFrameworks(it))) yield return extended;
    }

    /// <summary>Whether generated code can name the type: it cannot name private or file-local ones.</summary>
    public static bool CanName(INamedTypeSymbol type, Compilation compilation) =>
        compilation.IsSymbolAccessibleWithin(type, compilation.Assembly) && !IsOfOneFile(type);

    /// <summary>Whether the type or one around it is file-local: the metadata name of such a type begins with '&lt;'.</summary>
    public static bool IsOfOneFile(INamedTypeSymbol type) =>
        type.MetadataName[0] == '<' || (type.ContainingType is { } outer && IsOfOneFile(outer));

    // The type that an attribute names.
    private void AddArgument(AttributeData attribute)
    {
        if (attribute.ConstructorArguments.FirstOrDefault().Value is ITypeSymbol type) Add(type);
    }

    private void Add(ITypeSymbol type)
    {
        cancellation.ThrowIfCancellationRequested();
        if (!_seen.Add(type)) return;
        if (type is IArrayTypeSymbol array) Add(array.ElementType);
        if (type is not INamedTypeSymbol named) return;
        foreach (ITypeSymbol argument in named.TypeArguments) Add(argument);
        // A class that is a list of something.
        foreach (ITypeSymbol argument in named.AllInterfaces.SelectMany(static it => it.TypeArguments)) Add(argument);
        if (IsFrameworks(named)) return;
        _found.Add(named);
        foreach (AttributeData derived in named.GetAttributes().Where(static it => it.AttributeClass?.Name == "JsonDerivedTypeAttribute"))
            AddArgument(derived);
        foreach (ITypeSymbol member in HoldersOf(named).SelectMany(static it => it.GetMembers()).Select(TypeOf).OfType<ITypeSymbol>())
            Add(member);
    }

    // Of a member whose value may be written; null for others.
    private static ITypeSymbol? TypeOf(ISymbol member) => member switch
    {
        { IsStatic: true } or { IsImplicitlyDeclared: true } => null,
        IPropertySymbol { IsIndexer: false, GetMethod: not null } property => property.Type,
        IFieldSymbol field => field.Type,
        _ => null,
    };

    // The serializer has converters for such types, or looks into none of their members.
    private static bool IsFrameworks(INamedTypeSymbol type)
    {
        string name = type.ContainingNamespace?.ToDisplayString() ?? "";
        return type.SpecialType != SpecialType.None || name == "System" || name.StartsWith("System.", StringComparison.Ordinal)
            || name == "RowJson";
    }
}
