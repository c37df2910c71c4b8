using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>Live feeds whose write ends while the source is silent: the write does not wait for rows that nobody will read.</summary>
public class SilentSourceTests
{
    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n);

    private static readonly JsonTypeInfo<Row> TypeInfo = (JsonTypeInfo<Row>)JsonSerializerOptions.Default.GetTypeInfo(typeof(Row));

    private readonly CountingPool _pool = new();

    private static readonly string[] Kinds = ["pairs", "objects", "elements", "metadata", "shape", "reader"];

    public static TheoryData<string> Sources => [.. Kinds];

    public static TheoryData<string, int> SourcesAndRows
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (string source in Kinds)
            {
                data.Add(source, 0);
                data.Add(source, 2);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_sinkFails_endsWithItsFailure(string source)
    {
        var feed = new SilentFeed { Rows = 2 };
        var script = new SinkScript { FailAt = 1 };
        Task<JsonRowResult> writing = WriteAsync(source, feed, new ScriptedStream(script, isAsynchronous: true));

        JsonRowException failure = await ThrownByAsync<JsonRowException>(writing);

        failure.InnerException.Should().BeSameAs(script.Failure);
        failure.RowIndex.Should().BeInRange(1, 2, "an interval may end between the two");
        await CheckReleasedAsync(source, feed);
    }

    [Theory]
    [MemberData(nameof(SourcesAndRows))]
    public async Task Write_readerLeaves_endsWithTheRowsWritten(string source, int rows)
    {
        var feed = new SilentFeed { Rows = rows };
        var pipe = new Pipe();
        Task<JsonRowResult> writing = WriteAsync(source, feed, pipe.Writer);
        if (rows > 0) await ReadToAsync(pipe.Reader, Expected(rows)[..^1]);
        await feed.Silence;

        await pipe.Reader.CompleteAsync();

        (await writing.WaitAsync(Hang.Guard)).Should().Be(rows);
        await CheckReleasedAsync(source, feed);
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_readerFails_isTheSinksFailure(string source)
    {
        var feed = new SilentFeed { Rows = 1 };
        var pipe = new Pipe();
        Task<JsonRowResult> writing = WriteAsync(source, feed, pipe.Writer);
        await ReadToAsync(pipe.Reader, Expected(1)[..^1]);
        var failure = new IOException("The client is gone.");

        await pipe.Reader.CompleteAsync(failure);

        (await ThrownByAsync<JsonRowException>(writing)).InnerException.Should().BeSameAs(failure);
        await CheckReleasedAsync(source, feed);
    }

    [Fact]
    public async Task Write_flushIsCancelledWhileSilent_isACancellation()
    {
        var feed = new SilentFeed { Rows = 1 };
        var pipe = new Pipe();
        Task<JsonRowResult> writing = WriteAsync("shape", feed, pipe.Writer);
        await feed.Silence;

        pipe.Writer.CancelPendingFlush();

        await ThrownByAsync<OperationCanceledException>(writing);
        await CheckReleasedAsync("shape", feed);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Speed", "Slow")]
    public async Task Write_cancelledWhileSilent_endsWithTheCallersToken(bool ignoresToken)
    {
        using var cancellation = new CancellationTokenSource();
        var feed = new SilentFeed { Rows = 1, IgnoresToken = ignoresToken };
        Task<JsonRowResult> writing = WriteAsync("shape", feed, Stream.Null, cancellation.Token);
        await feed.Silence;

        await cancellation.CancelAsync();

        (await ThrownByAsync<OperationCanceledException>(writing)).CancellationToken.Should().Be(cancellation.Token);
        feed.End();
        await CheckReleasedAsync("shape", feed);
    }

    [Theory]
    [InlineData("shape")]
    [InlineData("reader")]
    [Trait("Speed", "Slow")]
    public async Task Write_sourceIgnoresItsToken_endsBeforeItAndDisposesItLater(string source)
    {
        var feed = new SilentFeed { Rows = 1, IgnoresToken = true };
        var failure = new IOException("The client is gone.");
        Task<JsonRowResult> writing = WriteAndFailWhileSilentAsync(source, feed, failure);

        (await ThrownByAsync<JsonRowException>(writing)).InnerException.Should().BeSameAs(failure);

        feed.IsMoving.Should().BeTrue();
        feed.Disposals.Should().Be(0, "a source must not be disposed during a move");
        _pool.Outstanding.Should().Be(0);
        feed.End();
        await CheckReleasedAsync(source, feed);
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Write_readerLeavesASourceThatIgnoresItsToken_endsWithTheRowsWritten()
    {
        var feed = new SilentFeed { Rows = 1, IgnoresToken = true };
        var pipe = new Pipe();
        Task<JsonRowResult> writing = WriteAsync("objects", feed, pipe.Writer);
        await feed.Silence;
        await pipe.Reader.CompleteAsync();

        (await writing.WaitAsync(Hang.Guard)).Should().Be(1);

        feed.End();
        await CheckReleasedAsync("objects", feed);
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Write_sourceFailsAfterTheWrite_disturbsNobody()
    {
        Exception[] failures = [new IOException("The move failed later."), new IOException("The disposal failed later.")];
        var unobserved = new List<Exception>();
        EventHandler<UnobservedTaskExceptionEventArgs> handler = (_, e) =>
        {
            lock (unobserved) unobserved.AddRange(e.Exception.Flatten().InnerExceptions);
        };
        TaskScheduler.UnobservedTaskException += handler;
        try
        {
            await FailAfterTheWriteAsync(failures[0], failures[1]);
            for (int i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= handler;
        }
        lock (unobserved) unobserved.Should().NotContain(exception => failures.Contains(exception));
    }

    [Fact]
    public async Task Write_toItsEnd_doesNotCancelTheSource()
    {
        var feed = new SilentFeed { Rows = 3 };
        using var stream = new MemoryStream();
        Task<JsonRowResult> writing = WriteAsync("shape", feed, stream);
        await feed.Silence;

        feed.End();

        (await writing.WaitAsync(Hang.Guard)).Should().Be(3);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Expected(3));
        feed.Token.CanBeCanceled.Should().BeTrue("a failed write would cancel it");
        feed.Token.IsCancellationRequested.Should().BeFalse();
        feed.Disposals.Should().Be(1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task Write_pipeFlushedWithNothingToSend_hasTheSameBytes(int rows)
    {
        var feed = new SilentFeed { Rows = rows };
        var script = new SinkScript();
        var pipe = new ScriptedPipe(script);
        Task<JsonRowResult> writing = WriteAsync("shape", feed, pipe);
        await feed.Silence;
        int before = script.Calls;
        // One flush may have been for the rows.
        await Hang.UntilAsync(() => script.Calls >= before + 3);

        feed.End();

        (await writing.WaitAsync(Hang.Guard)).Should().Be(rows);
        await pipe.DrainAsync();
        Encoding.UTF8.GetString(script.Taken).Should().Be(Expected(rows));
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that no task of it is alive afterwards
    private async Task FailAfterTheWriteAsync(Exception move, Exception disposal)
    {
        var feed = new SilentFeed { Rows = 1, IgnoresToken = true, DisposalFailure = disposal };
        Task<JsonRowResult> writing = WriteAndFailWhileSilentAsync("shape", feed, new IOException("The client is gone."));
        await ThrownByAsync<JsonRowException>(writing);
        feed.End(move);
        await CheckReleasedAsync("shape", feed);
    }

    private async Task<JsonRowResult> WriteAndFailWhileSilentAsync(string source, SilentFeed feed, Exception failure)
    {
        var pipe = new Pipe();
        Task<JsonRowResult> writing = WriteAsync(source, feed, pipe.Writer);
        await feed.Silence;
        await pipe.Reader.CompleteAsync(failure);
        return await writing;
    }

    private static string Expected(int rows) => "[" + string.Join(',', Enumerable.Range(0, rows).Select(n => $$"""{"n":{{n}}}""")) + "]";

    private static async Task<TException> ThrownByAsync<TException>(Task writing)
        where TException : Exception =>
        (await writing.Awaiting(writing => writing.WaitAsync(Hang.Guard)).Should().ThrowAsync<TException>()).Which;

    private static async Task ReadToAsync(PipeReader reader, string text)
    {
        using var guard = new CancellationTokenSource(Hang.Guard);
        while (true)
        {
            ReadResult result = await reader.ReadAsync(guard.Token);
            string read = Encoding.UTF8.GetString(result.Buffer.ToArray());
            reader.AdvanceTo(read == text ? result.Buffer.End : result.Buffer.Start, result.Buffer.End);
            if (read == text) return;
        }
    }

    /// <summary>A reader is its owner's; everything else is disposed, once.</summary>
    private async Task CheckReleasedAsync(string source, SilentFeed feed)
    {
        int disposals = source == "reader" ? 0 : 1;
        await Hang.UntilAsync(() => !feed.IsMoving && feed.Disposals >= disposals);
        feed.Disposals.Should().Be(disposals);
        feed.WasDisposedDuringAMove.Should().BeFalse();
        _pool.Outstanding.Should().Be(0);
    }

    private Task<JsonRowResult> WriteAsync(string source, SilentFeed feed, Stream stream, CancellationToken cancellationToken = default) => source == "reader"
        ? JsonRows.From(feed.Reader()).WriteToAsync(stream, Options(), cancellationToken: cancellationToken)
        : Open(source, feed).WriteToAsync(stream, Options(), cancellationToken: cancellationToken);

    private Task<JsonRowResult> WriteAsync(string source, SilentFeed feed, PipeWriter pipe) => source == "reader"
        ? JsonRows.From(feed.Reader()).WriteToAsync(pipe, Options())
        : Open(source, feed).WriteToAsync(pipe, Options());

    private JsonRowOptions Options() => new() { FlushInterval = TimeSpan.FromMilliseconds(20), Pool = _pool };

    private static AsyncJsonRows Open(string source, SilentFeed feed) => source switch
    {
        "pairs" => JsonRows.From(feed.Sequence(n => new Row { ["n"] = n })),
        "objects" => JsonRows.From(feed.Sequence<object?>(n => new { n })),
        "elements" => JsonRows.From(feed.Sequence(n => JsonSerializer.SerializeToElement(new { n }))),
        "metadata" => JsonRows.From(feed.Sequence(n => new Row { ["n"] = n }), TypeInfo),
        _ => JsonRows.From(feed.Sequence(n => n), Shape),
    };
}
