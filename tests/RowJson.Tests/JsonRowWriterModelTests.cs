using System.Text;
using System.Text.Json;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>
/// Random calls of one writer, compared with a model: the list of the rows that it has taken. After every call the sink has complete rows
/// of them and nothing else; a closed array is that of <see cref="JsonSerializer"/>.
/// </summary>
public class JsonRowWriterModelTests
{
    private const int RoundsOfCase = 40;

    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n).Column("text", TextOf);

    public static TheoryData<string, JsonRowFormat> SinksAndFormats
    {
        get
        {
            var data = new TheoryData<string, JsonRowFormat>();
            foreach (string sink in (string[])["buffer", "stream", "asynchronous stream"])
                foreach (JsonRowFormat format in Enum.GetValues<JsonRowFormat>()) data.Add(sink, format);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(SinksAndFormats))]
    public async Task AnyCalls_outputIsCompleteRows(string sink, JsonRowFormat format)
    {
        for (int seed = 0; seed < RoundsOfCase; seed++)
        {
            var calls = new List<string>();
            try
            {
                await RunAsync(sink, format, new Random(seed), calls);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"Seed {seed}: {string.Join(", ", calls)}: {exception.Message}", exception);
            }
        }
    }

    private static async Task RunAsync(string sink, JsonRowFormat format, Random random, List<string> calls)
    {
        var pool = new CountingPool();
        var options = new JsonRowOptions { Format = format, FlushThreshold = random.Next(1, 200), Pool = pool, Sizes = BufferSizes.Tiny };
        var script = new SinkScript { FailAt = random.Next(3) == 0 ? random.Next(1, 10) : SinkScript.Never };
        bool isAsynchronous = sink == "asynchronous stream";
        JsonRowWriter writer = sink == "buffer"
            ? new JsonRowWriter(new ScriptedBufferWriter(script), options)
            : new JsonRowWriter(new ScriptedStream(script, isAsynchronous, pool), options);
        int rows = 0, flushed = 0;
        bool isCompleted = false;
        Exception? failure = null;
        for (int count = random.Next(20); count > 0; count--)
        {
            string call = random.Next(12) switch { 0 => "fail", 1 => "flush", 2 => "complete", 3 => "cancelled", _ => "row" };
            calls.Add(call);
            Exception? thrown = await ThrownAsync(() => CallAsync(writer, call, rows, isAsynchronous || random.Next(2) == 0, random.Next(4)));
            if (call == "cancelled") thrown.Should().BeAssignableTo<OperationCanceledException>();
            else if (isCompleted || failure is not null)
                thrown.Should().BeOfType<InvalidOperationException>().Which.InnerException.Should().BeSameAs(failure);
            else if (thrown is not null)
            {
                (failure = thrown).Should().BeOfType<JsonRowException>();
                if (thrown.InnerException == script.Failure) break;
                (call, ((JsonRowException)thrown).RowIndex).Should().Be(("fail", (long)rows));
            }
            else
            {
                if (call == "row") rows++;
                else flushed = rows;
                isCompleted = call == "complete";
            }
            writer.RowsWritten.Should().Be(rows);
            writer.BytesWritten.Should().Be(Expected(format, rows, isCompleted).Length);
            CheckTaken(script, format, flushed, rows, isCompleted);
        }

        calls.Add("dispose");
        Exception? atTheEnd = await ThrownAsync(async () =>
        {
            if (isAsynchronous) await writer.DisposeAsync();
            else writer.Dispose();
        });
        atTheEnd?.InnerException.Should().BeSameAs(script.Failure);
        bool sinkFailed = (atTheEnd ?? failure?.InnerException) is IOException or JsonRowException;
        CheckTaken(script, format, failure is null && atTheEnd is null ? rows : flushed, sinkFailed ? rows + 1 : rows, isCompleted || sinkFailed);
        pool.Outstanding.Should().Be(0);
        pool.Faults.Should().BeEmpty();
    }

    private static async Task CallAsync(JsonRowWriter writer, string call, int n, bool isAsync, int kind)
    {
        var cancelled = new CancellationToken(canceled: true);
        var row = new Row { ["n"] = n, ["text"] = TextOf(n) };
        switch (call)
        {
            case "row" or "fail" when kind == 0 || call == "fail":
                IEnumerable<KeyValuePair<string, object?>> cells = call == "fail" ? row.Append(new("bad", double.NaN)) : row;
                if (isAsync) await writer.WriteRowAsync(cells);
                else writer.WriteRow(cells);
                break;
            case "row" when kind == 1:
                if (isAsync) await writer.WriteRowAsync(n, Shape);
                else writer.WriteRow(n, Shape);
                break;
            case "row":
                JsonElement element = JsonSerializer.SerializeToElement(row);
                if (isAsync) await writer.WriteRowAsync(element);
                else writer.WriteRow(element);
                break;
            case "flush":
                if (isAsync) await writer.FlushAsync();
                else writer.Flush();
                break;
            case "complete":
                if (isAsync) await writer.CompleteAsync();
                else writer.Complete();
                break;
            default:
                if (kind == 0) await writer.WriteRowAsync(row, cancelled);
                else if (kind == 1) await writer.CompleteAsync(cancelled);
                else await writer.FlushAsync(cancelled);
                break;
        }
    }

    private static async Task<Exception?> ThrownAsync(Func<Task> call)
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

    /// <summary>The sink has complete rows, at least those that were flushed, and their end only if it was asked for.</summary>
    private static void CheckTaken(SinkScript script, JsonRowFormat format, int least, int most, bool mayBeClosed)
    {
        string taken = Encoding.UTF8.GetString(script.Taken);
        IEnumerable<string> allowed = Enumerable.Range(least, most - least + 1).Select(rows => Expected(format, rows, isClosed: false));
        if (mayBeClosed) allowed = allowed.Append(Expected(format, most, isClosed: true)).Append(Expected(format, Math.Max(0, most - 1), isClosed: true));
        allowed.Should().Contain(taken);
    }

    private static string Expected(JsonRowFormat format, int count, bool isClosed)
    {
        string[] rows = [.. Enumerable.Range(0, count).Select(n => new Row { ["n"] = n, ["text"] = TextOf(n) }).Select(row =>
            format < JsonRowFormat.CompactRows ? JsonSerializer.Serialize(row) : JsonSerializer.Serialize(row.Values))];
        string Array(string open, string separator, string close) =>
            (count > 0 || isClosed ? open : "") + string.Join(separator, rows) + (isClosed ? close : "");

        return format switch
        {
            JsonRowFormat.Lines or JsonRowFormat.CompactLines => string.Concat(rows.Select(row => $"{row}\n")),
            JsonRowFormat.TextSequence => string.Concat(rows.Select(row => $"\u001E{row}\n")),
            JsonRowFormat.ArrayWithLineBreaks => Array("[", ",\n", "]"),
            JsonRowFormat.CompactColumns => Array($$"""{"columns":{{(count > 0 ? """["n","text"]""" : "[]")}},"rows":[""", ",", "]}"),
            _ => Array("[", ",", "]"),
        };
    }

    private static string TextOf(int n) => new('é', n * n % 41);
}
