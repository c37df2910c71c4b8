using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>
/// Brings the values of a row into the cache while the row before it is being encoded: boxed values and strings lie
/// anywhere in memory, and wide rows are long out of the cache when they are read again.
/// </summary>
internal static unsafe class RowPrefetch
{
    /// <summary>Measured: rows of 65 to 1,093 cells gain 15 to 35 %, rows of 6 to 16 nothing, or lose.</summary>
    private const int MinCells = 24;

    public static void Values(Dictionary<string, object?> row)
    {
        if (!Sse.IsSupported || row.Count < MinCells) return;
        foreach (KeyValuePair<string, object?> cell in row)
        {
            object? value = cell.Value;
            // An address that the collector changes meanwhile is a hint that does not help, no more.
            Sse.Prefetch0((void*)Unsafe.As<object?, nint>(ref value));
        }
    }
}
