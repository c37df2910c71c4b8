namespace RowJson;

// Enumerates rows that are not a LiveList<T>.
internal static class RowEnumerator
{
    // The enumerator of the rows. Lists are read by index, whatever type their items are seen as: a row that changes its list ends or
    // lengthens it, as for the serializer, and does not make the next row fail.
    public static IEnumerator<T> Open<T>(IEnumerable<T> rows) =>
        rows is IReadOnlyList<T> list && IsList(rows.GetType()) ? ReadByIndex(list) : rows.GetEnumerator();

    private static bool IsList(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>);

    private static IEnumerator<T> ReadByIndex<T>(IReadOnlyList<T> rows)
    {
        for (int i = 0; i < rows.Count; i++) yield return rows[i];
    }
}
