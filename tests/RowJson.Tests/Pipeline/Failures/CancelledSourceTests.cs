using System.Data;
using System.Data.Common;
using System.Runtime.CompilerServices;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>A caller who cancels is not kept waiting by a source that ignores the token, and gets a cancellation whatever it throws.</summary>
public class CancelledSourceTests
{
    private const int CancelledAt = 2;
    private const int Rows = 100;

    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n);

    /// <summary>Synchronous sources, of which each row may cancel the write.</summary>
    private static Dictionary<string, Func<Action<int>, JsonRows>> Sources => new()
    {
        ["dictionaries"] = row => JsonRows.From(Numbers(row).Select(n => new Row { ["n"] = n })),
        ["objects"] = row => JsonRows.From(Numbers(row).Select(n => new Number(n))),
        ["shape"] = row => JsonRows.From(Numbers(row), Shape),
        ["scalars"] = row => JsonRows.From(Numbers(row)),
        ["reader"] = row => JsonRows.From(Reader(row)),
        ["records"] = row => JsonRows.From(new PlainReader(Reader(row))),
        ["sequence of records"] = row => JsonRows.From(Records(Reader(row))),
    };

    public static TheoryData<string> SourceNames => [.. Sources.Keys];

    [Theory]
    [MemberData(nameof(SourceNames))]
    public async Task WriteToAsync_cancelled_asksForNoFurtherRow(string source)
    {
        using var cancellation = new CancellationTokenSource();
        int asked = 0;
        JsonRows rows = Sources[source](n =>
        {
            asked++;
            if (n == CancelledAt) cancellation.Cancel();
        });

        Func<Task> write = () => rows.WriteToAsync(Stream.Null, cancellationToken: cancellation.Token);

        (await write.Should().ThrowAsync<OperationCanceledException>()).Which.CancellationToken.Should().Be(cancellation.Token);
        asked.Should().Be(CancelledAt + 1);
    }

    /// <summary>The token of a write is not one of the next one that uses the same encoder.</summary>
    [Theory]
    [MemberData(nameof(SourceNames))]
    public async Task WriteTo_afterACancelledWrite_isWhole(string source)
    {
        var options = new JsonRowOptions();
        using var cancellation = new CancellationTokenSource();
        await Sources[source](_ => cancellation.Cancel()).Awaiting(it => it.WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>();

        Sources[source](_ => { }).WriteTo(Stream.Null, options).Rows.Should().Be(Rows);
    }

    [Theory]
    [InlineData("shape")]
    [InlineData("reader")]
    [Trait("Speed", "Slow")]
    public async Task WriteToAsync_intervalOfZeroAndAnIgnoredToken_doesNotWaitForTheSource(string source)
    {
        using var cancellation = new CancellationTokenSource();
        var feed = new SilentFeed { Rows = 1, IgnoresToken = true };
        var options = new JsonRowOptions { FlushInterval = TimeSpan.Zero };
        Task<JsonRowResult> writing = source == "reader"
            ? JsonRows.From(feed.Reader()).WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token)
            : JsonRows.From(feed.Sequence(n => n), Shape).WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token);
        await feed.Silence;

        await cancellation.CancelAsync();

        (await writing.Awaiting(it => it.WaitAsync(Hang.Guard)).Should().ThrowAsync<OperationCanceledException>())
            .Which.CancellationToken.Should().Be(cancellation.Token);
        feed.IsMoving.Should().BeTrue();
        feed.End();
    }

    /// <summary>SqlClient reports a cancelled command as a failure of its own.</summary>
    [Theory]
    [InlineData(false, null)]
    [InlineData(false, 0)]
    [InlineData(false, 1000)]
    [InlineData(true, null)]
    [InlineData(true, 0)]
    [InlineData(true, 1000)]
    public async Task WriteToAsync_cancelledAndTheSourceSaysItInItsWords_isACancellation(bool isSequence, int? interval)
    {
        using var cancellation = new CancellationTokenSource();
        var options = new JsonRowOptions { FlushInterval = interval is { } time ? TimeSpan.FromMilliseconds(time) : null };
        Func<Task> write = isSequence
            ? () => JsonRows.From(FailingAsync(cancellation), Shape).WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token)
            : () => JsonRows.From(new YieldingReader(Reader(_ => { }), async _ =>
            {
                await cancellation.CancelAsync();
                throw new TimeoutException("Operation cancelled by user.");
            })).WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token);

        OperationCanceledException thrown = (await write.Should().ThrowAsync<OperationCanceledException>()).Which;

        thrown.CancellationToken.Should().Be(cancellation.Token);
        // With an interval, the token may be seen before the source is.
        if (interval is null) thrown.InnerException.Should().BeOfType<TimeoutException>();
    }

    /// <summary>A value that fails is a failure, whether or not the write is cancelled meanwhile.</summary>
    [Fact]
    public async Task WriteToAsync_cancelledAndAValueFails_isAFailure()
    {
        using var cancellation = new CancellationTokenSource();
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", int (_) =>
        {
            cancellation.Cancel();
            throw new TimeoutException("The value is not there.");
        });

        Func<Task> write = () => JsonRows.From(OneAsync(), shape).WriteToAsync(Stream.Null, cancellationToken: cancellation.Token);

        (await write.Should().ThrowAsync<JsonRowException>()).Which.ColumnName.Should().Be("n");
    }

    private static IEnumerable<int> Numbers(Action<int> row)
    {
        for (int i = 0; i < Rows; i++)
        {
            row(i);
            yield return i;
        }
    }

    private static IgnorantReader Reader(Action<int> row) => new(new ColumnarReader(Column.Of("n", [.. Enumerable.Range(0, Rows)])), row);

    private static IEnumerable<IDataRecord> Records(DbDataReader reader)
    {
        while (reader.Read()) yield return reader;
    }

    private static async IAsyncEnumerable<int> OneAsync()
    {
        await Task.Yield();
        yield return 1;
    }

    private static async IAsyncEnumerable<int> FailingAsync(
        CancellationTokenSource cancellation, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        yield return 0;
        await cancellation.CancelAsync();
        await Task.Yield();
        if (cancellationToken.IsCancellationRequested) throw new TimeoutException("Operation cancelled by user.");
    }

    private sealed record Number(int N);

    /// <summary>Its asynchronous moves do not look at their token.</summary>
    private sealed class IgnorantReader(DbDataReader inner, Action<int> moved) : DelegatingReader(inner)
    {
        private int _row = -1;

        public override bool Read()
        {
            if (!base.Read()) return false;
            moved(++_row);
            return true;
        }

        public override Task<bool> ReadAsync(CancellationToken cancellationToken) => Task.FromResult(Read());

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
