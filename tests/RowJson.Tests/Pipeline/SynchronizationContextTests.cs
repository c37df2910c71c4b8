using System.IO.Pipelines;

namespace RowJson.Tests;

/// <summary>
/// Nothing goes on in the context of the caller, who may block it until the write has ended. Nor does the caller's flow change, as it does not
/// with an async method.
/// </summary>
public class SynchronizationContextTests
{
    private const int Rows = 400;

    private static readonly JsonRowOptions Small = new() { FlushThreshold = 1024 };
    private static readonly JsonRowOptions Timed = new() { FlushInterval = TimeSpan.FromMilliseconds(1) };
    private static readonly AsyncLocal<string?> Flow = new();
    private static readonly JsonRowOptions AtOnce = new() { FlushInterval = TimeSpan.Zero };

    public static TheoryData<string> Names => [.. Writes.Keys];

    private static Dictionary<string, Func<CancellationToken, Task>> Writes { get; } = new()
    {
        ["list to a stream"] = token => JsonRows.From(List()).WriteToAsync(new LateStream(), Small, cancellationToken: token),
        ["list to a pipe"] = token => ToPipeAsync(pipe => JsonRows.From(List()).WriteToAsync(pipe, Small, cancellationToken: token)),
        ["sequence to a stream"] = token => JsonRows.From(Sequence()).WriteToAsync(new LateStream(), Small, cancellationToken: token),
        ["sequence with an interval"] = token => JsonRows.From(Sequence()).WriteToAsync(new LateStream(), Timed, cancellationToken: token),
        ["sequence at once"] = token => JsonRows.From(Sequence()).WriteToAsync(new LateStream(), AtOnce, cancellationToken: token),
        ["sequence to a pipe"] = token => ToPipeAsync(pipe => JsonRows.From(Sequence()).WriteToAsync(pipe, Small, cancellationToken: token)),
        ["sequence that fails"] = token => JsonRows.From(Sequence(failsAt: 200)).WriteToAsync(new LateStream(), Small, cancellationToken: token),
        ["sequence that fails, with an interval"] = token => JsonRows.From(Sequence(failsAt: 200)).WriteToAsync(new LateStream(), Timed, cancellationToken: token),
        ["stream that fails"] = token => JsonRows.From(Sequence()).WriteToAsync(new LateStream { FailsAt = 3 }, Small, cancellationToken: token),
        ["writer"] = token => ToWriterAsync(token),
        ["serializer"] = token => JsonRowSerializer.SerializeAsync(new LateStream(), List(), cancellationToken: token),
    };

