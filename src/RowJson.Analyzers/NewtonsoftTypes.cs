using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace RowJson.Analyzers;

/// <summary>Types and attributes of Newtonsoft.Json, and their counterparts in System.Text.Json.</summary>
internal static class NewtonsoftTypes
{
    private const string Newtonsoft = "Newtonsoft.Json", Serializer = "System.Text.Json.Serialization";

    private const string Contracts = "System.Runtime.Serialization";

    public static bool IsToken(INamedTypeSymbol type) => IsOrDerives(type, "JToken", Newtonsoft + ".Linq");

    /// <summary>The attribute by which the type itself says how the serializer writes it.</summary>
    public static AttributeData? ConverterOf(INamedTypeSymbol type) => Find(type.GetAttributes(), Serializer, "JsonConverterAttribute");

    /// <summary><c>[JsonConverter(typeof(JsonStringEnumConverter))]</c>.</summary>
    public static bool WritesNames(AttributeData? converter) => converter is { ConstructorArguments: { Length: 1 } of }
        && of[0].Value is INamedTypeSymbol { Name: "JsonStringEnumConverter" };

    public static INamedTypeSymbol? EnumOf(ITypeSymbol type)
    {
        bool isNullable = type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
        ITypeSymbol value = isNullable && type is INamedTypeSymbol { TypeArguments: var values } ? values[0] : type;
        return value.TypeKind == TypeKind.Enum ? value as INamedTypeSymbol : null;
    }

    /// <summary><c>[EnumMember]</c> with a name other than the one that System.Text.Json writes; else null.</summary>
    public static AttributeData? RenamedBy(ISymbol value) =>
        Find(value.GetAttributes(), Contracts, "EnumMemberAttribute") is { NamedArguments: { Length: 1 } named } attribute
        && named[0].Value.Value as string is { } name && name != value.Name
        && Find(value.GetAttributes(), Serializer, "JsonStringEnumMemberNameAttribute") is null ? attribute : null;

    /// <summary>
    /// <c>[DataContract]</c> of a type or a base type: Newtonsoft.Json writes marked properties only. Null if its own attribute decides.
    /// </summary>
    public static AttributeData? ContractOf(INamedTypeSymbol type) => OfNewtonsoft(type, "JsonObjectAttribute") is not null
        ? null
        : Find(WithBases(type).SelectMany(static it => it.GetAttributes()), Contracts, "DataContractAttribute");

