namespace RowJson;

// The names that columns have in the output.
internal static class ColumnNames
{
    // From a column's name in the source to that in the output, null if the column is left out; null if every name stays as it is.
    // filter: chooses by the name in the source.
    // chosen: the names in the output of the columns that are written; null for all.
    public static Func<string, string?>? Change(JsonNamingPolicy? policy, Func<string, bool>? filter, IReadOnlySet<string>? chosen)
    {
        Func<string, string?>? change = Change(policy, filter);
        if (chosen is null) return change;
        return name => (change is null ? name : change(name)) is { } written && chosen.Contains(written) ? written : null;
    }

    private static Func<string, string?>? Change(JsonNamingPolicy? policy, Func<string, bool>? filter) => (policy, filter) switch
    {
        (null, null) => null,
        (_, null) => name => Convert(policy, name),
        (null, _) => name => filter(name) ? name : null,
        _ => name => filter(name) ? Convert(policy, name) : null,
    };

    // Refuses a column that is chosen and that is none of the source's; null if all of them are.
    public static UnknownColumnException? FindUnknown(JsonRowOptions options, IEnumerable<string> names)
    {
        Func<string, string?>? change = Change(options.ColumnNamingPolicy, options.ColumnFilter);
        HashSet<string> known = [.. change is null ? names : names.Select(change).OfType<string>()];
        return options.ChosenColumns?.FirstOrDefault(name => !known.Contains(name)) is { } unknown
            ? new UnknownColumnException(
                unknown, $"The rows have no column '{unknown}'. Their columns, by their names in the output: {ExceptionText.List(known)}.")
            : null;
    }

    // Refuses names that occur twice or are empty.
    public static void RequireUnique(IEnumerable<EncodedName> names)
    {
        var seen = new HashSet<string>();
        foreach (EncodedName name in names)
        {
            if (name.IsExcluded) continue;
            if (string.IsNullOrEmpty(name.Name))
            {
                throw new RowRefusedException(
                    "A column has no name. Give it one in the query (AS …) or by JsonRowOptions.ColumnNamingPolicy, "
                    + "or clear JsonRowOptions.RequireUniqueColumnNames.");
            }
            if (!seen.Add(name.Name))
            {
                throw new RowRefusedException(
                    $"Two columns are named '{name.Name}'. Rename one in the query (AS …), "
                    + "or clear JsonRowOptions.RequireUniqueColumnNames.");
            }
        }
    }

    private static string Convert(JsonNamingPolicy policy, string name) =>
        policy.ConvertName(name) ?? throw new RowRefusedException(
            $"The naming policy '{policy.GetType()}' returned null for the name '{name}'. A policy must return a name.");
}
