using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace RowJson.Tests;

/// <summary>Types, parameters and values of <see cref="PublicApi"/>, as C# writes them.</summary>
internal static class PublicApiText
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(object)] = "object",
        [typeof(string)] = "string",
        [typeof(bool)] = "bool",
        [typeof(char)] = "char",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(short)] = "short",
        [typeof(ushort)] = "ushort",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
    };

    public static string Of(PropertyInfo property) => Name(property.PropertyType, FlagsOf(property));

    public static string Of(EventInfo @event) => Name(@event.EventHandlerType!, FlagsOf(@event));

    public static string Return(MethodInfo method) => Name(method.ReturnType, FlagsOf(method.ReturnParameter));

    public static string Field(FieldInfo field)
    {
        string access = field.IsPublic ? "public" : "protected";
        if (field.DeclaringType!.IsEnum)
            return $"{field.Name} = {Convert.ToString(field.GetRawConstantValue(), CultureInfo.InvariantCulture)},";
        string modifiers = field.IsLiteral ? "const " : (field.IsStatic ? "static " : "") + (field.IsInitOnly ? "readonly " : "");
        string value = field.IsLiteral ? " = " + Value(field.GetRawConstantValue(), field.FieldType) : "";
        return $"{access} {modifiers}{Name(field.FieldType, FlagsOf(field))} {field.Name}{value};";
    }

    public static string Parameter(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        NullableFlags flags = FlagsOf(parameter);
        string kind = "";
        if (type.IsByRef)
        {
            type = type.GetElementType()!;
            kind = parameter.IsOut ? "out " : parameter.IsIn ? "in " : "ref ";
        }
        if (parameter.IsDefined(typeof(ParamArrayAttribute)) || parameter.IsDefined(typeof(ParamCollectionAttribute))) kind += "params ";
        string attributes = string.Concat(PublicApiAttributes.Of(parameter).Select(attribute => attribute + " "));
        string value = parameter.HasDefaultValue ? " = " + Value(parameter.DefaultValue, type) : "";
        return $"{attributes}{kind}{Name(type, flags)} {parameter.Name}{value}";
    }

    /// <summary>The name with its namespace, for the heading of a type.</summary>
    public static string FullName(Type type) => $"{type.Namespace}.{Name(type)}";

    /// <summary>The name of a type's constructors.</summary>
    public static string SimpleName(Type type) => type.Name.Split('`')[0];

    public static string Name(Type type) => Name(type, flags: null);

    /// <summary>The type parameters of a generic method.</summary>
    public static string Arguments(MethodInfo method) =>
        method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(TypeParameter))}>" : "";

    public static string Constraints(Type type) => Constraints(type.IsGenericType ? type.GetGenericArguments() : []);

    public static string Constraints(MethodInfo method) => Constraints(method.IsGenericMethod ? method.GetGenericArguments() : []);

    private static NullableFlags FlagsOf(MemberInfo member) => NullableFlags.Of(member.CustomAttributes, member.DeclaringType!);

    private static NullableFlags FlagsOf(ParameterInfo parameter) => NullableFlags.Of(parameter.CustomAttributes, parameter.Member);

    private static string Name(Type type, NullableFlags? flags)
    {
        if (type.IsByRef) return "ref " + Name(type.GetElementType()!, flags);
        if (type.IsPointer) return Name(type.GetElementType()!, flags) + "*";
        if (Nullable.GetUnderlyingType(type) is { } value) return Name(value, flags) + "?";
        string suffix = flags?.Read(type) == true ? "?" : "";
        if (type.IsArray) return $"{Name(type.GetElementType()!, flags)}[{new string(',', type.GetArrayRank() - 1)}]{suffix}";
        if (Keywords.TryGetValue(type, out string? keyword)) return keyword + suffix;
        if (type.IsGenericParameter) return type.Name + suffix;

        string outer = type.DeclaringType is { } declaring ? Name(declaring) + "." : "";
        if (!type.IsGenericType) return outer + type.Name + suffix;
        IEnumerable<string> names = type.GetGenericArguments()
            .Select(argument => type.IsGenericTypeDefinition ? TypeParameter(argument) : Name(argument, flags));
        return $"{outer}{SimpleName(type)}<{string.Join(", ", names)}>{suffix}";
    }

    private static string TypeParameter(Type parameter)
    {
        string variance = (parameter.GenericParameterAttributes & GenericParameterAttributes.VarianceMask) switch
        {
            GenericParameterAttributes.Covariant => "out ",
            GenericParameterAttributes.Contravariant => "in ",
            _ => "",
        };
        return string.Concat(PublicApiAttributes.Of(parameter).Select(attribute => attribute + " ")) + variance + parameter.Name;
    }

    private static string Constraints(Type[] parameters) =>
        string.Concat(parameters.Select(parameter => (parameter.Name, List: Constraint(parameter)))
            .Where(it => it.List.Length > 0)
            .Select(it => $" where {it.Name} : {it.List}"));

    private static string Constraint(Type parameter)
    {
        GenericParameterAttributes attributes = parameter.GenericParameterAttributes;
        bool isStruct = attributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint);
        var all = new List<string>();
        if (attributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint)) all.Add("class");
        else if (isStruct) all.Add("struct");
        else if (NullableFlags.IsNotNull(parameter)) all.Add("notnull");
        all.AddRange(parameter.GetGenericParameterConstraints().Where(type => type != typeof(ValueType)).Select(Name));
        if (!isStruct && attributes.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint)) all.Add("new()");
        if (attributes.HasFlag(GenericParameterAttributes.AllowByRefLike)) all.Add("allows ref struct");
        return string.Join(", ", all);
    }

    private static string Value(object? value, Type type) => value switch
    {
        null => type.IsValueType && Nullable.GetUnderlyingType(type) is null ? "default" : "null",
        string text => $"\"{text}\"",
        bool flag => flag ? "true" : "false",
        _ when type.IsEnum => $"{type.Name}.{Enum.ToObject(type, value)}",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
