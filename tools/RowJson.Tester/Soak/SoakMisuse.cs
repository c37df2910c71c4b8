using RowJson.Tests;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tester;

/// <summary>
/// Misuse by callers, and failures that they cannot prevent: one writer for several tasks, disposal during a write, a feed that falls
/// silent while its sink fails. Every call ends as documented, no byte is wrong, and no buffer is returned too early.
/// </summary>
internal sealed class SoakMisuse
{
    private const int Users = 3;
    private const int RowsEach = 60;

    /// <summary>Only a write that never ends takes as long.</summary>
    private static readonly TimeSpan Forever = TimeSpan.FromMinutes(1);

    private readonly Random _random;
    private readonly SoakReport _report;

    /// <summary>A pool of its own, since a disposal may leave buffers to the collector.</summary>
    private readonly CountingPool _pool = new();
    private readonly JsonRowOptions[] _options;
    private readonly JsonRowOptions[] _liveOptions;

    public SoakMisuse(Random random, SoakReport report)
    {
        _random = random;
        _report = report;
        _options = SoakTask.CreateOptions(_pool);
        _liveOptions = SoakTask.CreateOptions(_pool, flushInterval: TimeSpan.FromMilliseconds(1));
    }

    public async Task RunOnceAsync(SoakRows rows)
    {
        switch (_random.Next(3))
        {
            case 0: await ShareAsync(); break;
            case 1: await DisposeAsync(rows); break;
            default: await FallSilentAsync(rows); break;
        }
        if (_pool.Outstanding > 0) _report.AddFault($"{_pool.Abandon()} buffers were not returned after a misuse.");
        _report.AddFaults(_pool);
    }

    /// <summary>Several tasks write the same row with one writer: those calls that succeed are in the output, and no other.</summary>
    private async Task ShareAsync()
    {
        JsonRowOptions options = Choose(_options);
        var row = new Row
        {
            ["id"] = _random.Next(),
            ["text"] = new string('x', _random.Next(200)),
            ["list"] = new List<object?> { 1, "ä", null },
        };
        var sinks = new SoakSinks(_random, FailAfter(50_000), _pool);
        JsonRowWriter writer = Open(sinks, options);
        int written = 0;
        int seed = _random.Next();
        Exception? failure = null;
        await Task.WhenAll(Enumerable.Range(0, Users).Select(user => Task.Run(async () =>
        {
            var random = new Random(seed + user);
            for (int i = 0; i < RowsEach; i++)
            {
                Exception? thrown = await CatchAsync(() => UseAsync(writer, row, random.Next(12), () => Interlocked.Increment(ref written)));
                if (thrown is JsonRowException) failure = thrown;
                else if (thrown is not (null or InvalidOperationException)) _report.AddFault($"shared writer: {thrown}");
            }
        })));
        failure = await CatchAsync(async () => await writer.CompleteAsync()) ?? failure;
        Exception? disposed = await CatchAsync(async () => await writer.DisposeAsync());
        byte[] output = await sinks.DrainAsync();

        bool isWhole = failure is null && !sinks.ReaderLeft;
        int count = new RaggedRows([.. Enumerable.Repeat(row, written)]).CountRows(output, options.Framing, isWhole);
        // A row with which the sink failed is not counted as written, and may be there.
        if (count < 0 && !isWhole)
            count = new RaggedRows([.. Enumerable.Repeat(row, Users * RowsEach)]).CountRows(output, options.Framing, isWhole);
        string what = $"shared writer, {options.Framing}, batches of {options.FlushThreshold}, {written} rows";
        if (count < 0) _report.AddFault($"{what}: wrong bytes ({output.Length} of them) {failure?.Message}");
        CheckEnd(what, failure, isDisposed: false, isCancelled: false);
        CheckEnd(what, disposed, isDisposed: false, isCancelled: false);
        _report.AddMisuse(Math.Max(0, count), output.Length, failure);
    }

    private static async Task UseAsync(JsonRowWriter writer, Row row, int what, Action onWritten)
    {
        switch (what)
        {
            case 0: await writer.FlushAsync(); return;
            case < 6: writer.WriteRow(row); break;
            default: await writer.WriteRowAsync(row); break;
        }
        onWritten();
    }

