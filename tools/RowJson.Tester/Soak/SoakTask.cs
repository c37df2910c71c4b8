using System.Text.Encodings.Web;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>One of the tasks of a soak: writes random rows in random ways, and checks each output.</summary>
internal sealed class SoakTask(int seed, JsonRowOptions[] options, SoakReport report)
{
    private readonly Random _random = new(seed);
    private readonly SoakMisuse _misuse = new(new Random(-seed), report);

    /// <summary>How the rows go out.</summary>
    private enum Way
    {
        Buffer,
        Stream,
        DocumentWriter,
        PushedToBuffer,
        PushedToStream,
        StreamAsync,
        PipeAsync,
        PushedToStreamAsync,
        PushedToPipeAsync,
        WaitedForToStreamAsync,
        WaitedForToPipeAsync,
    }

    private static readonly Way[] Ways = Enum.GetValues<Way>();

    /// <summary>Options that all tasks share, as a service does.</summary>
    public static JsonRowOptions[] CreateOptions(CountingPool pool, TimeSpan? flushInterval = null) =>
    [
        .. from format in new[] { JsonRowFormat.Array, JsonRowFormat.Lines }
           from threshold in new[] { 100, 4000, 60 * 1024 }
           select new JsonRowOptions
           {
               Format = format,
               FlushThreshold = threshold,
               FlushInterval = flushInterval,
               Pool = pool,
               SerializerOptions = new JsonSerializerOptions { Encoder = JavaScriptEncoder.Default },
           },
    ];

    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            SoakRows rows = _random.Next(5) switch
            {
                0 => new CallingRows(_random),
                < 3 => new RaggedRows(_random),
                _ => new RecordRows(_random),
            };
            for (int i = 0; i < 20 && !end.IsCancellationRequested; i++)
            {
                try
                {
                    await WriteOnceAsync(rows);
                    if (i % 4 == 0) await _misuse.RunOnceAsync(rows);
                }
                catch (Exception exception)
                {
                    // The sink itself failed.
                    report.AddFault($"{rows.GetType().Name}: {exception}");
                }
            }
        }
    }

    private async Task WriteOnceAsync(SoakRows rows)
    {
        JsonRowOptions chosen = options[_random.Next(options.Length)];
        Way way = Choose(Ways);
        if (way == Way.DocumentWriter && chosen.Framing == JsonRowFormat.Lines) way = Way.Buffer; // several values
        long failAfter = _random.Next(3) == 0 ? _random.Next(50_000) : long.MaxValue;
        using var cancellation = new CancellationTokenSource();
        if (way >= Way.StreamAsync && _random.Next(4) == 0) cancellation.CancelAfter(TimeSpan.FromMicroseconds(_random.Next(300)));

        var sinks = new SoakSinks(_random, failAfter, (CountingPool)chosen.Pool);
        Exception? thrown = null;
        try
        {
            await WriteAsync(way, rows, sinks, chosen, cancellation.Token);
        }
        catch (Exception exception)
        {
            thrown = exception;
        }
        byte[] output = await sinks.DrainAsync();
        bool isWhole = thrown is null && !sinks.ReaderLeft;
        int count = rows.CountRows(output, chosen.Framing, isWhole, isInside: way == Way.DocumentWriter);
        string what = $"{rows.GetType().Name}, {way}, {chosen.Framing}, batches of {chosen.FlushThreshold}";
        if (count < 0) report.AddFault($"{what}: wrong bytes ({output.Length} of them){(thrown is null ? "" : ": " + thrown.Message)}");
        if (rows is CallingRows) report.AddMisuse(Math.Max(0, count), output.Length, thrown);
        else report.Add(Math.Max(0, count), output.Length, thrown);
        CheckEnd(rows, thrown, cancellation.IsCancellationRequested, what);
    }

    private async Task WriteAsync(Way way, SoakRows rows, SoakSinks sinks, JsonRowOptions chosen, CancellationToken cancellationToken)
    {
        switch (way)
        {
            case Way.Buffer: Open(rows, sinks, other => other.WriteTo(sinks.Buffer, chosen)).WriteTo(sinks.Buffer, chosen); break;
            case Way.Stream: Open(rows, sinks, other => other.WriteTo(sinks.Stream, chosen)).WriteTo(sinks.Stream, chosen); break;
            case Way.DocumentWriter: WriteToDocument(rows, sinks, chosen); break;
            case Way.PushedToBuffer: PushTo(new JsonRowWriter(sinks.Buffer, chosen), rows, sinks); break;
            case Way.PushedToStream: PushTo(new JsonRowWriter(sinks.Stream, chosen), rows, sinks); break;
            case Way.StreamAsync:
                await Open(rows, sinks, other => Wait(other.WriteToAsync(sinks.Stream, chosen)))
                    .WriteToAsync(sinks.Stream, chosen, cancellationToken: cancellationToken);
                break;
            case Way.PipeAsync:
                await Open(rows, sinks, other => Wait(other.WriteToAsync(sinks.Pipe, chosen)))
                    .WriteToAsync(sinks.Pipe, chosen, cancellationToken: cancellationToken);
                break;
            case Way.PushedToStreamAsync: await PushToAsync(new JsonRowWriter(sinks.Stream, chosen), rows, sinks, cancellationToken); break;
            case Way.PushedToPipeAsync: await PushToAsync(new JsonRowWriter(sinks.Pipe, chosen), rows, sinks, cancellationToken); break;
            case Way.WaitedForToStreamAsync:
                Prepare(rows, sinks, other => Wait(other.WriteToAsync(sinks.Stream, chosen)));
                await Choose(rows.AsyncSources)().WriteToAsync(sinks.Stream, chosen, cancellationToken: cancellationToken);
                break;
            default:
                Prepare(rows, sinks, other => Wait(other.WriteToAsync(sinks.Pipe, chosen)));
                await Choose(rows.AsyncSources)().WriteToAsync(sinks.Pipe, chosen, cancellationToken: cancellationToken);
                break;
        }
    }

    /// <summary>A source of the rows, which may write others to the same sink from inside.</summary>
    private JsonRows Open(SoakRows rows, SoakSinks sinks, Action<JsonRows> writeOther)
    {
        Prepare(rows, sinks, writeOther);
        return Choose(rows.Sources)();
    }

    private void Prepare(SoakRows rows, SoakSinks sinks, Action<JsonRows>? writeOther)
    {
        sinks.WriteOther = writeOther;
        (rows as CallingRows)?.Call(_random, sinks);
    }

    private void CheckEnd(SoakRows rows, Exception? thrown, bool isCancelled, string what)
    {
        bool isRight = thrown switch
        {
            null or JsonRowException { InnerException: IOException } => true,
            JsonRowException { InnerException: InvalidOperationException } => rows is CallingRows,
            OperationCanceledException => isCancelled,
            _ => false,
        };
        if (!isRight) report.AddFault($"{what}: {thrown}");
        if (rows is not CallingRows calling) return;
        foreach (string fault in calling.TakeFaults()) report.AddFault($"{what}: {fault}");
        calling.Call(_random, sinks: null);
    }

    private void WriteToDocument(SoakRows rows, SoakSinks sinks, JsonRowOptions chosen)
    {
        using var writer = new Utf8JsonWriter(sinks.Buffer);
        Open(rows, sinks, other => other.WriteTo(writer, chosen)).WriteTo(writer, chosen);
    }

    private void PushTo(JsonRowWriter writer, SoakRows rows, SoakSinks sinks)
    {
        sinks.Writer = writer;
        Prepare(rows, sinks, writeOther: null);
        using (writer)
        {
            Choose(rows.Pushes)(writer);
            writer.Complete();
        }
    }

    private async Task PushToAsync(JsonRowWriter writer, SoakRows rows, SoakSinks sinks, CancellationToken cancellationToken)
    {
        sinks.Writer = writer;
        Prepare(rows, sinks, writeOther: null);
        await using (writer)
        {
            await Choose(rows.AsyncPushes)(writer, cancellationToken);
            await writer.CompleteAsync(cancellationToken);
        }
    }

    private static void Wait(Task task) => task.GetAwaiter().GetResult();

    private T Choose<T>(IReadOnlyList<T> all) => all[_random.Next(all.Count)];
}
