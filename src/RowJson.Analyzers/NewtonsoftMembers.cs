using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace RowJson.Analyzers;

/// <summary>What Newtonsoft.Json would write differently of a type and of all that is in it.</summary>
internal sealed class NewtonsoftMembers(KnownOptions options)
{
    private readonly HashSet<ITypeSymbol> _seen = new(SymbolEqualityComparer.Default);

    /// <summary>The attributes without a counterpart that System.Text.Json sees.</summary>
    public List<NewtonsoftAttribute> Attributes { get; } = [];

    /// <summary>The first token, and the property that holds it; null if there is none.</summary>
    public string? Token { get; private set; }

    /// <summary>Whether no converter of these options could write what attributes and tokens mean: one for enumerations cannot.</summary>
    public static bool AreNotSeenBy(KnownOptions options) => options.OfSerializer("Converters") switch
    {
        null => true,
        IMemberInitializerOperation { Initializer: { } added } => added.Initializers.All(IsOfEnumerations),
        _ => false,
    };

    /// <param name="type">The declared type of a value.</param>
    /// <param name="holder">The property that has the type; null for rows.</param>
    public void Add(ITypeSymbol type, IPropertySymbol? holder)
    {
        if (type is IArrayTypeSymbol array)
        {
            Add(array.ElementType, holder);
            return;
        }
        if (type is not INamedTypeSymbol named || !_seen.Add(type) || DeepTypes.Include(type)) return;
        string place = holder is null ? "" : $" in '{NewtonsoftTypes.NameOf(holder)}'";
        if (NewtonsoftTypes.IsToken(named)) Token ??= $"'{type.Name}'{place}";
        else if (NewtonsoftTypes.ConverterOf(named) is not { } converter) AddParts(named, holder);
        else if (NewtonsoftTypes.WritesNames(converter)) AddNames(named);
    }

    private static bool IsOfEnumerations(IOperation added) => added is IInvocationOperation { Arguments: { Length: 1 } given }
        && LocalValues.Of(given[0].Value) is IObjectCreationOperation { Type.Name: "JsonStringEnumConverter" };

    private void AddParts(INamedTypeSymbol type, IPropertySymbol? holder)
    {
        bool isConverted = HasConverterOfNewtonsoft(type);
        if (type.TypeKind == TypeKind.Enum && options.OfSerializer("Converters") is not null) AddNames(type);
        if (type.TypeKind == TypeKind.Enum || isConverted) return;
        if (NewtonsoftTypes.ElementOf(type) is { } element)
        {
            Add(element, holder);
            return;
        }
        if (type is { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T, TypeArguments: var value }) Add(value[0], holder);
        if (NewtonsoftTypes.IsOfFramework(type)) return;
        IPropertySymbol[] written = [.. NewtonsoftTypes.PropertiesOf(type).Where(static it => !NewtonsoftTypes.IsIgnored(it))];
        bool isOptIn = NewtonsoftTypes.OfNewtonsoft(type, "JsonObjectAttribute") is { } attribute && NewtonsoftTypes.IsOptIn(attribute)
            && !written.All(NewtonsoftTypes.IsOptedIn);
        if (isOptIn) Attributes.Add(new NewtonsoftAttribute(NewtonsoftTypes.OfNewtonsoft(type, "JsonObjectAttribute")!, type.Name));
        AttributeData? contract = NewtonsoftTypes.ContractOf(type);
        if (contract is not null && !written.All(NewtonsoftTypes.IsOptedIn)) Attributes.Add(new NewtonsoftAttribute(contract, type.Name));
        foreach (IPropertySymbol property in written) AddProperty(property, contract is not null);
        foreach (ISymbol member in NewtonsoftTypes.HiddenOf(type))
            if (NewtonsoftTypes.MarkOf(member, contract is not null) is { } mark)
                Attributes.Add(new NewtonsoftAttribute(mark, NewtonsoftTypes.NameOf(member)));
    }

