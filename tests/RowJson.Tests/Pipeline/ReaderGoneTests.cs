using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>
/// A pipe whose reader completes in the middle of a write: the result says that the output was cut short, and whoever has cancelled
/// gets a cancellation, whichever of the two is seen first.
/// </summary>
public class ReaderGoneTests
{
    private const int Repetitions = 1000;
    private const int Rows = 2000;

    private static readonly List<Dictionary<string, object?>> List =
        [.. Enumerable.Range(0, Rows).Select(n => new Dictionary<string, object?> { ["n"] = n, ["text"] = "some text" })];

    private static readonly JsonRowOptions Options = new() { FlushThreshold = 500 };

    private static readonly byte[] Whole = JsonSerializer.SerializeToUtf8Bytes(List);

    private static readonly JsonDocument Document = JsonDocument.Parse(Whole);

    public static TheoryData<string> Sources => ["list", "sequence", "document", "document row by row", "async", "interval"];

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task WriteToAsync_noToken_resultSaysThatItIsCutShort(string source)
    {
        for (int i = 0; i < Repetitions; i++)
        {
            Pipe pipe = NewPipe();
            Task<JsonRowResult> writing = WriteAsync(source, pipe.Writer, CancellationToken.None);
            long read = await ReadAsync(pipe.Reader, bytes: i * 7);
            await pipe.Reader.CompleteAsync();

            JsonRowResult result = await writing.WaitAsync(Hang.Guard);
            CheckCut(result, read);
        }
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task WriteToAsync_tokenThatStays_resultSaysThatItIsCutShort(string source)
    {
        using var cancellation = new CancellationTokenSource();
        for (int i = 0; i < Repetitions; i++)
        {
            Pipe pipe = NewPipe();
            Task<JsonRowResult> writing = WriteAsync(source, pipe.Writer, cancellation.Token);
            long read = await ReadAsync(pipe.Reader, bytes: i * 7);
            await pipe.Reader.CompleteAsync();
            CheckCut(await writing.WaitAsync(Hang.Guard), read);
        }
    }

    /// <summary>As a web server does it: the request is aborted, and the body's reader goes, on a thread of its own.</summary>
    [Theory]
    [MemberData(nameof(Sources))]
    public async Task WriteToAsync_cancelledBeforeTheReaderGoes_isAlwaysACancellation(string source)
    {
        for (int i = 0; i < Repetitions; i++)
        {
            using var cancellation = new CancellationTokenSource();
            Pipe pipe = NewPipe();
            Task<JsonRowResult> writing = WriteAsync(source, pipe.Writer, cancellation.Token);
            await ReadAsync(pipe.Reader, bytes: i * 7);
            await Task.Run(() =>
            {
                cancellation.Cancel();
                pipe.Reader.Complete();
            });
            OperationCanceledException thrown = (await writing.Awaiting(writing => writing.WaitAsync(Hang.Guard))
                .Should().ThrowAsync<OperationCanceledException>()).Which;
            thrown.CancellationToken.Should().Be(cancellation.Token);
        }
    }

    /// <summary>Two threads: a result is a cut one, and never comes where the token was cancelled before the source was released.</summary>
    [Fact]
    [Trait("Speed", "Slow")]
    public async Task WriteToAsync_cancelledAtTheSameMoment_isACancellationOrACutResult()
    {
        int cancelled = 0, cut = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            using var cancellation = new CancellationTokenSource();
            using var start = new Barrier(2);
            Pipe pipe = NewPipe();
            bool cancelledBeforeTheEnd = false;
            Task<JsonRowResult> writing = JsonRows.From(RowsAsync(() => cancelledBeforeTheEnd = cancellation.IsCancellationRequested))
                .WriteToAsync(pipe.Writer, Options, cancellationToken: cancellation.Token);
            long read = await ReadAsync(pipe.Reader, bytes: i * 7);
            Task leaving = Task.Run(() =>
            {
                start.SignalAndWait();
                pipe.Reader.Complete();
            });
            Task cancelling = Task.Run(() =>
            {
                start.SignalAndWait();
                cancellation.Cancel();
            });
            try
            {
                CheckCut(await writing.WaitAsync(Hang.Guard), read);
                cancelledBeforeTheEnd.Should().BeFalse("a token that is cancelled by then wins");
                cut++;
            }
            catch (OperationCanceledException exception)
            {
                exception.CancellationToken.Should().Be(cancellation.Token);
                cancelled++;
            }
            await Task.WhenAll(leaving, cancelling);
        }
        (cancelled + cut).Should().Be(Repetitions);
    }

