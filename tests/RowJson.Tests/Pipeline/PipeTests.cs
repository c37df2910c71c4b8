using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.Tests;

/// <summary>Writing into a pipe whose reader is slow, leaves, or has the flush cancelled.</summary>
public class PipeTests
{
    private const int Threshold = 1000;

    private static readonly Dictionary<string, object?> Row = new() { ["id"] = 1234567, ["text"] = new string('x', 60) };

    /// <summary>A row and its comma.</summary>
    private static readonly int RowLength = JsonRows.From([Row]).ToUtf8Bytes().Length - 1;

    private readonly JsonRowOptions _options = new() { FlushThreshold = Threshold };
    private int _read;

    public static TheoryData<bool> Kinds => new() { false, true };

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_readerLeaves_stopsReadingTheSource(bool isAsynchronous)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1, useSynchronizationContext: false));
        Task<JsonRowResult> writing = WriteAsync(pipe.Writer, isAsynchronous, CancellationToken.None);
        long taken = 0;
        while (taken < 20 * Threshold)
        {
            ReadResult result = await pipe.Reader.ReadAsync();
            taken += result.Buffer.Length;
            pipe.Reader.AdvanceTo(result.Buffer.End);
        }
        await pipe.Reader.CompleteAsync();

        long rows = (await writing).Rows;
        rows.Should().Be(_read);
        (_read * (long)RowLength).Should().BeInRange(taken - 1, taken + (2 * (Threshold + RowLength)), "at most two batches are under way");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_flushIsCancelled_throwsOperationCanceled(bool isAsynchronous)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1, useSynchronizationContext: false));
        Task<JsonRowResult> writing = WriteAsync(pipe.Writer, isAsynchronous, CancellationToken.None);
        pipe.Writer.CancelPendingFlush();
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>().WithMessage("*PipeWriter*");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_cancelledWhileTheReaderIsSlow_throwsOperationCanceled(bool isAsynchronous)
    {
        using var cancellation = new CancellationTokenSource();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1, useSynchronizationContext: false));
        Task<JsonRowResult> writing = WriteAsync(pipe.Writer, isAsynchronous, cancellation.Token);
        ReadResult result = await pipe.Reader.ReadAsync();
        pipe.Reader.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        await cancellation.CancelAsync();
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>();

        await pipe.Writer.CompleteAsync();
        result = await pipe.Reader.ReadAsync();
        byte[] taken = result.Buffer.ToArray();
        taken[^1].Should().Be((byte)'}', "no row is cut");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_readerFails_isTheSinksFailure(bool isAsynchronous)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1, useSynchronizationContext: false));
        Task<JsonRowResult> writing = WriteAsync(pipe.Writer, isAsynchronous, CancellationToken.None);
        var failure = new IOException("The client is gone.");
        await pipe.Reader.CompleteAsync(failure);
        (await writing.Awaiting(writing => writing).Should().ThrowAsync<JsonRowException>().WithMessage("The sink failed*"))
            .Which.InnerException.Should().BeSameAs(failure);
    }

    [Fact]
    public async Task Write_severalBatches_areEncodedInThePipesOwnMemory()
    {
        // Only rows that cross the pipe's segments need a buffer of ours.
        var pool = new CountingPool();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));
        await JsonRows.From(Enumerable.Repeat(Row, 10_000)).WriteToAsync(pipe.Writer, new JsonRowOptions { Pool = pool });
        pool.Outstanding.Should().Be(0);
#if !DEBUG
        pool.Rented.Should().BeLessThan(20, "only the first batch comes in small memory");
#endif
    }

    private Task<JsonRowResult> WriteAsync(PipeWriter writer, bool isAsynchronous, CancellationToken cancellationToken) => isAsynchronous
        ? AsyncWrite.Run(new AsyncObjectRows(EndlessAsync()).Rows.Source, new PipeSink(writer), _options, progress: null, cancellationToken)
        : JsonRows.From(Endless()).WriteToAsync(writer, _options, cancellationToken: cancellationToken);

    private IEnumerable<Dictionary<string, object?>> Endless()
    {
        while (true)
        {
            _read++;
            yield return Row;
        }
    }

    private async IAsyncEnumerable<object?> EndlessAsync()
    {
        foreach (Dictionary<string, object?> row in Endless())
        {
            await Task.Yield();
            yield return row;
        }
    }
}
