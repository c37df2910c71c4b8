using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Whether rows of a type gain by being written by columns, see <see cref="ColumnGain"/>: asked before any are made.</summary>
internal static class RowObjects
{
    /// <summary>Types that are looked at; a row with more in it is left to the serializer.</summary>
    private const int MaxTypes = 256;

    /// <summary>
    /// Rows gain, and so do all objects that are nested in them. Columns of the serializer's are single values: one that writes a list or
    /// an object would allocate.
    /// </summary>
    public static bool PaysOff(JsonTypeInfo info, DropInOptions options) =>
        ObjectContract.WrittenProperties(info).Any()
        // What their text is depends on how the serializer is called: only it knows.
        && !ContractGraph.HoldsGeneratedBytes(info.Type, options.Plain)
        && PaysOff(info, options, []);

    /// <param name="info">The contract of a row, or of what is nested in one.</param>
    /// <param name="options">What the rows are written with.</param>
    /// <param name="seen">Types that are looked at: one may hold its own kind.</param>
    private static bool PaysOff(JsonTypeInfo info, DropInOptions options, HashSet<Type> seen)
    {
        if (!seen.Add(info.Type)) return true;
        JsonPropertyInfo[] properties = [.. ObjectContract.WrittenProperties(info)];
        if (seen.Count > MaxTypes) return false;
        bool isUnchanged = ObjectContract.IsUnchanged(info);
        int direct = 0;
        foreach (JsonPropertyInfo property in properties)
        {
            if (IsDirect(property, isUnchanged, options, seen)) direct++;
            else if (property.CustomConverter is null && !IsSingleValue(property.PropertyType, options)) return false;
        }
        return ColumnGain.PaysOff(direct, properties.Length - direct);
    }

    private static bool IsSingleValue(Type type, DropInOptions options) =>
        options.Plain.TryGetTypeInfo(Nullable.GetUnderlyingType(type) ?? type, out JsonTypeInfo? info)
        && info.Kind == JsonTypeInfoKind.None;

    private static bool IsDirect(JsonPropertyInfo property, bool isUnchanged, DropInOptions options, HashSet<Type> seen) =>
        ObjectContract.MemberOf(property, isUnchanged) is not null
        && ObjectContract.OmitConditionOf(property) is not null
        && options.Rows.Context.Traits.IsBuiltIn(property.PropertyType)
        && !(property.NumberHandling ?? options.Plain.NumberHandling).HasFlag(JsonNumberHandling.WriteAsString)
        && IsDirect(property.PropertyType, options, seen);

    private static bool IsDirect(Type type, DropInOptions options, HashSet<Type> seen)
    {
        if (type == typeof(string) || type == typeof(object) || type == typeof(byte[]) || type == typeof(Dictionary<string, object?>))
            return true;
        Type underlying = Nullable.GetUnderlyingType(type) ?? type;
        if (underlying.IsEnum || ScalarTypes.Of(underlying) is not null) return true;
        Type element = type.IsSZArray ? type.GetElementType()!
            : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) ? type.GetGenericArguments()[0]
            : underlying;
        SerializerTraits traits = options.Rows.Context.Traits;
        if (element == typeof(string) || ScalarTypes.Of(element) is not null) return traits.IsBuiltIn(element);
        return traits.IsBuiltIn(element)
            && options.Plain.TryGetTypeInfo(element, out JsonTypeInfo? info)
            && ObjectContract.WritesMembers(info, traits.MaxDepth)
            && PaysOff(info, options, seen);
    }
}
