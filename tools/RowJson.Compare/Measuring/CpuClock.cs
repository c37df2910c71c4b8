namespace RowJson.Compare;

/// <summary>
/// The processor time of this process. On a busy machine it is far steadier than the time of day, which goes on while other
/// programs have the processor.
/// </summary>
internal static class CpuClock
{
    public static TimeSpan Now => Environment.CpuUsage.TotalTime;
}
