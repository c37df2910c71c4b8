using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Rows that lie side by side: no enumerator is needed, and ranges of them can be written on several threads.</summary>
internal static class RowSpan
{
    /// <summary>
    /// The rows of a list or an array. Exact types: a class derived from List may enumerate what it likes, and arrays are covariant.
    /// </summary>
    public static bool TryGet<TRow>(object rows, out ReadOnlySpan<TRow> span)
    {
        switch (rows)
        {
            case List<TRow> list when list.GetType() == typeof(List<TRow>):
                span = CollectionsMarshal.AsSpan(list);
                return true;
            case TRow[] array when array.GetType() == typeof(TRow[]):
                span = array;
                return true;
            default:
                span = default;
                return false;
        }
    }

    /// <summary>How many rows there are; -1 where they do not lie side by side.</summary>
    public static int Count<TRow>(object rows) => TryGet(rows, out ReadOnlySpan<TRow> span) ? span.Length : -1;
}
