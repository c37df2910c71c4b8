using System.Globalization;
using System.Reflection;

namespace RowJson.Tests;

/// <summary>The attributes of <see cref="PublicApi"/> that change how users may call a member, or what they are told.</summary>
internal static class PublicApiAttributes
{
    private static readonly string[] Printed =
    [
        "AttributeUsageAttribute", "DoesNotReturnAttribute", "DynamicallyAccessedMembersAttribute", "EditorBrowsableAttribute",
        "ExperimentalAttribute", "FlagsAttribute", "JsonConverterAttribute", "MaybeNullAttribute", "MemberNotNullAttribute",
        "MustDisposeResourceAttribute", "NotNullAttribute", "NotNullIfNotNullAttribute", "NotNullWhenAttribute", "ObsoleteAttribute",
        "OverloadResolutionPriorityAttribute", "RequiresDynamicCodeAttribute", "RequiresUnreferencedCodeAttribute",
        "StringSyntaxAttribute", "UnsupportedOSPlatformAttribute",
    ];

    public static IEnumerable<string> Of(MemberInfo member) => Of(member.CustomAttributes);

    public static IEnumerable<string> Of(ParameterInfo parameter) => Of(parameter.CustomAttributes);

    private static IEnumerable<string> Of(IEnumerable<CustomAttributeData> attributes) =>
        attributes.Where(attribute => Array.IndexOf(Printed, attribute.AttributeType.Name) >= 0)
            .Select(Text)
            .Order(StringComparer.Ordinal);

    private static string Text(CustomAttributeData attribute)
    {
        string name = attribute.AttributeType.Name[..^"Attribute".Length];
        // A message is prose that may be improved: that there is one matters.
        if (name.StartsWith("Requires", StringComparison.Ordinal)) return $"[{name}]";
        string[] arguments =
        [
            .. attribute.ConstructorArguments.Select(Text),
            .. attribute.NamedArguments.Select(argument => $"{argument.MemberName} = {Text(argument.TypedValue)}")
                .Order(StringComparer.Ordinal),
        ];
        return arguments.Length == 0 ? $"[{name}]" : $"[{name}({string.Join(", ", arguments)})]";
    }

    private static string Text(CustomAttributeTypedArgument argument) => argument.Value switch
    {
        null => "null",
        string text => $"\"{text}\"",
        Type type => $"typeof({PublicApiText.Name(type)})",
        IEnumerable<CustomAttributeTypedArgument> list => string.Join(", ", list.Select(Text)),
        { } value when argument.ArgumentType.IsEnum => $"{argument.ArgumentType.Name}.{Enum.ToObject(argument.ArgumentType, value)}",
        { } value => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
