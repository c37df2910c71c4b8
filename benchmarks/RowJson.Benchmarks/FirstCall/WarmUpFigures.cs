namespace RowJson.Benchmarks;

/// <summary>What the calls of one process took.</summary>
/// <param name="WallMicroseconds">Elapsed time of a call, as the mean of each stretch of calls.</param>
/// <param name="CpuMicroseconds">The same by the time of all processors: what is compiled on other threads counts.</param>
/// <param name="Output">The hash of what was written, alike after each call.</param>
internal sealed record WarmUpFigures(double[] WallMicroseconds, double[] CpuMicroseconds, string Output);
