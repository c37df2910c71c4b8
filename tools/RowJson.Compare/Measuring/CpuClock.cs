namespace RowJson.Compare;

/// <summary>
/// The processor time of this process. On a busy machine it varies far less than the elapsed time, which includes the time of other
/// programs.
/// </summary>
internal static class CpuClock
{
    public static TimeSpan Now => Environment.CpuUsage.TotalTime;
}
