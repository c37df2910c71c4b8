using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// The classes that the C# compiler makes for collection expressions of an interface, such as
/// <c>IReadOnlyList&lt;string&gt; tags = ["a"]</c>.
/// </summary>
internal static class CollectionExpressions
{
    /// <summary>No name in source code can begin so.</summary>
    private const string Prefix = "<>z__ReadOnly";

    /// <summary>The type is such a class: its index reads the same items as its enumerator, and none of its code is a user's.</summary>
    public static bool Is(Type type) =>
        type.Name.StartsWith(Prefix, StringComparison.Ordinal) && type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false);
}
