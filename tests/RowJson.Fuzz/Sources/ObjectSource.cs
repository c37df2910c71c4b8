using System.Reflection;

namespace RowJson.Fuzz;

/// <summary>Objects, by their declared type.</summary>
internal sealed class ObjectSource(string name, ListForm form) : FuzzSource(name)
{
    private static readonly MethodInfo Generic =
        typeof(ObjectSource).GetMethod(nameof(PrepareOf), BindingFlags.NonPublic | BindingFlags.Instance)!;

    public override bool IsAsynchronous => form == ListForm.Asynchronous;

    public override bool IsSerializersOwn => form is ListForm.List or ListForm.Array;

    public override PreparedRows? Prepare(FuzzData data) => data is ObjectSet set
        ? (PreparedRows)Generic.MakeGenericMethod(set.RowType).Invoke(this, [set])!
        : null;

    private PreparedRows PrepareOf<T>(ObjectSet<T> set)
    {
        List<T> rows = [.. set.Rows];
        return Lists.Prepare(rows, new ListOracle<T>(rows), form);
    }
}

/// <summary>Objects that are declared as <see cref="object"/>: the type of each row decides.</summary>
internal sealed class MixedSource() : FuzzSource("object rows")
{
    public override bool IsSerializersOwn => true;

    public override PreparedRows? Prepare(FuzzData data)
    {
        List<object?>? rows = data switch
        {
            ObjectSet set => RowsOf(set),
            RowSet set => [.. set.Rows.Select((row, i) => Mixed(row, i))],
            _ => null,
        };
        return rows is null ? null : Lists.Prepare(rows, new MixedOracle(rows), ListForm.List);
    }

    private static List<object?> RowsOf(ObjectSet set) =>
        [.. ((System.Collections.IEnumerable)set.GetType().GetProperty("Rows")!.GetValue(set)!).Cast<object?>()];

    private static object Mixed(FuzzRow row, int index)
    {
        Dictionary<string, object?> cells = RowSources.Dictionary(row);
        return (index % 3) switch
        {
            0 => cells,
            1 => new SortedDictionary<string, object?>(cells, StringComparer.Ordinal),
            _ => DapperLikeRow.Of(row),
        };
    }
}
