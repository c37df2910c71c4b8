namespace RowJson.Benchmarks;

/// <summary>How the output of a contender is compared with that of <c>JsonSerializer</c>.</summary>
internal enum Agreement
{
    /// <summary>Byte for byte.</summary>
    SameBytes,

    /// <summary>Both are parsed and compared value by value: the contender escapes or writes numbers in its own way.</summary>
    SameValues,

    /// <summary>Not compared: a lower bound of the time, not an encoder.</summary>
    Bound,
}