    /// <summary>A writer is disposed at some time of its life, most often during a write.</summary>
    private async Task DisposeAsync(SoakRows rows)
    {
        JsonRowOptions options = Choose(_options);
        var sinks = new SoakSinks(_random, FailAfter(50_000), _pool);
        JsonRowWriter writer = Open(sinks, options);
        bool isAsynchronous = _random.Next(2) == 0;
        int delay = _random.Next(60);
        Func<JsonRowWriter, CancellationToken, Task> push = Choose(rows.AsyncPushes);
        Task<Exception?> writing = Task.Run(() => CatchAsync(async () =>
        {
            await push(writer, CancellationToken.None);
            await writer.CompleteAsync();
        }));
        for (int i = 0; i < delay; i++) await Task.Yield();
        Exception? disposed = await CatchAsync(async () =>
        {
            if (isAsynchronous) await writer.DisposeAsync();
            else writer.Dispose();
        });
        Exception? thrown = await writing;
        // A disposal that was refused has to be repeated.
        Exception? disposedAtLast = await CatchAsync(async () => await writer.DisposeAsync());
        byte[] output = await sinks.DrainAsync();
        if (!isAsynchronous) _report.AddAbandoned(_pool.Abandon());

        bool isWhole = thrown is null && !sinks.ReaderLeft;
        int count = rows.CountRows(output, options.Framing, isWhole);
        string how = isAsynchronous ? "DisposeAsync" : "Dispose";
        string what = $"{rows.GetType().Name}, {how} during a write, {options.Framing}, batches of {options.FlushThreshold}";
        if (count < 0) _report.AddFault($"{what}: wrong bytes ({output.Length} of them) {thrown?.Message}");
        CheckEnd(what, thrown, isDisposed: true, isCancelled: false);
        CheckEnd(what, disposed, isDisposed: true, isCancelled: false);
        CheckEnd(what, disposedAtLast, isDisposed: true, isCancelled: false);
        _report.AddMisuse(Math.Max(0, count), output.Length, thrown);
    }

    /// <summary>A live feed yields no more rows; its sink fails, its reader completes, or it is cancelled.</summary>
    private async Task FallSilentAsync(SoakRows rows)
    {
        if (rows.Count == 0) return;
        JsonRowOptions options = Choose(_liveOptions);
        bool isPipe = _random.Next(2) == 0;
        bool isCancelled = _random.Next(3) == 0;
        int silentAt = _random.Next(1, rows.Count + 1);
        // A stream fails at its first bytes; a reader leaves at the latest when it has everything.
        long failAfter = isCancelled ? long.MaxValue : isPipe ? _random.NextInt64(rows.LengthOf(silentAt, options.Framing)) : 0;
        var sinks = new SoakSinks(_random, failAfter, _pool);
        using var cancellation = new CancellationTokenSource();
        AsyncJsonRows feed = Choose(rows.AsyncSources)();
        rows.SilentAt = silentAt;
        if (isCancelled) cancellation.CancelAfter(TimeSpan.FromMicroseconds(_random.Next(5000)));
        Exception? thrown = await CatchAsync(async () =>
        {
            Task<JsonRowResult> writing = isPipe
                ? feed.WriteToAsync(sinks.Pipe, options, cancellationToken: cancellation.Token)
                : feed.WriteToAsync(sinks.Stream, options, cancellationToken: cancellation.Token);
            await writing.WaitAsync(Forever);
        });
        rows.SilentAt = SoakRows.Never;
        byte[] output = await sinks.DrainAsync();

        int count = rows.CountRows(output, options.Framing, isWhole: false);
        string sink = isPipe ? "pipe" : "stream";
        string what = $"{rows.GetType().Name}, silent feed to a {sink}, {options.Framing}, batches of {options.FlushThreshold}";
        if (count < 0 || count > silentAt) _report.AddFault($"{what}: wrong bytes ({output.Length} of them) {thrown?.Message}");
        if (thrown is null && !sinks.ReaderLeft) _report.AddFault($"{what}: ended as if all rows had come");
        CheckEnd(what, thrown, isDisposed: false, isCancelled);
        _report.AddMisuse(Math.Max(0, count), output.Length, thrown);
    }

    private void CheckEnd(string what, Exception? thrown, bool isDisposed, bool isCancelled)
    {
        bool isRight = thrown switch
        {
            null or JsonRowException { InnerException: IOException } => true,
            InvalidOperationException => isDisposed || thrown.InnerException is JsonRowException,
            OperationCanceledException => isCancelled,
            _ => false,
        };
        if (!isRight) _report.AddFault($"{what}: {thrown}");
    }

    private JsonRowWriter Open(SoakSinks sinks, JsonRowOptions options) => _random.Next(3) switch
    {
        0 => new JsonRowWriter(sinks.Buffer, options),
        1 => new JsonRowWriter(sinks.Pipe, options),
        _ => new JsonRowWriter(sinks.Stream, options),
    };

    private long FailAfter(int most) => _random.Next(4) == 0 ? _random.Next(most) : long.MaxValue;

    private static async Task<Exception?> CatchAsync(Func<Task> call)
    {
        try
        {
            await call();
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private T Choose<T>(IReadOnlyList<T> all) => all[_random.Next(all.Count)];
}
