using System.Reflection;

namespace RowJson.Tests;

/// <summary>What the compiler notes of nullable references: a flag for each part of a type, outer parts first.</summary>
/// <remarks><see cref="NullabilityInfoContext"/> does not tell <c>T</c> from <c>T?</c> where T has no constraint.</remarks>
internal sealed class NullableFlags
{
    private const byte NotNull = 1, Nullable = 2;

    private readonly byte[] _flags;
    private int _next;

    private NullableFlags(byte[] flags) => _flags = flags;

    /// <summary>The flags of a member's or a parameter's own type.</summary>
    /// <param name="attributes">Those of the property, field, event or parameter.</param>
    /// <param name="scope">What a missing attribute is looked up in: the member, its type, the types around that.</param>
    public static NullableFlags Of(IEnumerable<CustomAttributeData> attributes, MemberInfo scope)
    {
        byte[]? flags = Find(attributes, "NullableAttribute");
        for (MemberInfo? member = scope; flags is null && member is not null; member = member.DeclaringType)
            flags = Find(member.CustomAttributes, "NullableContextAttribute");
        return new NullableFlags(flags ?? [0]);
    }

    /// <summary>Whether the next part of the type is nullable. Value types have a flag only if they are generic.</summary>
    public bool Read(Type type)
    {
        if (type.IsValueType && !type.IsGenericType) return false;
        byte flag = _flags.Length == 1 ? _flags[0] : _flags[_next++];
        return flag == Nullable && !type.IsValueType;
    }

    /// <summary>Whether a type parameter has the constraint <c>notnull</c>.</summary>
    public static bool IsNotNull(Type parameter)
    {
        MemberInfo scope = parameter.DeclaringMethod ?? (MemberInfo)parameter.DeclaringType!;
        return Of(parameter.CustomAttributes, scope)._flags is [NotNull];
    }

    private static byte[]? Find(IEnumerable<CustomAttributeData> attributes, string name)
    {
        object? value = attributes.FirstOrDefault(attribute => attribute.AttributeType.Name == name)?.ConstructorArguments[0].Value;
        return value switch
        {
            byte flag => [flag],
            IEnumerable<CustomAttributeTypedArgument> flags => [.. flags.Select(flag => (byte)flag.Value!)],
            _ => null,
        };
    }
}
