using ExportService.Diagnostics;
using ExportService.Flights;

namespace ExportService.Endpoints;

/// <summary>What the page shows at its top: how far the table is filled, and what runs.</summary>
public static class StatusEndpoint
{
    public static void MapStatus(this RouteGroupBuilder group) =>
        group.MapMethods("/status", Methods.Read, Read).WithTags("Status").WithSummary("How far the table is filled, and what runs");

    private static Status Read(FlightStore store, FillProgress progress, RunningQueries running, ResponseTotals totals) =>
        new(store.Name, progress.Rows, progress.Target, running.Count, totals.Rows, totals.Bytes, totals.Aborted, totals.Failed);

    private sealed record Status(
        string Database, long Rows, long Target, int RunningQueries, long RowsSent, long BytesSent, long Aborted, long Failed);
}
