using System.Text;

namespace RowJson.Tests;

/// <summary>
/// What every source of the folder keeps to, whatever its rows are: nulls, no rows, a sequence that fails at any of its calls, one disposal,
/// and a second write.
/// </summary>
public sealed class SequenceSourceTests
{
    private const int Count = 7;

    private static readonly JsonRowOptions RowByRow = new() { FlushThreshold = 1 };

    public static TheoryData<string> Kinds => [.. SequenceKind.All.Select(kind => kind.Name)];

    public static TheoryData<string, SequenceFault, int> Faults
    {
        get
        {
            var data = new TheoryData<string, SequenceFault, int>();
            foreach (SequenceKind kind in SequenceKind.All)
            {
                data.Add(kind.Name, SequenceFault.AtGetEnumerator, 0);
                foreach (int at in new[] { 0, 4 })
                {
                    data.Add(kind.Name, SequenceFault.AtMoveNext, at);
                    data.Add(kind.Name, SequenceFault.AtCurrent, at);
                }
                data.Add(kind.Name, SequenceFault.AtMoveNext, Count);
            }
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_rowsInAnySequence_equalSerializer(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        foreach (int count in new[] { 0, 1, Count })
        {
            byte[] expected = kind.Bytes(count);
            foreach (JsonRowOptions options in new[] { JsonRowOptions.Default, RowByRow })
            {
                var calls = new SequenceCalls();
                Same.Bytes(kind.List(count).ToUtf8Bytes(options), expected, $"{name}, list of {count}");
                Same.Bytes(kind.Array(count).ToUtf8Bytes(options), expected, $"{name}, array of {count}");
                Same.Bytes(kind.Sequence(count, calls).ToUtf8Bytes(options), expected, $"{name}, sequence of {count}");
                Same.Bytes(await Written(stream => kind.Sequence(count, calls).WriteToAsync(stream, options)), expected, $"{name}, stream of {count}");
                Same.Bytes(await Written(stream => kind.Async(count, calls).WriteToAsync(stream, options)), expected, $"{name}, asynchronous {count}");
                (calls.Opened, calls.OpenedAsync, calls.Disposed).Should().Be((2, 1, 3));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void From_sequence_isWrittenByItsDeclaredType(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        kind.ItemsOfSequence().Should().BeOfType(kind.Items);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_secondTime_readsTheSequenceAgain(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        byte[] expected = kind.Bytes(Count);
        var calls = new SequenceCalls();
        JsonRows rows = kind.Sequence(Count, calls);
        AsyncJsonRows async = kind.Async(Count, calls);

        calls.Opened.Should().Be(0);
        for (int write = 1; write < 4; write++)
        {
            Same.Bytes(rows.ToUtf8Bytes(), expected, $"{name}, write {write}");
            Same.Bytes(await Written(stream => async.WriteToAsync(stream)), expected, $"{name}, asynchronous write {write}");
            (calls.Opened, calls.OpenedAsync, calls.Disposed).Should().Be((write, write, 2 * write));
        }
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task Write_sequenceThatFails_endsAfterTheRowsBeforeAndIsDisposedOnce(string name, SequenceFault fault, int at)
    {
        SequenceKind kind = SequenceKind.Of(name);
        // The rows before, and nothing that closes them.
        string before = at == 0 ? "" : Encoding.UTF8.GetString(kind.Bytes(at))[..^1];
        foreach (JsonRowOptions options in new[] { JsonRowOptions.Default, RowByRow })
        {
            string expected = ReferenceEquals(options, RowByRow) ? before : "";
            await CheckAsync((stream, calls) =>
            {
                kind.Sequence(Count, calls, fault, at).WriteTo(stream, options);
                return Task.CompletedTask;
            });
            await CheckAsync((stream, calls) => kind.Sequence(Count, calls, fault, at).WriteToAsync(stream, options));
            await CheckAsync((stream, calls) => kind.Async(Count, calls, fault, at).WriteToAsync(stream, options));
            await CheckAsync((stream, calls) => kind.Both(Count, calls, fault, at).WriteToAsync(stream, options));

            async Task CheckAsync(Func<Stream, SequenceCalls, Task> write)
            {
                var calls = new SequenceCalls();
                var stream = new MemoryStream();
                JsonRowException failure = (await FluentActions.Awaiting(() => write(stream, calls)).Should().ThrowAsync<JsonRowException>()).Which;
                failure.InnerException.Should().BeOfType<IOException>().Which.Message.Should().Be("The sequence fails.");
                failure.RowIndex.Should().Be(at);
                failure.Stage.Should().Be(JsonRowStage.Source);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
                calls.Disposed.Should().Be(fault == SequenceFault.AtGetEnumerator ? 0 : 1);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_disposalThatFails_isTheSourcesFailureAndLeavesTheArrayOpen(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        var calls = new SequenceCalls();
        await CheckAsync(stream => Task.FromResult(kind.Sequence(Count, calls, SequenceFault.AtDispose).WriteTo(stream, RowByRow)));
        await CheckAsync(stream => kind.Async(Count, calls, SequenceFault.AtDispose).WriteToAsync(stream, RowByRow));
        calls.Disposed.Should().Be(2);

        async Task CheckAsync(Func<Stream, Task> write)
        {
            var stream = new MemoryStream();
            JsonRowException failure = (await FluentActions.Awaiting(() => write(stream)).Should().ThrowAsync<JsonRowException>()).Which;
            (failure.Stage, failure.RowIndex).Should().Be((JsonRowStage.Source, Count));
            failure.InnerException.Should().BeOfType<IOException>();
            Same.Bytes(stream.ToArray(), kind.Bytes(Count).AsSpan()[..^1], name);
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task WriteToAsync_cancelledAtARow_endsAfterTheRowsBeforeAndDisposesOnce(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        using var cancellation = new CancellationTokenSource();
        var calls = new SequenceCalls();
        var stream = new MemoryStream();
        AsyncJsonRows rows = kind.Async(Count, calls, onMove: move =>
        {
            if (move == 3) cancellation.Cancel();
        });

        OperationCanceledException failure = (await FluentActions.Awaiting(() => rows.WriteToAsync(stream, RowByRow, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>()).Which;

        failure.CancellationToken.Should().Be(cancellation.Token);
        Encoding.UTF8.GetString(kind.Bytes(4)).Should().StartWith(Encoding.UTF8.GetString(stream.ToArray()));
        calls.Disposed.Should().Be(1);
    }

    /// <summary>An asynchronous write must not block on the sequence, and a synchronous one cannot wait for it.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Write_sequenceThatCanBeReadInBothWays_isReadAsTheWriteIs(string name)
    {
        SequenceKind kind = SequenceKind.Of(name);
        byte[] expected = kind.Bytes(Count);
        var calls = new SequenceCalls();
        JsonRows rows = kind.Both(Count, calls);

        Same.Bytes(rows.ToUtf8Bytes(), expected, name);
        (calls.Opened, calls.OpenedAsync, calls.Disposed).Should().Be((1, 0, 1));

        Same.Bytes(await Written(stream => rows.WriteToAsync(stream)), expected, name);
        (calls.Opened, calls.OpenedAsync, calls.Disposed).Should().Be((1, 1, 2));
    }

    private static async Task<byte[]> Written(Func<Stream, Task> write)
    {
        var stream = new MemoryStream();
        await write(stream);
        return stream.ToArray();
    }
}
