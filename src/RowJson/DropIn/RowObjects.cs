using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Whether rows of a type gain by being written by columns.</summary>
internal static class RowObjects
{
    /// <summary>
    /// At least half of the columns are written without the serializer, and the others are single values: each costs a call of the
    /// serializer, and one that writes a list or an object would allocate.
    /// </summary>
    public static bool PaysOff(JsonTypeInfo info, DropInOptions options)
    {
        JsonPropertyInfo[] properties = [.. ObjectContract.WrittenProperties(info)];
        // What the text is depends on how the serializer is called: only it knows.
        if (ContractGraph.HoldsGeneratedBytes(info.Type, options.Plain)) return false;
        bool isUnchanged = ObjectContract.IsUnchanged(info);
        JsonPropertyInfo[] others = [.. properties.Where(property => !IsDirect(property, isUnchanged, options))];
        return others.Length * 2 <= properties.Length
            && properties.Length > 0
            && others.All(property => property.CustomConverter is not null || IsSingleValue(property.PropertyType, options));
    }

    private static bool IsSingleValue(Type type, DropInOptions options) =>
        options.Plain.TryGetTypeInfo(Nullable.GetUnderlyingType(type) ?? type, out JsonTypeInfo? info)
        && info.Kind == JsonTypeInfoKind.None;

    private static bool IsDirect(JsonPropertyInfo property, bool isUnchanged, DropInOptions options) =>
        ObjectContract.MemberOf(property, isUnchanged) is not null
        && ObjectContract.OmitConditionOf(property) is not null
        && options.Rows.Context.Traits.IsBuiltIn(property.PropertyType)
        && !(property.NumberHandling ?? options.Plain.NumberHandling).HasFlag(JsonNumberHandling.WriteAsString)
        && IsDirect(property.PropertyType, options);

    private static bool IsDirect(Type type, DropInOptions options)
    {
        if (type == typeof(string) || type == typeof(object) || type == typeof(byte[]) || type == typeof(Dictionary<string, object?>))
            return true;
        Type underlying = Nullable.GetUnderlyingType(type) ?? type;
        if (underlying.IsEnum || ScalarTypes.Of(underlying) is not null) return true;
        Type element = type.IsSZArray ? type.GetElementType()!
            : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) ? type.GetGenericArguments()[0]
            : underlying;
        return element == typeof(string) || ScalarTypes.Of(element) is not null
            || (options.Plain.TryGetTypeInfo(element, out JsonTypeInfo? info)
                && ObjectContract.WritesMembers(info, options.Rows.Context.Traits.MaxDepth));
    }
}
