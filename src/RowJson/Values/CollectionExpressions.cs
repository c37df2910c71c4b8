namespace RowJson;

// The classes that the C# compiler makes for collection expressions of an interface, such as IReadOnlyList<string> tags = ["a"].
internal static class CollectionExpressions
{
    // No name in source code can begin so.
    private const string Prefix = "<>z__ReadOnly";

    // The type is such a class: its index reads the same items as its enumerator, and none of its code is a user's.
    public static bool Is(Type type) =>
        type.Name.StartsWith(Prefix, StringComparison.Ordinal) && type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false);
}
