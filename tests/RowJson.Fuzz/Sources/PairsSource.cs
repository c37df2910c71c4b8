using System.Text.Json;

namespace RowJson.Fuzz;

/// <summary>How a list of rows is handed over.</summary>
internal enum ListForm
{
    List,
    Array,
    Lazy,
    Asynchronous,
}

/// <summary>Rows that are dictionaries or other sequences of pairs.</summary>
/// <param name="name">What kind of source.</param>
/// <param name="make">Makes one of the rows.</param>
/// <param name="form">How they are handed over.</param>
/// <param name="isDictionary">The serializer has the same form for them.</param>
/// <param name="mostNames">Wider rows would take too long.</param>
internal sealed class PairsSource<TRow, TValue>(
    string name, Func<FuzzRow, TRow> make, ListForm form = ListForm.List, bool isDictionary = true, int mostNames = int.MaxValue)
    : FuzzSource(name)
    where TRow : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override bool IsAsynchronous => form == ListForm.Asynchronous;

    public override bool IsSerializersOwn => isDictionary && form is ListForm.List or ListForm.Array;

    public override PreparedRows? Prepare(FuzzData data)
    {
        if (data is not RowSet set || !Takes(set)) return null;
        List<TRow> rows = [.. set.Rows.Select(make)];
        PreparedRows prepared = Lists.Prepare(rows, new PairsOracle<TRow, TValue>(rows, isDictionary), form);
        return prepared with
        {
            DropIn = isDictionary ? prepared.DropIn : null,
            Push = isDictionary && typeof(TRow) == typeof(Dictionary<string, object?>)
                ? writer =>
                {
                    foreach (TRow row in rows) writer.WriteRow((object)row);
                }
            : null,
        };
    }

    private bool Takes(RowSet set) =>
        (typeof(TValue) == typeof(object) || set.CellType == typeof(TValue))
            && Array.TrueForAll(set.Rows, row => row.Names.Length <= mostNames);
}

/// <summary>Lists in every form.</summary>
internal static class Lists
{
    public static PreparedRows Prepare<T>(List<T> rows, Oracle oracle, ListForm form)
    {
        var signal = new RowSignal();
        if (form == ListForm.Asynchronous)
            return new PreparedRows(oracle) { AsyncRows = () => JsonRows.From(Waiting(rows, signal)), Signal = signal };
        IEnumerable<T> sequence = form switch
        {
            ListForm.Array => rows.ToArray(),
            ListForm.Lazy => rows.Where(signal.Keeps),
            _ => rows,
        };
        return new PreparedRows(oracle)
        {
            Rows = () => JsonRows.From(sequence),
            Signal = form == ListForm.Lazy ? signal : null,
            DropIn = form == ListForm.Lazy ? null : options => JsonSerializer.SerializeToUtf8Bytes(sequence, options),
        };
    }

    /// <summary>Waits for some of the rows.</summary>
    private static async IAsyncEnumerable<T> Waiting<T>(List<T> rows, RowSignal signal)
    {
        for (int i = 0; i < rows.Count; i++)
        {
            if (i % 64 == 7) await Task.Yield();
            signal.Next();
            yield return rows[i];
        }
    }
}
