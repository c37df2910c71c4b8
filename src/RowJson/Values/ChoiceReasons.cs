namespace RowJson;

// Why the serializer writes what ValueChoices leaves to it, as clauses after a colon: for people.
internal static class ChoiceReasons
{
    // Objects that could be written by columns, but would gain nothing.
    public const string NoGain = "too few of its properties are written directly";

    public static string OfProperty(JsonPropertyInfo property, JsonTypeInfo info)
    {
        if (!ObjectContract.IsUnchanged(info)) return "somebody may have changed the contract";
        if (ObjectContract.MemberOf(property, info) is null) return "it is not read from a property or a field";
        if (ObjectContract.OmitConditionOf(property, info) is null) return "a function decides whether it is written";
        if (property.CustomConverter is { } converter && !ObjectContract.WritesBuiltIn(property))
            return $"{TypeName.Of(converter.GetType())} is the framework's, is asked about null, or is for another type";
        return OfType(property.PropertyType, info.Options);
    }

    // Why the serializer writes values of a type. around: the collections that it lies in; null if there are none.
    public static string OfType(Type type, JsonSerializerOptions options, HashSet<Type>? around = null)
    {
        around ??= [];
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (SharedContracts.Find(options, type) is not { } info) return "the options have no contract for the type";
        if (!SerializerTraits.IsSerializers(info.Converter)) return $"{TypeName.Of(info.Converter.GetType())} writes the type";
        if (IsToken(type)) return "tokens of Newtonsoft.Json are collections to it, and become empty arrays";
        if (info.PolymorphismOptions is not null) return "its derived types cannot all be written by columns";
        if ((info.OnSerializing ?? info.OnSerialized) is not null) return "it has callbacks";
        if (type == typeof(object)) return "the options say how values of certain types are written";
        if (info.ElementType is not null && !around.Add(type)) return "such a collection may hold its own kind";
        return info.Kind switch
        {
            JsonTypeInfoKind.Object => NoGain,
            JsonTypeInfoKind.Dictionary when info.KeyType == typeof(string) && info.ElementType is { } element =>
                $"its values: {OfType(element, options, around)}",
            JsonTypeInfoKind.Dictionary => $"keys are {TypeName.Of(info.KeyType!)}, or its values are the serializer's",
            JsonTypeInfoKind.Enumerable when info.ElementType is { } element => $"its elements: {OfType(element, options, around)}",
            _ => "the type is not one that RowJson writes",
        };
    }

    // Attributes that only Newtonsoft.Json obeys, for people who migrate from it; empty if the type or property has none.
    public static string OfAttributes(ICustomAttributeProvider? member)
    {
        IEnumerable<string> unseen = (member?.GetCustomAttributes(inherit: true) ?? []).Select(it => it.GetType())
            .Where(type => type.Namespace == "Newtonsoft.Json").Select(type => $"[{type.Name[..^nameof(Attribute).Length]}]").Order();
        return unseen.Any() ? $"; not seen: {string.Join(", ", unseen)} of Newtonsoft.Json" : "";
    }

    private static bool IsToken(Type? it) => it is not null && (it.FullName == "Newtonsoft.Json.Linq.JToken" || IsToken(it.BaseType));
}
