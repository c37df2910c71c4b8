using System.Reflection;
using System.Runtime.CompilerServices;

namespace RowJson.Tests;

/// <summary>The public types of an assembly and their members, as text like C#: sorted, with nullability and defaults.</summary>
/// <remarks>A member has one line. What users cannot see is left out, and so is what the compiler adds under unspeakable names.</remarks>
internal static class PublicApi
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private const string Indentation = "    ";

    public static string Print(Assembly assembly)
    {
        var lines = new List<string>();
        foreach (Type type in assembly.GetExportedTypes().Where(IsSpeakable).OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            if (lines.Count > 0) lines.Add("");
            lines.AddRange(PublicApiAttributes.Of(type));
            lines.Add(Head(type));
            if (!type.IsSubclassOf(typeof(Delegate)))
                lines.AddRange(Members(type).Order(StringComparer.Ordinal).Select(member => Indentation + member));
        }
        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static bool IsSpeakable(MemberInfo member) =>
        !member.Name.Contains('<', StringComparison.Ordinal) && (member.DeclaringType is null || IsSpeakable(member.DeclaringType));

    private static string Head(Type type)
    {
        string name = PublicApiText.FullName(type);
        if (type.IsEnum) return $"public enum {name} : {PublicApiText.Name(Enum.GetUnderlyingType(type))}";
        if (type.IsSubclassOf(typeof(Delegate)))
        {
            MethodInfo invoke = type.GetMethod("Invoke")!;
            return $"public delegate {PublicApiText.Return(invoke)} {name}({Parameters(invoke)}){PublicApiText.Constraints(type)};";
        }
        return $"public {Kind(type)} {name}{Bases(type)}{PublicApiText.Constraints(type)}";
    }

    private static string Kind(Type type)
    {
        if (type.IsInterface) return "interface";
        if (type.IsValueType)
            return (type.IsDefined(typeof(IsReadOnlyAttribute)) ? "readonly " : "") + (type.IsByRefLike ? "ref struct" : "struct");
        if (type is { IsAbstract: true, IsSealed: true }) return "static class";
        return (type.IsAbstract ? "abstract " : type.IsSealed ? "sealed " : "") + "class";
    }

    private static string Bases(Type type)
    {
        IEnumerable<Type> interfaces = type.GetInterfaces().Except(type.BaseType?.GetInterfaces() ?? []).Where(it => it.IsVisible);
        Type[] parents = type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType) ? [parent] : [];
        string[] bases = [.. parents.Select(PublicApiText.Name), .. interfaces.Select(PublicApiText.Name).Order(StringComparer.Ordinal)];
        return bases.Length == 0 ? "" : " : " + string.Join(", ", bases);
    }

    private static IEnumerable<string> Members(Type type)
    {
        foreach (FieldInfo field in type.GetFields(Declared).Where(field => IsVisible(field) && !field.IsSpecialName))
            yield return WithAttributes(field, PublicApiText.Field(field));
        foreach (ConstructorInfo constructor in type.GetConstructors(Declared).Where(IsVisible))
            yield return WithAttributes(constructor, $"{Access(constructor)} {PublicApiText.SimpleName(type)}({Parameters(constructor)});");
        foreach (PropertyInfo property in type.GetProperties(Declared).Where(property => property.GetAccessors(true).Any(IsVisible)))
            yield return WithAttributes(property, Property(property));
        foreach (EventInfo @event in type.GetEvents(Declared).Where(it => IsVisible(it.AddMethod!)))
            yield return WithAttributes(@event, $"{Access(@event.AddMethod!)} event {PublicApiText.Of(@event)} {@event.Name};");
        foreach (MethodInfo method in type.GetMethods(Declared).Where(IsPrintedMethod))
            yield return WithAttributes(method, Method(method));
    }

    private static bool IsPrintedMethod(MethodInfo method) =>
        IsVisible(method) && IsSpeakable(method) && (!method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal));

    private static string WithAttributes(MemberInfo member, string text) =>
        string.Concat(PublicApiAttributes.Of(member).Select(it => it + " ")) + text;

    private static string Property(PropertyInfo property)
    {
        MethodInfo first = property.GetAccessors(true).First(IsVisible);
        string?[] both = [Accessor(property.GetMethod, "get", first), Accessor(property.SetMethod, SetterName(property), first)];
        string accessors = string.Join(" ", both.OfType<string>());
        ParameterInfo[] index = property.GetIndexParameters();
        string name = index.Length == 0 ? property.Name : $"this[{string.Join(", ", index.Select(PublicApiText.Parameter))}]";
        string required = property.IsDefined(typeof(RequiredMemberAttribute)) ? "required " : "";
        return $"{Access(first)} {Modifiers(first)}{required}{PublicApiText.Of(property)} {name} {{ {accessors} }}";
    }

    private static string? Accessor(MethodInfo? accessor, string name, MethodInfo first)
    {
        if (accessor is null || !IsVisible(accessor)) return null;
        return (Access(accessor) == Access(first) ? "" : Access(accessor) + " ") + name + ";";
    }

    private static string SetterName(PropertyInfo property) =>
        property.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Contains(typeof(IsExternalInit)) == true ? "init" : "set";

    private static string Method(MethodInfo method)
    {
        string signature = $"({Parameters(method)}){PublicApiText.Constraints(method)};";
        string start = $"{Access(method)} {Modifiers(method)}";
        return method.Name is "op_Implicit" or "op_Explicit"
            ? $"{start}{method.Name[3..].ToLowerInvariant()} operator {PublicApiText.Return(method)}{signature}"
            : $"{start}{PublicApiText.Return(method)} {method.Name}{PublicApiText.Arguments(method)}{signature}";
    }

    private static string Parameters(MethodBase method) =>
        (method.IsDefined(typeof(ExtensionAttribute)) ? "this " : "")
        + string.Join(", ", method.GetParameters().Select(PublicApiText.Parameter));

    private static string Modifiers(MethodInfo method)
    {
        if (method.IsStatic) return method.IsAbstract ? "static abstract " : "static ";
        if (method.DeclaringType!.IsInterface) return "";
        bool isOverride = method.GetBaseDefinition() != method;
        if (method.IsAbstract) return isOverride ? "abstract override " : "abstract ";
        if (isOverride) return method is { IsFinal: true, DeclaringType.IsSealed: false } ? "sealed override " : "override ";
        return method is { IsVirtual: true, IsFinal: false } ? "virtual " : "";
    }

    private static string Access(MethodBase method) => method.IsPublic ? "public" : "protected";

    private static bool IsVisible(FieldInfo field) => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly;

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;
}
