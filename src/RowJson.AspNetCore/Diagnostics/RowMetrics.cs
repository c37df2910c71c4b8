using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace RowJson.AspNetCore;

// What the meter RowJson.AspNetCore counts. Listeners subscribe to it by its name.
internal static class RowMetrics
{
    public const string MeterName = "RowJson.AspNetCore";

    private static readonly Meter Meter = new(MeterName);

    private static readonly Counter<long> Rows =
        Meter.CreateCounter<long>("rowjson.rows", "{row}", "Rows of complete bodies, where their number is known.");

    private static readonly Counter<long> Bytes =
        Meter.CreateCounter<long>("rowjson.response.body.bytes", "By", "Bytes of bodies, before compression.");

    // The buckets of the server's durations, and some for exports.
    private static readonly InstrumentAdvice<double> Buckets = new()
    {
        HistogramBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 300],
    };

    private static readonly Histogram<double> Duration = Meter.CreateHistogram(
        "rowjson.response.duration", "s", "Time from the first row's request to the last byte's flush.", tags: null, Buckets);

    private static readonly Counter<long> Failures =
        Meter.CreateCounter<long>("rowjson.response.failures", "{response}", "Bodies that a source, a value or a sink made fail.");

    private static readonly Counter<long> Aborts =
        Meter.CreateCounter<long>("rowjson.response.aborted", "{response}", "Bodies that the client did not wait for.");

    public static void Completed(long rows, long bytes, long start)
    {
        if (rows > 0) Rows.Add(rows);
        Ended(bytes, start, "completed");
    }

    public static void Failed(Exception exception, long bytes, long start)
    {
        JsonRowStage stage = (exception as JsonRowException)?.Stage ?? JsonRowStage.Unknown;
        Failures.Add(1, new KeyValuePair<string, object?>("rowjson.stage", stage.ToString().ToLowerInvariant()));
        Ended(bytes, start, "failed");
    }

    public static void Aborted(long bytes, long start)
    {
        Aborts.Add(1);
        Ended(bytes, start, "aborted");
    }

    private static void Ended(long bytes, long start, string outcome)
    {
        Bytes.Add(bytes);
        Duration.Record(Stopwatch.GetElapsedTime(start).TotalSeconds, new KeyValuePair<string, object?>("rowjson.outcome", outcome));
    }
}
