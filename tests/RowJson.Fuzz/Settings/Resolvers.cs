using System.Text.Json.Serialization.Metadata;

namespace RowJson.Fuzz;

/// <summary>Where the serializer has its metadata from.</summary>
internal enum Contracts
{
    Reflection,

    /// <summary>Source-generated for the types of <see cref="FuzzContext"/>, by reflection for all others.</summary>
    Generated,
}

/// <summary>The resolvers of a case.</summary>
internal static class Resolvers
{
    /// <summary>Null for the serializer's own, which all options share.</summary>
    public static IJsonTypeInfoResolver? Create(Contracts contracts, bool areModified, ContractChange change)
    {
        if (contracts == Contracts.Reflection && !areModified && change == ContractChange.None) return null;
        var reflection = new DefaultJsonTypeInfoResolver();
        IJsonTypeInfoResolver resolver =
            contracts == Contracts.Generated ? JsonTypeInfoResolver.Combine(FuzzContext.Default, reflection) : reflection;
        if (areModified) resolver = resolver.WithAddedModifier(Modify);
        return ContractChanges.Of(change) is { } modifier ? resolver.WithAddedModifier(modifier) : resolver;
    }

    /// <summary>Renames the first property, replaces the second if it is text, removes the third, and moves the last one up.</summary>
    private static void Modify(JsonTypeInfo info)
    {
        // The rows of the fuzzer, and no types of .NET.
        if (info.Kind != JsonTypeInfoKind.Object || info.Type.Namespace != typeof(Resolvers).Namespace) return;
        IList<JsonPropertyInfo> properties = info.Properties;
        if (properties.Count > 0) properties[0].Name = "renamed <\u00E9>";
        if (properties.Count > 1 && properties[1].PropertyType == typeof(string)) properties[1].Get = _ => "replaced";
        if (properties.Count > 2 && !properties[2].IsExtensionData) properties.RemoveAt(2);
        if (properties.Count > 1) properties[^1].Order = -2;
    }
}