    [Theory]
    [MemberData(nameof(Names))]
    public async Task WriteAsync_callerHasAContext_neverPostsToIt(string name)
    {
        var context = new CountingContext();
        await StartIn(context, () => Writes[name](CancellationToken.None)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

        context.Posts.Should().Be(0);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task WriteAsync_isCancelledMeanwhile_neverPostsToIt(string name)
    {
        using var cancellation = new CancellationTokenSource();
        var context = new CountingContext();
        Task write = StartIn(context, () => Writes[name](cancellation.Token));
        await cancellation.CancelAsync();
        await write.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

        context.Posts.Should().Be(0);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(Rows, false)]
    [InlineData(Rows, true)]
    public async Task WriteToAsync_rowsSetAnAsyncLocal_theCallersIsTheSame(int count, bool isLate)
    {
        Flow.Value = "the caller's";
        Task write = JsonRows.From(Enumerable.Repeat(new Scoped(), count).ToList()).WriteToAsync(isLate ? new LateStream() : new MemoryStream(), Small);
        Flow.Value.Should().Be("the caller's");
        await write;
        Flow.Value.Should().Be("the caller's");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(Rows)]
    public async Task WriteToAsync_flowIsSuppressed_theCallersAsyncLocalIsTheSame(int count)
    {
        Flow.Value = "the caller's";
        Task write;
        using (ExecutionContext.SuppressFlow())
        {
            write = JsonRows.From(Enumerable.Repeat(new Scoped(), count).ToList()).WriteToAsync(new MemoryStream(), Small);
            Flow.Value.Should().Be("the caller's");
        }
        await write;
    }

    [Theory]
    [InlineData(1)]
    [InlineData(Rows)]
    public async Task WriteToAsync_rowsSetAContext_theCallersIsTheSame(int count)
    {
        var context = new CountingContext();
        await StartIn(context, () =>
        {
            Task write = JsonRows.From(Enumerable.Repeat(new Contextual(), count).ToList()).WriteToAsync(new MemoryStream(), Small);
            SynchronizationContext.Current.Should().BeSameAs(context);
            return write;
        });
    }

    [Fact]
    public async Task WriteToAsync_flowIsSuppressed_isStillSuppressedAfterIt()
    {
        Task write;
        using (ExecutionContext.SuppressFlow())
        {
            write = JsonRows.From(List()).WriteToAsync(new LateStream(), Small);
            ExecutionContext.IsFlowSuppressed().Should().BeTrue();
        }
        await write;
    }

    [Fact]
    public async Task Post_awaitWithoutConfigureAwait_isCounted()
    {
        var context = new CountingContext();
        await StartIn(context, async () => await Task.Delay(1));

        context.Posts.Should().Be(1);
    }

    private static Task StartIn(SynchronizationContext context, Func<Task> write)
    {
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            return write();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }

    private static List<Dictionary<string, object?>> List() =>
        [.. Enumerable.Range(0, Rows).Select(i => new Dictionary<string, object?> { ["id"] = i, ["name"] = "a name of some length" })];

    private static async IAsyncEnumerable<Dictionary<string, object?>> Sequence(int failsAt = int.MaxValue)
    {
        foreach ((int i, Dictionary<string, object?> row) in List().Index())
        {
            if (i % 50 == 0) await Task.Delay(1).ConfigureAwait(false);
            if (i == failsAt) throw new InvalidOperationException("The source fails.");
            yield return row;
        }
        await Task.Delay(1).ConfigureAwait(false);
    }

    private static async Task ToPipeAsync(Func<PipeWriter, Task> write)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 2048, resumeWriterThreshold: 1024, useSynchronizationContext: false));
        Task reading = Task.Run(() => pipe.Reader.CopyToAsync(Stream.Null));
        try
        {
            await write(pipe.Writer).ConfigureAwait(false);
        }
        finally
        {
            await pipe.Writer.CompleteAsync().ConfigureAwait(false);
            await reading.ConfigureAwait(false);
        }
    }

    private static async Task ToWriterAsync(CancellationToken token)
    {
        var writer = new JsonRowWriter(new LateStream(), Small);
        foreach (Dictionary<string, object?> row in List()) await writer.WriteRowAsync(row, token).ConfigureAwait(false);
        await writer.DisposeAsync().ConfigureAwait(false);
    }

    private sealed class Scoped
    {
        public string Name => Flow.Value = "a name of some length";
    }

    private sealed class Contextual
    {
        public string Name
        {
            get
            {
                SynchronizationContext.SetSynchronizationContext(null);
                return "a name of some length";
            }
        }
    }

    private sealed class CountingContext : SynchronizationContext
    {
        private int _posts;

        public int Posts => _posts;

        public override void Post(SendOrPostCallback d, object? state)
        {
            Interlocked.Increment(ref _posts);
            base.Post(d, state);
        }
    }

    /// <summary>Every call ends later, on another thread.</summary>
    private sealed class LateStream : MemoryStream
    {
        private int _writes;

        public int FailsAt { get; init; } = int.MaxValue;

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Delay(1, cancellationToken).ConfigureAwait(false);
            if (++_writes >= FailsAt) throw new IOException("The stream fails.");
            await base.WriteAsync(buffer, cancellationToken).ConfigureAwait(false);
        }

        public override async Task FlushAsync(CancellationToken cancellationToken) => await Task.Delay(1, cancellationToken).ConfigureAwait(false);
    }
}
