namespace ExportService.Flights;

/// <summary>How far the table is filled.</summary>
public sealed class FillProgress(long target)
{
    private long _rows;

    public long Target => target;

    public long Rows
    {
        get => Volatile.Read(ref _rows);
        set => Volatile.Write(ref _rows, value);
    }
}

/// <summary>
/// Fills the table while the service answers already. Each transaction looks up where the previous one has ended: the service may be
/// stopped at any time.
/// </summary>
public sealed partial class FillService(FlightStore store, FillProgress progress, ILogger<FillService> logger) : BackgroundService
{
    private const int RowsPerTransaction = 10_000;
    private const int Reports = 10;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await store.CreateTableAsync(stoppingToken);
        progress.Rows = await store.AppendAsync(0, progress.Target, stoppingToken);
        while (progress.Rows < progress.Target)
        {
            long before = progress.Rows;
            progress.Rows = await store.AppendAsync(RowsPerTransaction, progress.Target, stoppingToken);
            if (Percent(before) != Percent(progress.Rows)) LogFilling(logger, progress.Rows, progress.Target);
        }
        LogFilled(logger, store.Name, progress.Rows);

        long Percent(long rows) => rows * Reports / progress.Target;
    }

    [LoggerMessage(1, LogLevel.Information, "Filling the table: {Rows} of {Target} flights.")]
    private static partial void LogFilling(ILogger logger, long rows, long target);

    [LoggerMessage(2, LogLevel.Information, "{Store}: {Rows} flights are ready.")]
    private static partial void LogFilled(ILogger logger, string store, long rows);
}
