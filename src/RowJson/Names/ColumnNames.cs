using System.Text.Json;

namespace RowJson;

/// <summary>The names that columns have in the output.</summary>
internal static class ColumnNames
{
    /// <summary>
    /// From a column's name in the source to that in the output, null if the column is left out; null if every name stays as it is.
    /// </summary>
    /// <param name="policy">Converts names.</param>
    /// <param name="filter">Chooses by the name in the source.</param>
    /// <param name="chosen">The names in the output of the columns that are written; null for all.</param>
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

    /// <summary>Refuses a column that is chosen and that is none of the source's; null if all of them are.</summary>
    /// <param name="options">Say which columns are chosen, and what becomes of names.</param>
    /// <param name="names">The names of the source's columns, before any policy.</param>
    public static UnknownColumnException? FindUnknown(JsonRowOptions options, IEnumerable<string> names)
    {
        Func<string, string?>? change = Change(options.ColumnNamingPolicy, options.ColumnFilter);
        HashSet<string> known = [.. change is null ? names : names.Select(change).OfType<string>()];
        return options.ChosenColumns?.FirstOrDefault(name => !known.Contains(name)) is { } unknown
            ? new UnknownColumnException(
                unknown, $"The rows have no column '{unknown}'. Their columns, by their names in the output: {ExceptionText.List(known)}.")
            : null;
    }

    /// <summary>Refuses names that occur twice or are empty.</summary>
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
