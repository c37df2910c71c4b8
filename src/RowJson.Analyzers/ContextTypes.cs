using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>The application's own types in what a <c>JsonSerializerContext</c> describes: its types, their members, elements and arguments.</summary>
internal sealed class ContextTypes(CancellationToken cancellation)
{
    /// <summary>Attributes of types and members that cannot be named, or not without a warning.</summary>
    private static readonly HashSet<string> Warnings =
    [
        "ObsoleteAttribute", "ExperimentalAttribute", "RequiresPreviewFeaturesAttribute",
        "RequiresUnreferencedCodeAttribute", "RequiresDynamicCodeAttribute", "RequiresAssemblyFilesAttribute",
    ];

    private readonly HashSet<ITypeSymbol> _seen = new(SymbolEqualityComparer.Default);
    private readonly List<INamedTypeSymbol> _found = [];

    /// <summary>The application's own types in what attributes of a context name.</summary>
    public static IReadOnlyList<INamedTypeSymbol> Of(IEnumerable<AttributeData> attributes, CancellationToken cancellation)
    {
        var types = new ContextTypes(cancellation);
        foreach (AttributeData attribute in attributes) types.AddArgument(attribute);
        return types._found;
    }

    /// <summary>
    /// The application's own among the type, its base classes and, for an interface, those that it extends: each may declare properties.
    /// </summary>
    public static IEnumerable<INamedTypeSymbol> HoldersOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? holder = type; holder is not null && !IsFrameworks(holder); holder = holder.BaseType) yield return holder;
        if (type.TypeKind != TypeKind.Interface) yield break;
        foreach (INamedTypeSymbol extended in type.AllInterfaces.Where(static it => !IsFrameworks(it))) yield return extended;
    }

    /// <summary>Whether generated code can name the type: it cannot name private or file-local ones.</summary>
    public static bool CanName(INamedTypeSymbol type, Compilation compilation) =>
        compilation.IsSymbolAccessibleWithin(type, compilation.Assembly) && CanWrite(type);

    /// <summary>
    /// Whether safe code in another file can name the type as an argument of another, without a warning: no pointers, no types that only
    /// another generator knows, and no interfaces with static members that a type has to implement.
    /// </summary>
    public static bool CanWrite(ITypeSymbol type) => type switch
    {
        { TypeKind: TypeKind.Pointer or TypeKind.FunctionPointer or TypeKind.Dynamic or TypeKind.Error } => false,
        IArrayTypeSymbol array => CanWrite(array.ElementType),
        INamedTypeSymbol named => !IsOfOneFile(named) && !Warns(named) && named.TypeArguments.All(CanWrite) && !HasStaticAbstractMembers(named)
            && (named.ContainingType is null || CanWrite(named.ContainingType)),
        _ => true,
    };

    /// <summary>Whether the compiler warns of the use. For a property that overrides another, it looks at the other one.</summary>
    public static bool Warns(ISymbol symbol) =>
        symbol.GetAttributes().Any(static it => it.AttributeClass is { } type && Warnings.Contains(type.Name))
        || (symbol is IPropertySymbol { OverriddenProperty: { } overridden } && Warns(overridden));

    /// <summary>
    /// Whether the type or one around it is file-local: the metadata name of such a type begins with '&lt;'. It is empty during typing.
    /// </summary>
    public static bool IsOfOneFile(INamedTypeSymbol type) =>
        type.MetadataName is "" || type.MetadataName[0] == '<' || (type.ContainingType is { } outer && IsOfOneFile(outer));

    // The type that an attribute names.
    private void AddArgument(AttributeData attribute)
    {
        if (attribute.ConstructorArguments.FirstOrDefault() is { Kind: TypedConstantKind.Type, Value: ITypeSymbol type }) Add(type);
    }

    private void Add(ITypeSymbol type)
    {
        cancellation.ThrowIfCancellationRequested();
        if (!_seen.Add(type) || DeepTypes.Include(type)) return;
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

    // The type of a member whose value may be written; null for other members.
    private static ITypeSymbol? TypeOf(ISymbol member) => member switch
    {
        { IsStatic: true } or { IsImplicitlyDeclared: true } => null,
        IPropertySymbol { IsIndexer: false, GetMethod: not null } property => property.Type,
        IFieldSymbol { DeclaredAccessibility: Accessibility.Public } field => field.Type,
        IFieldSymbol field when field.GetAttributes().Any(static it => it.AttributeClass?.Name == "JsonIncludeAttribute") => field.Type,
        _ => null,
    };

    private static bool HasStaticAbstractMembers(INamedTypeSymbol type) => type.TypeKind == TypeKind.Interface
        && type.AllInterfaces.Prepend(type).SelectMany(static it => it.GetMembers())
            .Any(static it => it is { IsStatic: true, IsAbstract: true });

    // The serializer has converters for such types, or looks into none of their members.
    private static bool IsFrameworks(INamedTypeSymbol type)
    {
        string name = type.ContainingNamespace?.ToDisplayString() ?? "";
        return type.SpecialType != SpecialType.None || name == "System" || name.StartsWith("System.", StringComparison.Ordinal)
            || name == "RowJson";
    }
}
