namespace RowJson.Compare;

/// <summary>The groups of cases; each has a mean of its own.</summary>
internal static class Groups
{
    public const string Documents = "documents";
    public const string Dictionaries = "dictionaries";
    public const string Readers = "readers";

    /// <summary>Objects by a shape and by metadata.</summary>
    public const string Objects = "objects";

    /// <summary>Objects by nothing but their type: <c>JsonRows.From(list)</c>.</summary>
    public const string PlainObjects = "plain-objects";

    public const string Tables = "tables";

    /// <summary>Dictionaries with values of one type.</summary>
    public const string Typed = "typed";

    public static IReadOnlyList<string> All { get; } = [Documents, Dictionaries, Readers, Objects, PlainObjects, Tables, Typed];
}
