using FluentAssertions.Numeric;

namespace RowJson.Tests;

/// <summary>Assertions on the number of rows that a write ended with.</summary>
internal static class ResultAssertions
{
    public static NumericAssertions<long> Should(this JsonRowResult result) => new(result.Rows);
}
