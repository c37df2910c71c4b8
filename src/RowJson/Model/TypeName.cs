namespace RowJson;

// Names of types as C# writes them, without namespaces: for people.
internal static class TypeName
{
    public static string Of(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } value) return Of(value) + "?";
        if (type.IsArray) return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        if (!type.IsGenericType) return type.Name;
        string name = type.Name;
        int arity = name.IndexOf('`', StringComparison.Ordinal);
        string arguments = string.Join(", ", type.GetGenericArguments().Select(Of));
        // A type within a generic type has its arguments, and none in its name.
        return arity < 0 ? name : $"{name[..arity]}<{arguments}>";
    }
}
