using System.Runtime.Serialization;

namespace RowJson;

// Attributes and members that only Newtonsoft.Json obeys: for people who migrate from it.
internal static class UnseenMembers
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    // Adds a line for each of them in all types that values of a type may hold.
    public static void AddLines(StringBuilder text, Type root, JsonSerializerOptions options) => ContractGraph.Any(root, options, type =>
    {
        if (SharedContracts.Find(options, type) is { } info && SerializerTraits.IsSerializers(info.Converter))
            foreach (string line in LinesOf(info)) text.Append(line).Append('\n');
        return false;
    });

    private static IEnumerable<string> LinesOf(JsonTypeInfo info)
    {
        string[] written =
            [.. info.Properties.Where(it => it.Get is not null).Select(it => (it.AttributeProvider as MemberInfo)?.Name).OfType<string>()];
        return MembersOf(info).SelectMany(
            member => UnseenOf(member, info, written),
            (member, what) => $"{TypeName.Of(member.DeclaringType!)}.{member.Name}: only Newtonsoft.Json sees {what}");
    }

    // The members of the type, and the values of enumerations that a property's converter writes.
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "What is trimmed is not written either.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "What is trimmed is not written either.")]
    private static IEnumerable<MemberInfo> MembersOf(JsonTypeInfo info) =>
        info.Properties.Where(it => it.CustomConverter is not null && it.PropertyType.IsEnum).Select(it => it.PropertyType)
            .Append(info.Type).SelectMany(type => type.GetMembers(All));

    private static IEnumerable<string> UnseenOf(MemberInfo member, JsonTypeInfo info, string[] written)
    {
        Type[] attributes = [.. member.GetCustomAttributes(inherit: true).Select(it => it.GetType())];
        bool isWritten = written.Contains(member.Name);
        bool isSeen = attributes.Any(it => it.Namespace == typeof(JsonAttribute).Namespace);
        foreach (Type attribute in attributes)
        {
            bool isUnseen = attribute.Namespace == "Newtonsoft.Json" ? isWritten || !isSeen
                : attribute.Namespace == typeof(DataMemberAttribute).Namespace && !isSeen && NameOf(member, isWritten) != member.Name;
            if (isUnseen) yield return $"[{attribute.Name[..^nameof(Attribute).Length]}]";
        }
        if (isWritten && !isSeen && info.Type.IsDefined(typeof(DataContractAttribute)) && !member.IsDefined(typeof(DataMemberAttribute)))
            yield return "no [DataMember]";
        bool isCondition = Array.Exists(written, name => member.Name == $"ShouldSerialize{name}" || member.Name == $"{name}Specified");
        // A modifier of the contract may call it.
        if (isCondition && ObjectContract.IsUnchanged(info)) yield return "it";
    }

    // The name that a data contract gives a member that is written; null if it gives none.
    private static string? NameOf(MemberInfo member, bool isWritten)
    {
        if (member.GetCustomAttribute<EnumMemberAttribute>() is { } value) return value.Value ?? member.Name;
        if (!isWritten || member.GetCustomAttribute<DataMemberAttribute>() is not { EmitDefaultValue: true } data) return null;
        return data.Name ?? member.Name;
    }
}
