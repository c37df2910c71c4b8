namespace RowJson;

// The names that columns have in the output.
internal static class ColumnNames
{
    // The name in the output, null if the column is left out. policy: converts the source's name.
    public static string? NameOf(JsonColumn column, JsonRowOptions options, JsonNamingPolicy? policy) =>
        RenameOf(column, options, policy) is { } name && options.ChosenColumns?.Contains(name) != false ? name : null;

    // The exception that refuses a chosen column which the source does not have; null if it has all of them.
    public static UnknownColumnException? FindUnknown(JsonRowOptions options, IEnumerable<JsonColumn> columns)
    {
        HashSet<string> known = [.. columns.Select(column => RenameOf(column, options, options.ColumnNamingPolicy)).OfType<string>()];
        return options.ChosenColumns?.FirstOrDefault(name => !known.Contains(name)) is { } unknown
            ? new UnknownColumnException(
                unknown, $"The rows have no column '{unknown}'. Their columns, by their names in the output: {ExceptionText.List(known)}.")
            : null;
    }

    // The name that the policy gives; the same name if there is no policy.
    public static string Convert(JsonNamingPolicy? policy, string name) => policy is null ? name
        : policy.ConvertName(name) ?? throw new RowRefusedException(
            $"The naming policy '{policy.GetType()}' returned null for the name '{name}'. A policy must return a name.");

    private static string? RenameOf(JsonColumn column, JsonRowOptions options, JsonNamingPolicy? policy) =>
        options.ColumnFilter?.Invoke(column) != false ? Convert(policy, column.Name) : null;

    // Refuses names that occur twice or are empty.
    public static void RequireUnique(IEnumerable<string> names)
    {
        var seen = new HashSet<string>();
        foreach (string name in names)
        {
            if (name.Length == 0)
            {
                throw new RowRefusedException(
                    "A column has no name. Give it one in the query (AS …) or by JsonRowOptions.ColumnNamingPolicy, "
                    + "or clear JsonRowOptions.RequireUniqueColumnNames.");
            }
            if (!seen.Add(name))
            {
                throw new RowRefusedException(
                    $"Two columns are named '{name}'. Rename one in the query (AS …), "
                    + "or clear JsonRowOptions.RequireUniqueColumnNames.");
            }
        }
    }
}
