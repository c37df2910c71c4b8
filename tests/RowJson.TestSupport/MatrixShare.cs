namespace RowJson.Tests;

/// <summary>
/// Which cases of a matrix run: before a release all of them, where <see cref="Variable"/> is <c>all</c>; else one of so many, chosen along
/// the diagonals, so that each value of a dimension still meets each value of another if a third has at least as many values.
/// </summary>
public static class MatrixShare
{
    public const string Variable = "ROWJSON_MATRICES";

    public static bool IsFull { get; } = Environment.GetEnvironmentVariable(Variable) == "all";

    /// <param name="oneOf">The share of the cases that run where not all do.</param>
    /// <param name="position">The case's index in each dimension.</param>
    public static bool Has(int oneOf, params ReadOnlySpan<int> position)
    {
        int sum = 0;
        foreach (int index in position) sum += index;
        return IsFull || sum % oneOf == 0;
    }
}