    /// <summary>Members that are not written, unless an attribute says so: those that are not public.</summary>
    public static IEnumerable<ISymbol> HiddenOf(INamedTypeSymbol type) => WithBases(type).SelectMany(static it => it.GetMembers())
        .Where(static it => it is IPropertySymbol { IsStatic: false } or IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false }
            && it.DeclaredAccessibility != Accessibility.Public);

    /// <summary>What makes Newtonsoft.Json write a member that is not public, where nothing makes System.Text.Json do so.</summary>
    public static AttributeData? MarkOf(ISymbol member, bool isOfContract)
    {
        ImmutableArray<AttributeData> all = member.GetAttributes();
        if ((Find(all, Serializer, "JsonIncludeAttribute") ?? Find(all, Serializer, "JsonIgnoreAttribute")) is not null) return null;
        return Find(all, Newtonsoft, "JsonPropertyAttribute") ?? (isOfContract ? Find(all, Contracts, "DataMemberAttribute") : null);
    }

    public static AttributeData? OfNewtonsoft(INamedTypeSymbol type, string name) => Find(type.GetAttributes(), Newtonsoft, name);

    /// <summary>An attribute that the serializer sees: it does not see those of a property that this one overrides.</summary>
    public static AttributeData? OfSerializer(IPropertySymbol property, string name) =>
        Find(property.GetAttributes(), Serializer, name);

    public static bool IsNewtonsofts(AttributeData attribute) => attribute.AttributeClass is { } type && IsIn(type, Newtonsoft);

    public static bool IsOfContracts(AttributeData attribute) => attribute.AttributeClass is { } type && IsIn(type, Contracts);

    /// <summary>The attributes of the property and of those that it overrides: Newtonsoft.Json inherits them.</summary>
    public static IEnumerable<AttributeData> AllOf(IPropertySymbol property)
    {
        for (IPropertySymbol? candidate = property; candidate is not null; candidate = candidate.OverriddenProperty)
            foreach (AttributeData attribute in candidate.GetAttributes()) yield return attribute;
    }

    /// <summary>The serializer does not write it at all.</summary>
    public static bool IsIgnored(IPropertySymbol property) =>
        OfSerializer(property, "JsonIgnoreAttribute") is { } ignore
        && ignore.NamedArguments.All(static it => it is not { Key: "Condition", Value.Value: not 1 });

    /// <summary>The name that <c>[JsonProperty]</c> or <c>[DataMember]</c> gives; null if it gives none.</summary>
    public static string? NameIn(AttributeData attribute)
    {
        if (attribute.ConstructorArguments.Length > 0) return attribute.ConstructorArguments[0].Value as string;
        return attribute.NamedArguments.FirstOrDefault(static it => it.Key is "PropertyName" or "Name").Value.Value as string;
    }

    /// <summary>A handling leaves values out: <c>Ignore</c> is 1 in both enumerations, <c>IgnoreAndPopulate</c> is 3.</summary>
    public static bool Omits(AttributeData attribute, string handling) =>
        attribute.NamedArguments.Any(it => it.Key == handling && it.Value.Value is 1 or 3);

    /// <summary><c>[DataMember(EmitDefaultValue = false)]</c>.</summary>
    public static bool OmitsDefaults(AttributeData attribute) =>
        attribute.NamedArguments.Any(static it => it is { Key: "EmitDefaultValue", Value.Value: false });

    /// <summary><c>[JsonObject(MemberSerialization.OptIn)]</c>: only properties with an attribute are written.</summary>
    public static bool IsOptIn(AttributeData attribute) => attribute.ConstructorArguments.Any(static it => it.Value is 1)
        || attribute.NamedArguments.Any(static it => it is { Key: "MemberSerialization", Value.Value: 1 });

    public static bool IsOptedIn(IPropertySymbol property) => Find(AllOf(property), Newtonsoft, "JsonPropertyAttribute") is not null
        || AllOf(property).Any(static it => it.AttributeClass?.Name is "DataMemberAttribute" or "IgnoreDataMemberAttribute");

    public static bool MayBeNull(ITypeSymbol type) =>
        type.IsReferenceType || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;

    /// <summary>What a list holds, or the values of a dictionary; null for all other types.</summary>
    public static ITypeSymbol? ElementOf(INamedTypeSymbol type)
    {
        if (type.SpecialType == SpecialType.System_String) return null;
        ITypeSymbol? element = type.AllInterfaces.Prepend(type).FirstOrDefault(IsSequence)?.TypeArguments[0];
        return element is INamedTypeSymbol { Name: "KeyValuePair", TypeArguments.Length: 2 } pair ? pair.TypeArguments[1] : element;
    }

    private static bool IsSequence(INamedTypeSymbol type) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T
        || type is { Name: "IAsyncEnumerable", TypeArguments.Length: 1 };

    public static bool IsOfFramework(INamedTypeSymbol type) =>
        type.SpecialType != SpecialType.None || (type.ContainingNamespace?.ToDisplayString() is { } space
            && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal)));

    /// <summary>The properties that the serializer writes unless told otherwise, including those of base types and interfaces.</summary>
    public static IEnumerable<IPropertySymbol> PropertiesOf(INamedTypeSymbol type)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        IEnumerable<INamedTypeSymbol> types = type.TypeKind == TypeKind.Interface ? type.AllInterfaces.Prepend(type) : WithBases(type);
        return types.SelectMany(static it => it.GetMembers().OfType<IPropertySymbol>())
            .Where(static it => it is { IsStatic: false, IsIndexer: false, DeclaredAccessibility: Accessibility.Public }
                and { GetMethod.DeclaredAccessibility: Accessibility.Public })
            .Where(it => names.Add(it.Name));
    }

    /// <summary>Such as <c>Order.Password</c>.</summary>
    public static string NameOf(ISymbol member) => member.ContainingType.Name + "." + member.Name;

    private static IEnumerable<INamedTypeSymbol> WithBases(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? candidate = type; candidate is not null; candidate = candidate.BaseType) yield return candidate;
    }

    private static AttributeData? Find(IEnumerable<AttributeData> attributes, string space, string name) =>
        attributes.FirstOrDefault(it => IsOrDerives(it.AttributeClass, name, space));

    private static bool IsOrDerives(INamedTypeSymbol? type, string name, string space)
    {
        for (; type is not null; type = type.BaseType)
            if (type.Name == name && IsIn(type, space)) return true;
        return false;
    }

    private static bool IsIn(INamedTypeSymbol type, string space) => type.ContainingNamespace?.ToDisplayString() == space;
}
