using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>One of the tasks of a soak: writes random rows in random ways, and checks each output.</summary>
internal sealed class SoakTask(int seed, JsonRowOptions[] options, SoakReport report)
{
    private readonly Random _random = new(seed);

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
    public static JsonRowOptions[] CreateOptions(CountingPool pool) =>
    [
        .. from format in new[] { JsonRowFormat.Array, JsonRowFormat.Lines }
           from threshold in new[] { 100, 4000, 60 * 1024 }
           select new JsonRowOptions
           {
               Format = format,
               FlushThreshold = threshold,
               Pool = pool,
               MaxDegreeOfParallelism = threshold == 4000 ? 2 : 1,
               Serializer = new JsonSerializerOptions { Encoder = JavaScriptEncoder.Default },
           },
    ];

    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            SoakRows rows = _random.Next(2) == 0 ? new RaggedRows(_random) : new RecordRows(_random);
            for (int i = 0; i < 20 && !end.IsCancellationRequested; i++) await WriteOnceAsync(rows);
        }
    }

    private async Task WriteOnceAsync(SoakRows rows)
    {
        JsonRowOptions chosen = options[_random.Next(options.Length)];
        Way way = Choose(Ways);
        if (way == Way.DocumentWriter && chosen.Format == JsonRowFormat.Lines) way = Way.Buffer; // several values
        long failAfter = _random.Next(3) == 0 ? _random.Next(50_000) : long.MaxValue;
        using var cancellation = new CancellationTokenSource();
        if (way >= Way.StreamAsync && _random.Next(4) == 0) cancellation.CancelAfter(TimeSpan.FromMicroseconds(_random.Next(300)));

        var sinks = new SoakSinks(_random, failAfter);
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
        Check(rows, output, chosen, thrown, isWhole, $"{rows.GetType().Name}, {way}, {chosen.Format}, pieces of {chosen.FlushThreshold}");
    }

    private async Task WriteAsync(Way way, SoakRows rows, SoakSinks sinks, JsonRowOptions chosen, CancellationToken cancellationToken)
    {
        switch (way)
        {
            case Way.Buffer: Choose(rows.Sources)().WriteTo(sinks.Buffer, chosen); break;
            case Way.Stream: Choose(rows.Sources)().WriteTo(sinks.Stream, chosen); break;
            case Way.DocumentWriter: WriteTo(sinks.Buffer, Choose(rows.Sources)(), chosen); break;
            case Way.PushedToBuffer: PushTo(new JsonRowWriter(sinks.Buffer, chosen), Choose(rows.Pushes)); break;
            case Way.PushedToStream: PushTo(new JsonRowWriter(sinks.Stream, chosen), Choose(rows.Pushes)); break;
            case Way.StreamAsync: await Choose(rows.Sources)().WriteToAsync(sinks.Stream, chosen, cancellationToken); break;
            case Way.PipeAsync: await Choose(rows.Sources)().WriteToAsync(sinks.Pipe, chosen, cancellationToken); break;
            case Way.PushedToStreamAsync:
                await PushToAsync(new JsonRowWriter(sinks.Stream, chosen), Choose(rows.AsyncPushes), cancellationToken);
                break;
            case Way.PushedToPipeAsync:
                await PushToAsync(new JsonRowWriter(sinks.Pipe, chosen), Choose(rows.AsyncPushes), cancellationToken);
                break;
            case Way.WaitedForToStreamAsync:
                await Choose(rows.AsyncSources)().WriteToAsync(sinks.Stream, chosen, cancellationToken);
                break;
            default: await Choose(rows.AsyncSources)().WriteToAsync(sinks.Pipe, chosen, cancellationToken); break;
        }
    }

    private void Check(SoakRows rows, byte[] output, JsonRowOptions chosen, Exception? thrown, bool isWhole, string what)
    {
        int count = rows.CountRows(output, chosen.Format, isWhole);
        report.Add(Math.Max(0, count), output.Length, thrown);
        if (count < 0) report.AddFault($"{what}: wrong bytes ({output.Length} of them){(thrown is null ? "" : ": " + thrown.Message)}");
        if (thrown is not (null or OperationCanceledException or JsonRowException { InnerException: IOException }))
            report.AddFault($"{what}: {thrown}");
    }

    private static void WriteTo(IBufferWriter<byte> buffer, JsonRows rows, JsonRowOptions chosen)
    {
        using var writer = new Utf8JsonWriter(buffer);
        rows.WriteTo(writer, chosen);
    }

    private static void PushTo(JsonRowWriter writer, Action<JsonRowWriter> push)
    {
        using (writer)
        {
            push(writer);
            writer.Complete();
        }
    }

    private static async Task PushToAsync(
        JsonRowWriter writer, Func<JsonRowWriter, CancellationToken, Task> push, CancellationToken cancellationToken)
    {
        await using (writer)
        {
            await push(writer, cancellationToken);
            await writer.CompleteAsync(cancellationToken);
        }
    }

    private T Choose<T>(IReadOnlyList<T> all) => all[_random.Next(all.Count)];
}
