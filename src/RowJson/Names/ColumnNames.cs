namespace RowJson;

/// <summary>Checks the names that columns have in the output, where the user asks for it.</summary>
internal static class ColumnNames
{
    public static void RequireUnique(IEnumerable<EncodedName> names)
    {
        var seen = new HashSet<string>();
        foreach (EncodedName name in names)
        {
            if (name.IsExcluded) continue;
            if (string.IsNullOrEmpty(name.Name))
            {
                throw new RowRefusedException(
                    "A column has no name. Give it one in the query (AS …) or by JsonRowOptions.ColumnName, "
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
}
