using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A stream of rows has the bytes of a write, however it is read.</summary>
public sealed class RowReadStreamTests
{
    public static TheoryData<string, int> Cases
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (string source in CompactRows.Sources.Keys)
                foreach (int size in (int[])[1, 1000, 100_000]) data.Add(source, size);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Read_anySource_hasTheBytesOfAWrite(string source, int size)
    {
        Func<JsonRows> rows = CompactRows.Sources[source];
        foreach (JsonRowOptions options in (JsonRowOptions[])
            [new(), new() { FlushThreshold = 1 }, new() { Format = JsonRowFormat.Lines, FlushThreshold = 3000 }])
        {
            byte[] expected = rows().ToUtf8Bytes(options);

            Read(rows().AsStream(options), size).Should().Equal(expected);
            (await ReadAsync(rows().AsStream(options), size)).Should().Equal(expected);
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData(0)]
    [InlineData(5)]
    public async Task ReadAsync_asynchronousRows_haveTheBytesOfAWrite(int? interval)
    {
        var options = new JsonRowOptions { FlushThreshold = 500, FlushInterval = interval is { } ms ? TimeSpan.FromMilliseconds(ms) : null };
        var expected = new MemoryStream();
        await CompactRows.AsyncPeople().WriteToAsync(expected, options);

        (await ReadAsync(CompactRows.AsyncPeople().AsStream(options), 700)).Should().Equal(expected.ToArray());
    }

    [Fact]
    public async Task ReadAsync_mixedWithRead_goesOn()
    {
        JsonRows rows = JsonRows.From(CompactRows.People());
        var options = new JsonRowOptions { FlushThreshold = 300 };
        using Stream stream = rows.AsStream(options);
        var all = new List<byte>();
        byte[] buffer = new byte[100];
        for (int read = 1, i = 0; read > 0; i++)
        {
            read = i % 2 == 0 ? await stream.ReadAsync(buffer) : stream.Read(buffer);
            all.AddRange(buffer.AsSpan(0, read));
        }

        all.Should().Equal(rows.ToUtf8Bytes(options));
        stream.Read(buffer).Should().Be(0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Read_failingRow_comesAfterTheCompleteOnes(bool isAsync)
    {
        var rows = new ProbedSequence(5, failAt: 3);
        Stream stream = JsonRows.From(rows).AsStream(new JsonRowOptions { FlushThreshold = 1 });
        var taken = new MemoryStream();

        for (int attempt = 0; attempt < 2; attempt++)
        {
            Func<Task> read = () => isAsync ? stream.CopyToAsync(taken) : Task.Run(() => stream.CopyTo(taken));
            JsonRowException failure = (await read.Should().ThrowAsync<JsonRowException>()).Which;
            (failure.RowIndex, failure.Stage).Should().Be((3, JsonRowStage.Source));
        }
        Encoding.UTF8.GetString(taken.ToArray()).Should().Be("[0,1,2");
        rows.IsDisposed.Should().BeTrue();
        await stream.DisposeAsync();
    }

    [Fact]
    public void Read_failureBeforeTheFirstBatch_leavesNothing()
    {
        Stream stream = JsonRows.From(new ProbedSequence(5, failAt: 3)).AsStream();

        FluentActions.Invoking(() => stream.ReadByte()).Should().Throw<JsonRowException>().WithMessage("*Nothing was handed to the sink.");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Dispose_beforeTheEnd_releasesTheSource(int reads)
    {
        var pool = new CountingPool();
        foreach (bool isAsync in (bool[])[false, true])
        {
            var rows = new ProbedSequence(1000);
            Stream stream = JsonRows.From(rows).AsStream(new JsonRowOptions { FlushThreshold = 100, Pool = pool });
            for (int i = 0; i < reads; i++) stream.ReadByte();
            if (isAsync) await stream.DisposeAsync();
            else stream.Dispose();

            rows.IsDisposed.Should().Be(reads > 0);
            rows.Given.Should().BeLessThan(100);
            stream.CanRead.Should().BeFalse();
            FluentActions.Invoking(() => stream.ReadByte()).Should().Throw<ObjectDisposedException>();
        }
        ReturnsAllBuffers(pool).Should().BeTrue();
        pool.Faults.Should().BeEmpty();
    }

    [Fact]
    public async Task DisposeAsync_asynchronousRows_releasesTheSource()
    {
        var feed = new TaskCompletionSource();
        var released = new TaskCompletionSource();
        Stream stream = JsonRows.From(Rows()).AsStream(new JsonRowOptions { FlushInterval = TimeSpan.Zero });
        byte[] buffer = new byte[100];

        (await stream.ReadAsync(buffer)).Should().Be(2);
        feed.SetResult();
        await stream.DisposeAsync();

        await released.Task.WaitAsync(TimeSpan.FromSeconds(30));

        async IAsyncEnumerable<int> Rows()
        {
            try
            {
                yield return 1;
                await feed.Task;
                yield return 2;
            }
            finally
            {
                released.SetResult();
            }
        }
    }

    [Fact]
    public async Task ReadAsync_cancelled_endsWithTheCallersToken()
    {
        using var cancellation = new CancellationTokenSource();
        bool isReleased = false;
        Stream stream = JsonRows.From(Silence()).AsStream();
        Func<Task> read = async () => await stream.ReadExactlyAsync(new byte[10], cancellation.Token);
        Task<FluentAssertions.Specialized.ExceptionAssertions<OperationCanceledException>> ended =
            read.Should().ThrowAsync<OperationCanceledException>();
        await cancellation.CancelAsync();

        (await ended).Which.CancellationToken.Should().Be(cancellation.Token);
        isReleased.Should().BeTrue();

        async IAsyncEnumerable<int> Silence([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken token = default)
        {
            try
            {
                await Task.Delay(Timeout.Infinite, token);
                yield return 1;
            }
            finally
            {
                isReleased = true;
            }
        }
    }

    [Fact]
    public async Task Read_whileAReadIsUnderWay_isRefused()
    {
        var feed = new TaskCompletionSource();
        Stream stream = JsonRows.From(Rows()).AsStream();
        ValueTask<int> first = stream.ReadAsync(new byte[10]);

        await FluentActions.Awaiting(async () => await stream.ReadAsync(new byte[10])).Should().ThrowAsync<InvalidOperationException>();
        feed.SetResult();

        (await first).Should().Be(3);

        async IAsyncEnumerable<int> Rows()
        {
            await feed.Task;
            yield return 1;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Dispose_whileAReadIsUnderWay_cancelsItAndReleasesTheSource(bool isAsync)
    {
        var pool = new CountingPool();
        var released = new TaskCompletionSource();
        Stream stream = JsonRows.From(Silence()).AsStream(new JsonRowOptions { Pool = pool });
        ValueTask<int> read = stream.ReadAsync(new byte[10]);

        if (isAsync) await stream.DisposeAsync();
        else stream.Dispose();

        await FluentActions.Awaiting(async () => await read).Should().ThrowAsync<OperationCanceledException>();
        await released.Task.WaitAsync(TimeSpan.FromSeconds(30));
        await FluentActions.Awaiting(async () => await stream.ReadAsync(new byte[10])).Should().ThrowAsync<ObjectDisposedException>();
        ReturnsAllBuffers(pool).Should().BeTrue();
        pool.Faults.Should().BeEmpty();

        async IAsyncEnumerable<int> Silence([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken token = default)
        {
            try
            {
                await Task.Delay(Timeout.Infinite, token);
                yield return 1;
            }
            finally
            {
                released.SetResult();
            }
        }
    }

    [Fact]
    public async Task ReadAsync_noRoom_readsNothing()
    {
        var rows = new ProbedSequence(2);
        await using Stream stream = JsonRows.From(rows).AsStream();

        (await stream.ReadAsync(Memory<byte>.Empty)).Should().Be(0);

        rows.Given.Should().Be(0);
        (await new StreamReader(stream).ReadToEndAsync()).Should().Be("[0,1]");
    }

    [Fact]
    public void Read_fromInsideARow_isRefused()
    {
        Stream? stream = null;
        stream = JsonRows.From(Enumerable.Range(0, 2).Select(_ => stream!.ReadByte())).AsStream();

        FluentActions.Invoking(() => stream.ReadByte()).Should().Throw<JsonRowException>().WithInnerException<InvalidOperationException>();
    }

    /// <summary>Whatever has been read before, and is there already: no synchronous read depends on luck.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(100_000)]
    public async Task Read_asynchronousRows_isRefusedAndChangesNothing(int readBefore)
    {
        var options = new JsonRowOptions { FlushThreshold = 1000 };
        await using Stream stream = CompactRows.AsyncPeople().AsStream(options);
        var all = new MemoryStream();
        byte[] buffer = new byte[readBefore];
        all.Write(buffer, 0, await stream.ReadAtLeastAsync(buffer, readBefore, throwOnEndOfStream: false));

        foreach (Func<int> read in (Func<int>[])[() => stream.Read(new byte[1]), () => stream.Read([]), () => stream.Read(new byte[1], 0, 1), stream.ReadByte])
            FluentActions.Invoking(read).Should().Throw<NotSupportedException>();

        await stream.CopyToAsync(all);
        all.ToArray().Should().Equal(await CompactRows.AsyncPeople().ToUtf8BytesAsync(options));
    }

    [Fact]
    public void Stream_readsForwardOnly()
    {
        using Stream stream = JsonRows.From(new[] { 1 }).AsStream();

        (stream.CanRead, stream.CanWrite, stream.CanSeek).Should().Be((true, false, false));
        stream.Read([]).Should().Be(0);
        stream.Flush();
        FluentActions.Invoking(() => stream.Length).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => stream.Position).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => stream.Position = 0).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => stream.Seek(0, SeekOrigin.Begin)).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => stream.SetLength(0)).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => stream.WriteByte(0)).Should().Throw<NotSupportedException>();
    }

    [Fact]
    public void Read_rowsThatAreRefused_throws()
    {
        Stream stream = JsonRows.From(new[] { 1 }).InEnvelope(new JsonRowEnvelope("rows")).AsStream(new() { Format = JsonRowFormat.Lines });

        FluentActions.Invoking(() => stream.ReadByte()).Should().Throw<ArgumentException>();
    }

    [Fact]
    public async Task Reader_ofJson_readsTheRows()
    {
        await using Stream stream = JsonRows.From(CompactRows.People()).AsStream();

        List<CompactRows.Person> people = (await JsonSerializer.DeserializeAsync<List<CompactRows.Person>>(stream))!;

        people.Select(person => person.Id).Should().Equal(CompactRows.People().Select(person => person.Id));
    }

    private static byte[] Read(Stream stream, int size)
    {
        var all = new MemoryStream();
        using (stream) stream.CopyTo(all, size);
        return all.ToArray();
    }

    private static async Task<byte[]> ReadAsync(Stream stream, int size)
    {
        var all = new MemoryStream();
        await using (stream) await stream.CopyToAsync(all, size);
        return all.ToArray();
    }

    /// <summary>
    /// The source is released at once. The last steps of the write, which return buffers, may be another thread's: they are wherever the
    /// caller has a synchronization context, as tests do.
    /// </summary>
    private static bool ReturnsAllBuffers(CountingPool pool) => SpinWait.SpinUntil(() => pool.Outstanding == 0, Hang.Guard);
}
