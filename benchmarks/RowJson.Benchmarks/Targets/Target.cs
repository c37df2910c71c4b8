using System.Runtime.Intrinsics;

namespace RowJson.Benchmarks;

/// <summary>How many times faster than the baseline RowJson must be on a data set.</summary>
/// <param name="Sample">The data set.</param>
/// <param name="Source">The source of its rows.</param>
/// <param name="Settings">What is asked of the output.</param>
/// <param name="Factor512">With 512-bit vectors.</param>
/// <param name="Factor256">With 256-bit vectors.</param>
internal sealed record Target(string Sample, string Source, EncodingSettings Settings, double Factor512, double Factor256)
{
    /// <summary>The factor for the vectors of this process; null where none was set: only "not slower" holds then.</summary>
    public double? Factor =>
        Vector512.IsHardwareAccelerated ? Factor512
        : Vector256.IsHardwareAccelerated ? Factor256
        : null;
}
