using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using RowJson.Tests;

namespace RowJson.Tester;

/// <summary>One of the tasks of a soak: writes random rows in random ways, and checks each output.</summary>
internal sealed class SoakTask(int seed, JsonRowOptions[] options, SoakReport report)
{
    private const int Ways = 6;

    private readonly Random _random = new(seed);

    /// <summary>Options that all tasks share, as a service does.</summary>
    public static JsonRowOptions[] CreateOptions(CountingPool pool) =>
    [
        .. from format in new[] { JsonRowFormat.Array, JsonRowFormat.Lines }
           from threshold in new[] { 100, 4000, 32 * 1024 }
           select new JsonRowOptions
           {
               Format = format,
               FlushThreshold = threshold,
               Pool = pool,
               Serializer = new JsonSerializerOptions { Encoder = JavaScriptEncoder.Default },
           },
    ];

    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            var rows = new SoakRows(_random);
            for (int i = 0; i < 20 && !end.IsCancellationRequested; i++) await WriteOnceAsync(rows);
        }
    }

    private async Task WriteOnceAsync(SoakRows rows)
    {
        JsonRowOptions chosen = options[_random.Next(options.Length)];
        int way = _random.Next(Ways), source = _random.Next(4);
        long failAfter = _random.Next(3) == 0 ? _random.Next(50_000) : long.MaxValue;
        using var cancellation = new CancellationTokenSource();
        if (way >= 3 && _random.Next(4) == 0) cancellation.CancelAfter(TimeSpan.FromMicroseconds(_random.Next(300)));

        Exception? thrown = null;
        var stream = new SoakStream(_random, way is 1 or 3 or 5 ? failAfter : long.MaxValue);
        var buffer = new ArrayBufferWriter<byte>();
        SoakPipe? pipe = way == 4 ? new SoakPipe(_random.Next(1, 40_000), failAfter) : null;
        JsonRows open = rows.Open(source);
        try
        {
            switch (way)
            {
                case 0: open.WriteTo(buffer, chosen); break;
                case 1: open.WriteTo(stream, chosen); break;
                case 2: PushTo(new JsonRowWriter(buffer, chosen), rows); break;
                case 3: await open.WriteToAsync(stream, chosen, cancellation.Token); break;
                case 4: await open.WriteToAsync(pipe!.Writer, chosen, cancellation.Token); break;
                default: await PushToAsync(new JsonRowWriter(stream, chosen), rows, cancellation.Token); break;
            }
        }
        catch (Exception exception)
        {
            thrown = exception;
        }

        bool readerLeft = false;
        byte[] output = stream.ToArray();
        if (pipe is not null)
        {
            output = await pipe.DrainAsync();
            readerLeft = pipe.ReaderLeft;
        }
        else if (way is 0 or 2) output = buffer.WrittenSpan.ToArray();
        Check(rows, output, chosen, thrown, isWhole: thrown is null && !readerLeft, $"way {way}, source {source}, {chosen.Format}, pieces of {chosen.FlushThreshold}");
    }

    private void Check(SoakRows rows, byte[] output, JsonRowOptions chosen, Exception? thrown, bool isWhole, string what)
    {
        int count = rows.CountRows(output, chosen.Format, isWhole);
        report.Add(Math.Max(0, count), output.Length, thrown);
        if (count < 0) report.AddFault($"{what}: wrong bytes ({output.Length} of them){(thrown is null ? "" : ": " + thrown.Message)}");
        if (thrown is not (null or OperationCanceledException or JsonRowException { InnerException: IOException }))
            report.AddFault($"{what}: {thrown}");
    }

    private static void PushTo(JsonRowWriter writer, SoakRows rows)
    {
        using (writer)
        {
            foreach (Dictionary<string, object?> row in rows.Dictionaries) writer.WriteRow(row);
            writer.Complete();
        }
    }

    private static async Task PushToAsync(JsonRowWriter writer, SoakRows rows, CancellationToken cancellationToken)
    {
        await using (writer)
        {
            foreach (Dictionary<string, object?> row in rows.Dictionaries) await writer.WriteRowAsync(row, cancellationToken);
            await writer.CompleteAsync(cancellationToken);
        }
    }
}
