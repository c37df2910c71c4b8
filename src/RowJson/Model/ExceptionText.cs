namespace RowJson;

// What several messages have in common, and what they quote.
internal static class ExceptionText
{
    public const string NoValue = "A converter wrote no value. Write one to the Utf8JsonWriter that it is given, and do not reset that.";

    private const int MostNames = 32;

    // Names, the first ones if there are many.
    public static string List(IReadOnlyCollection<string> names) =>
        names.Count == 0 ? "there are none"
        : names.Count <= MostNames ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more";

    // The message of an exception; empty if it has none, or fails to return one.
    public static string MessageOf(Exception exception) => Quietly.Ask(exception, static it => it.Message, otherwise: null) ?? "";

    // The same with the full stop that lets another sentence follow.
    public static string Sentence(Exception exception)
    {
        string message = MessageOf(exception).TrimEnd();
        if (message.Length == 0) return $"{exception.GetType().Name}.";
        return message[^1] is '.' or '!' or '?' ? message : $"{message}.";
    }
}

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
        // A type nested in a generic type has that type's arguments, but no number of them in its name.
        return arity < 0 ? name : $"{name[..arity]}<{arguments}>";
    }
}
