namespace RowJson.Compare;

/// <summary>Rows from which cases are made.</summary>
internal interface ICaseSource
{
    /// <summary>The cases of these groups, with as many rows as have about that many bytes. Rows are made when their case is reached: they
    /// need not be in memory at the same time.</summary>
    IEnumerable<Case> Cases(IReadOnlyCollection<string> groups, int mostBytes);
}