    [Fact]
    public async Task WriteToAsync_cancelledWhileTheSourceIsReleased_isACancellation()
    {
        using var cancellation = new CancellationTokenSource();
        Pipe pipe = NewPipe();
        Task<JsonRowResult> writing = JsonRows.From(RowsAsync(cancellation.Cancel)).WriteToAsync(pipe.Writer, Options, cancellationToken: cancellation.Token);
        await ReadAsync(pipe.Reader, bytes: 1000);
        await pipe.Reader.CompleteAsync();
        await writing.Awaiting(writing => writing.WaitAsync(Hang.Guard)).Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task WriteToAsync_cancelledAfterAllIsWritten_isComplete()
    {
        using var cancellation = new CancellationTokenSource();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        var progress = new CancelAtTheEnd(cancellation);
        JsonRowResult result = await JsonRows.From(List.ToAsync()).WriteToAsync(pipe.Writer, Options, progress, cancellation.Token);
        cancellation.IsCancellationRequested.Should().BeTrue();
        ((object)result).Should().Be(new JsonRowResult { Rows = Rows, Bytes = Whole.Length, IsComplete = true });
    }

    [Fact]
    public async Task JsonRowWriter_readerGone_saysFalseUntilTheTokenIsCancelled()
    {
        using var cancellation = new CancellationTokenSource();
        var pipe = new Pipe();
        await using var writer = new JsonRowWriter(pipe.Writer, new JsonRowOptions { FlushThreshold = 1 });
        (await writer.WriteRowAsync(List[0], cancellation.Token)).Should().BeTrue();
        await pipe.Reader.CompleteAsync();
        (await writer.WriteRowAsync(List[1], cancellation.Token)).Should().BeFalse();
        await cancellation.CancelAsync();
        await writer.Awaiting(writer => writer.WriteRowAsync(List[2], cancellation.Token).AsTask())
            .Should().ThrowAsync<OperationCanceledException>();
    }

    /// <summary>Some of the rows, as many as its bytes hold, and at least what the reader has seen.</summary>
    private static void CheckCut(JsonRowResult result, long read)
    {
        result.IsComplete.Should().BeFalse();
        result.Bytes.Should().BeInRange(read, Whole.Length - 1);
        result.Rows.Should().BeInRange(1, Rows - 1);
        result.Bytes.Should().Be(LengthOf((int)result.Rows), "after {0} rows", result.Rows);
    }

    private static long LengthOf(int rows) => JsonSerializer.SerializeToUtf8Bytes(List[..rows]).Length - 1;

    private static Pipe NewPipe() => new(new PipeOptions(pauseWriterThreshold: 2000, resumeWriterThreshold: 1000,
        useSynchronizationContext: false));

    private static async Task<long> ReadAsync(PipeReader reader, int bytes)
    {
        long read = 0;
        while (read < bytes)
        {
            ReadResult result = await reader.ReadAsync();
            read += result.Buffer.Length;
            reader.AdvanceTo(result.Buffer.End);
        }
        return read;
    }

    private static Task<JsonRowResult> WriteAsync(string source, PipeWriter writer, CancellationToken cancellationToken) => source switch
    {
        "list" => JsonRows.From(List).WriteToAsync(writer, Options, cancellationToken: cancellationToken),
        "sequence" => JsonRows.From(List.Where(_ => true)).WriteToAsync(writer, Options, cancellationToken: cancellationToken),
        "document" => JsonRows.From(Document).WriteToAsync(writer, Options, cancellationToken: cancellationToken),
        "document row by row" => JsonRows.From(Document)
            .WriteToAsync(writer, new JsonRowOptions(Options) { ColumnNamingPolicy = Naming.By(name => name) }, cancellationToken: cancellationToken),
        "async" => JsonRows.From(List.ToAsync()).WriteToAsync(writer, Options, cancellationToken: cancellationToken),
        _ => JsonRows.From(List.ToAsync()).WriteToAsync(writer, new JsonRowOptions(Options) { FlushInterval = TimeSpan.FromHours(1) },
            cancellationToken: cancellationToken),
    };

    private static async IAsyncEnumerable<Dictionary<string, object?>> RowsAsync(Action onRelease)
    {
        try
        {
            foreach (Dictionary<string, object?> row in List) yield return row;
        }
        finally
        {
            await Task.Yield();
            onRelease();
        }
    }

    private sealed class CancelAtTheEnd(CancellationTokenSource cancellation) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            if (value.Bytes == Whole.Length) cancellation.Cancel();
        }
    }
}
