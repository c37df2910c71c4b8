using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace RowJson.AspNetCore.Tests;

public sealed class MetricsTests
{
    [Fact]
    public async Task Rows_complete_areCounted()
    {
        using var meter = new Measurements();
        var body = new MemoryStream();

        await ExecuteAsync(Rows.Orders(1234), body);

        meter.Of("rowjson.rows").Should().Contain(1234);
        meter.Of("rowjson.response.body.bytes").Should().Contain(body.Length);
        meter.Outcomes.Should().Contain("completed");
        meter.Units.Should().Contain([("rowjson.rows", "{row}"), ("rowjson.response.body.bytes", "By"), ("rowjson.response.duration", "s")]);
    }

    /// <summary>Exporters' own buckets are made for milliseconds.</summary>
    [Fact]
    public async Task Duration_hasBucketsOfSeconds()
    {
        using var meter = new Measurements();

        await ExecuteAsync(Rows.Orders(1), new MemoryStream());

        IReadOnlyList<double> buckets = meter.BucketsOf("rowjson.response.duration")!;
        buckets.Should().BeInAscendingOrder().And.StartWith([0.005, 0.01]).And.EndWith([60, 300]);
    }

    [Fact]
    public async Task Rows_failed_areCountedByStage()
    {
        using var meter = new Measurements();

        Func<Task> execute = () => ExecuteAsync(Failing(), new MemoryStream());

        await execute.Should().ThrowAsync<JsonRowException>();
        meter.Of("rowjson.response.failures").Should().Contain(1);
        meter.Outcomes.Should().Contain("failed");
        meter.Stages.Should().Contain("source");
    }

    [Fact]
    public async Task Rows_clientLeaves_areCountedAsAborted()
    {
        using var meter = new Measurements();

        Func<Task> execute = () => ExecuteAsync(Rows.Orders(10), new MemoryStream(), new CancellationToken(canceled: true));

        await execute.Should().ThrowAsync<OperationCanceledException>();
        meter.Of("rowjson.response.aborted").Should().Contain(1);
        meter.Outcomes.Should().Contain("aborted");
    }

    private static Task ExecuteAsync(IEnumerable<Order> rows, Stream body, CancellationToken aborted = default)
    {
        var context = new DefaultHttpContext { RequestAborted = aborted };
        context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(body));
        return Results.Extensions.Rows(rows).ExecuteAsync(context);
    }

    private static IEnumerable<Order> Failing()
    {
        yield return Rows.Orders(1)[0];
        throw new TimeoutException();
    }

    private sealed class Measurements : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly ConcurrentBag<(string Name, double Value, string? Tag)> _values = [];
        private readonly ConcurrentDictionary<string, IReadOnlyList<double>?> _buckets = [];

        public Measurements()
        {
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Meter.Name != "RowJson.AspNetCore") return;
                Units.Add((instrument.Name, instrument.Unit));
                if (instrument is Histogram<double> histogram) _buckets[instrument.Name] = histogram.Advice?.HistogramBucketBoundaries;
                listener.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.Start();
        }

        public IReadOnlyList<double>? BucketsOf(string name) => _buckets[name];

        public ConcurrentBag<(string Name, string? Unit)> Units { get; } = [];

        public IEnumerable<string?> Outcomes => _values.Where(value => value.Name == "rowjson.response.duration").Select(value => value.Tag);

        public IEnumerable<string?> Stages => _values.Where(value => value.Name == "rowjson.response.failures").Select(value => value.Tag);

        public IEnumerable<double> Of(string name) => _values.Where(value => value.Name == name).Select(value => value.Value);

        public void Dispose() => _listener.Dispose();

        private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
            _values.Add((instrument.Name, value, tags.Length == 0 ? null : tags[0].Value?.ToString()));
    }
}