    /// <summary>The names of an enumeration that is written as text.</summary>
    private void AddNames(INamedTypeSymbol type)
    {
        foreach (ISymbol value in type.GetMembers())
            if (NewtonsoftTypes.RenamedBy(value) is { } attribute)
                Attributes.Add(new NewtonsoftAttribute(attribute, NewtonsoftTypes.NameOf(value)));
    }

    private bool HasConverterOfNewtonsoft(INamedTypeSymbol type)
    {
        if (NewtonsoftTypes.OfNewtonsoft(type, "JsonConverterAttribute") is not { } converter) return false;
        // Where enumerations are written as text, its meaning may be the same.
        if (options.OfSerializer("Converters") is null) Attributes.Add(new NewtonsoftAttribute(converter, type.Name));
        return true;
    }

    private void AddProperty(IPropertySymbol property, bool isOfContract)
    {
        AttributeData? converter = NewtonsoftTypes.OfSerializer(property, "JsonConverterAttribute");
        bool isConverted = converter is not null;
        foreach (AttributeData attribute in NewtonsoftTypes.AllOf(property))
            if (NewtonsoftTypes.IsNewtonsofts(attribute) ? IsLost(attribute, property, isConverted)
                : NewtonsoftTypes.IsOfContracts(attribute) && IsLostOfContract(attribute, property, isOfContract))
                Attributes.Add(new NewtonsoftAttribute(attribute, NewtonsoftTypes.NameOf(property), property));
        if (NewtonsoftTypes.WritesNames(converter) && NewtonsoftTypes.EnumOf(property.Type) is { } type && _seen.Add(type)) AddNames(type);
        if (!isConverted) Add(property.Type, property);
    }

    private bool IsLost(AttributeData attribute, IPropertySymbol property, bool isConverted) => attribute.AttributeClass!.Name switch
    {
        "JsonIgnoreAttribute" => NewtonsoftTypes.OfSerializer(property, "JsonIgnoreAttribute") is null,
        "JsonConverterAttribute" => !isConverted && options.OfSerializer("Converters") is null,
        "JsonExtensionDataAttribute" => NewtonsoftTypes.OfSerializer(property, "JsonExtensionDataAttribute") is null,
        "JsonPropertyAttribute" => IsNameLost(attribute, property) || AreOmissionsLost(attribute, property),
        _ => false,
    };

    private bool IsLostOfContract(AttributeData mark, IPropertySymbol property, bool isOfContract) => mark.AttributeClass!.Name switch
    {
        "IgnoreDataMemberAttribute" => NewtonsoftTypes.OfSerializer(property, "JsonIgnoreAttribute") is null,
        "DataMemberAttribute" => isOfContract && (IsNameLost(mark, property) || AreOmissionsLost(mark, property)),
        _ => false,
    };

    private bool IsNameLost(AttributeData attribute, IPropertySymbol property)
    {
        if (NewtonsoftTypes.NameIn(attribute) is not { } name) return false;
        if (NewtonsoftTypes.OfSerializer(property, "JsonPropertyNameAttribute") is not null) return false;
        bool hasPolicy = options.OfSerializer("PropertyNamingPolicy") is not null || options.OfRows("ColumnNamingPolicy") is not null;
        if (!hasPolicy && !options.AreForWeb) return name != property.Name;
        // The name that the policy makes is not computed: it may be any that differs only in case and separators.
        return !string.Equals(Letters(name), Letters(property.Name), StringComparison.OrdinalIgnoreCase);
    }

    private bool AreOmissionsLost(AttributeData attribute, IPropertySymbol property)
    {
        if (options.OfSerializer("DefaultIgnoreCondition") is not null || options.OfRows("OmitNulls") is not null) return false;
        if (NewtonsoftTypes.OfSerializer(property, "JsonIgnoreAttribute") is not null) return false;
        return (NewtonsoftTypes.Omits(attribute, "NullValueHandling") && NewtonsoftTypes.MayBeNull(property.Type))
            || NewtonsoftTypes.Omits(attribute, "DefaultValueHandling") || NewtonsoftTypes.OmitsDefaults(attribute);
    }

    private static string Letters(string name) => string.Concat(name.Where(char.IsLetterOrDigit));
}
