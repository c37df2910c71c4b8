namespace RowJson.Benchmarks;

/// <summary>What the first call of one process took.</summary>
/// <param name="WallMilliseconds">Elapsed time.</param>
/// <param name="CpuMilliseconds">Time of all processors.</param>
/// <param name="Methods">Methods compiled during the call.</param>
/// <param name="JitMilliseconds">Time that took.</param>
/// <param name="Output">The bytes that were written, as Base64.</param>
internal sealed record FirstCallFigures(
    double WallMilliseconds, double CpuMilliseconds, long Methods, double JitMilliseconds, string Output);
