using System.Diagnostics.Metrics;

namespace ExportService.Diagnostics;

/// <summary>Sums what the meter <c>RowJson.AspNetCore</c> counts. A service would export the meter with OpenTelemetry instead.</summary>
public sealed class ResponseTotals : IDisposable
{
    private readonly MeterListener _listener = new();
    private long _rows;
    private long _bytes;
    private long _aborted;
    private long _failed;

    public ResponseTotals()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == "RowJson.AspNetCore") listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => Add(instrument.Name, value));
        _listener.Start();
    }

    public long Rows => Volatile.Read(ref _rows);

    public long Bytes => Volatile.Read(ref _bytes);

    public long Aborted => Volatile.Read(ref _aborted);

    public long Failed => Volatile.Read(ref _failed);

    public void Dispose() => _listener.Dispose();

    private void Add(string instrument, long value)
    {
        switch (instrument)
        {
            case "rowjson.rows": Interlocked.Add(ref _rows, value); break;
            case "rowjson.response.body.bytes": Interlocked.Add(ref _bytes, value); break;
            case "rowjson.response.aborted": Interlocked.Add(ref _aborted, value); break;
            case "rowjson.response.failures": Interlocked.Add(ref _failed, value); break;
        }
    }
}
