using System.Text.Json;

namespace RowJson;

/// <summary>The names that columns have in the output.</summary>
internal static class ColumnNames
{
    /// <summary>
    /// From a column's name in the source to that in the output, null if the column is left out; null if every name stays as it is.
    /// </summary>
    public static Func<string, string?>? Change(JsonNamingPolicy? policy, Func<string, bool>? filter) => (policy, filter) switch
    {
        (null, null) => null,
        (_, null) => name => Convert(policy, name),
        (null, _) => name => filter(name) ? name : null,
        _ => name => filter(name) ? Convert(policy, name) : null,
    };

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
