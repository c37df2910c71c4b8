using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization;
using static RowJson.Tests.AsyncComparison;

namespace RowJson.Tests;

#pragma warning disable CA2263 // The overloads that take a type are tested as well.

/// <summary>
/// Asynchronous sequences that are the value: bytes, waits, failures and disposals are those of the serializer, also where a row holds what
/// only the serializer can await.
/// </summary>
public sealed class AsyncRowSequenceTests
{
    private const int Many = 1_500;

    private static readonly Dictionary<string, Func<int, bool>> Positions = new()
    {
        ["none"] = _ => false,
        ["first"] = row => row == 0,
        ["first batch"] = row => row == 7,
        ["later batch"] = row => row == 1_000,
        ["last"] = row => row == Many - 1,
        ["several"] = row => row is 3 or 4 or 700 or 1_499,
        ["all"] = _ => true,
    };

    /// <summary>The rows before which the source waits.</summary>
    private static readonly Dictionary<string, Func<int, bool>> Waits = new()
    {
        ["never"] = _ => false,
        ["at the beginning and the end"] = row => row is 0 or Many,
        ["after some"] = row => row is 4 or 700 or 1_000,
        ["always"] = _ => true,
    };

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string position in Positions.Keys)
                foreach (string wait in Waits.Keys) cases.Add(position, wait);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task SerializeAsync_rowsThatComeWithAndWithoutWaiting_equalSerializer(string position, string wait)
    {
        await CheckRowsAsync(() => new Source<Dictionary<string, object?>?>(Dictionaries(Positions[position]), Waits[wait]));
        await CheckRowsAsync(() => new Source<IDictionary<string, object?>>(Dictionaries(Positions[position])!, Waits[wait]));
        await CheckRowsAsync(() => new Source<AnyRow?>(Objects(Positions[position]), Waits[wait]));
        await CheckRowsAsync(() => new Source<AnyStruct>(Objects(Positions[position]).Select(row => new AnyStruct(row!.Id, row.Name, row.Value, 1, 2)), Waits[wait]));
    }

    /// <summary>What the client has when the source waits is a matter of the rows before, and not of batches.</summary>
    [Theory]
    [Trait("Speed", "Slow")]
    [InlineData("none")]
    [InlineData("several")]
    [InlineData("all")]
    public async Task SerializeAsync_sourceThatWaits_hasSentWhatSerializerSends(string position)
    {
        async Task<List<long>> Sent(Func<Stream, IAsyncEnumerable<AnyRow?>, Task> write)
        {
            var sent = new List<long>();
            TaskCompletionSource? waiting = null;
            var source = new Source<AnyRow?>(Objects(Positions[position]), Waits["after some"])
            {
                Waiting = () => (waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task,
            };
            var stream = new Watched(length =>
            {
                if (Interlocked.Exchange(ref waiting, null) is not { } wait) return;
                sent.Add(length);
                wait.SetResult();
            });
            await write(stream, source).WaitAsync(Hang.Guard);
            return sent;
        }

        List<long> expected = await Sent((stream, rows) => JsonSerializer.SerializeAsync(stream, rows, Plain));
        List<long> sent = await Sent((stream, rows) => JsonRowSerializer.SerializeAsync(stream, rows, Plain));

        sent.Should().Equal(expected).And.HaveCount(3);
    }

    [Theory]
    [InlineData(Failure.AtGetEnumerator)]
    [InlineData(Failure.AtMove)]
    [InlineData(Failure.AtMoveLater)]
    [InlineData(Failure.AtCurrent)]
    [InlineData(Failure.AtDispose)]
    [InlineData(Failure.InRow)]
    [InlineData(Failure.InRowOfSerializer)]
    [InlineData(Failure.InCell)]
    public async Task SerializeAsync_failure_isThatOfSerializerAndTheSourceIsDisposedOnce(Failure failure)
    {
        foreach (int at in new[] { 0, 1, 1_000 })
        {
            foreach (string wait in Waits.Keys.Where(wait => wait != "always"))
            {
                Source<AnyRow?> Failing() => new(FailingObjects(failure, at), Waits[wait]) { Failure = failure, FailsAt = at };
                Source<AnyRow?> expected = Failing();
                Source<AnyRow?> actual = Failing();
                Source<AnyRow?> piped = Failing();
                string? message = await FailureOf(() => JsonSerializer.SerializeAsync(new MemoryStream(), (IAsyncEnumerable<AnyRow?>)expected, Plain));

                string? own = await FailureOf(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), (IAsyncEnumerable<AnyRow?>)actual, Plain));
                string? ofPipe = await FailureOf(() => JsonRowSerializer.SerializeAsync(new Pipe(new PipeOptions(pauseWriterThreshold: 0)).Writer, piped, typeof(IAsyncEnumerable<AnyRow?>), Plain));

                message.Should().NotBeNull();
                own.Should().Be(message, "{0} at {1}, waits {2}", failure, at, wait);
                ofPipe.Should().Be(message);
                actual.Disposals.Should().Be(expected.Disposals).And.Be(failure == Failure.AtGetEnumerator ? 0 : 1);
                piped.Disposals.Should().Be(actual.Disposals);
            }
        }
    }

    [Theory]
    [InlineData(Failure.AtMove)]
    [InlineData(Failure.AtMoveLater)]
    [InlineData(Failure.InRow)]
    public async Task SerializeAsync_failureInADictionary_disposesTheSourceOnce(Failure failure)
    {
        foreach (string wait in Waits.Keys)
        {
            var source = new Source<AnyRow?>(FailingObjects(failure, at: 3), Waits[wait]) { Failure = failure, FailsAt = 3 };
            var value = new Dictionary<string, IAsyncEnumerable<AnyRow?>> { ["rows"] = source };

            (await FailureOf(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), value, Plain))).Should().NotBeNull();

            source.Disposals.Should().Be(1);
        }
    }

    [Fact]
    public async Task SerializeAsync_sinkThatFails_disposesTheSourceOnceAndReturnsMemory()
    {
        foreach (string position in Positions.Keys)
        {
            foreach (string wait in Waits.Keys)
            {
                var pool = new CountingPool();
                DropInOptions dropIn = DropInOptions.Create(Plain, new JsonRowOptions { Pool = pool });
                var source = new Source<AnyRow?>(Objects(Positions[position]), Waits[wait]);
                int writes = 0;
                var sink = new CallingStream(_ =>
                {
                    if (++writes == 2) throw new IOException("broken");
                });
                string? message = await FailureOf(() => JsonRowSerializer.SerializeAsync<IAsyncEnumerable<AnyRow?>>(sink, source, dropIn));
                message.Should().Be("System.IO.IOException: broken");
                source.Disposals.Should().Be(1, "{0}, {1}", position, wait);
                pool.CheckResting();
                pool.Outstanding.Should().Be(0);
                pool.Faults.Should().BeEmpty();
            }
        }
    }

    [Fact]
    public async Task SerializeAsync_readerOfThePipeThatHasGone_endsTheWriteAndDisposesTheSource()
    {
        foreach (string wait in Waits.Keys)
        {
            var pipe = new Pipe();
            await pipe.Reader.CompleteAsync();
            var source = new Source<AnyRow?>(Objects(_ => false), Waits[wait]);

            await JsonRowSerializer.SerializeAsync(pipe.Writer, (IAsyncEnumerable<AnyRow?>)source, Plain);

            source.Disposals.Should().Be(1);
            source.Moves.Should().BeLessThan(Many);
        }
    }

    [Fact]
    public async Task SerializeAsync_cancellation_reachesTheSourceAndDisposesIt()
    {
        using var cancellation = new CancellationTokenSource();
        var source = new Source<AnyRow?>(Objects(_ => false), row => row == 600) { Waiting = cancellation.CancelAsync };

        Func<Task> write = () => JsonRowSerializer.SerializeAsync(new MemoryStream(), (IAsyncEnumerable<AnyRow?>)source, Plain, cancellation.Token);

        await write.Should().ThrowAsync<OperationCanceledException>();
        source.Token.Should().Be(cancellation.Token);
        source.Disposals.Should().Be(1);
    }

    [Fact]
    public async Task SerializeAsync_valueOfTypeObject_isWrittenByItsOwnType()
    {
        byte[] expected = await Streamed(stream => JsonSerializer.SerializeAsync(stream, (object)new Source<AnyRow?>(Objects(row => row == 5)), Plain));
        byte[] actual = await Streamed(stream => JsonRowSerializer.SerializeAsync(stream, (object)new Source<AnyRow?>(Objects(row => row == 5)), Plain));
        Same.Bytes(actual, expected, "object");
    }

    [Fact]
    public async Task SerializeAsync_sequencesThatTheSerializerDoesMoreWith_equalSerializer()
    {
        var leaf = new[] { new AnyRow { Id = 1 } };
        await CheckAsync(leaf.ToAsyncEnumerable, typeof(IAsyncEnumerable<AnyRow>));
        await CheckAsync(() => new CalledBack(leaf), typeof(CalledBack));
        await CheckAsync(() => new Discriminated(leaf), typeof(Discriminated));
        await CheckAsync(() => new Discriminated(leaf), typeof(object));
        await CheckAsync(() => new Converted(leaf), typeof(Converted));
        await CheckAsync(() => new[] { 1, 2 }.ToAsyncEnumerable(), typeof(IAsyncEnumerable<int>));
        await CheckAsync(() => new[] { leaf, null }.ToAsyncEnumerable(), typeof(IAsyncEnumerable<AnyRow[]>));
        await CheckAsync(() => new[] { new KeyValuePair<string, object?>[] { new("a", 1) } }.ToAsyncEnumerable(), typeof(IAsyncEnumerable<KeyValuePair<string, object?>[]>));
        await CheckAsync(() => new { rows = leaf.ToAsyncEnumerable() }, new { rows = leaf.ToAsyncEnumerable() }.GetType());
    }

    [Fact]
    public async Task SerializeAsync_sequenceThatIsPolymorphic_isRefusedAsBySerializer()
    {
        string? expected = await FailureOf(() => JsonSerializer.SerializeAsync(new MemoryStream(), new Discriminated([]), typeof(BaseSequence), Plain));
        string? actual = await FailureOf(() => JsonRowSerializer.SerializeAsync(new MemoryStream(), new Discriminated([]), typeof(BaseSequence), Plain));
        actual.Should().Be(expected).And.NotBeNull();
    }

    [Fact]
    public async Task SerializeAsync_depthLimits_equalSerializer()
    {
        for (int maxDepth = 1; maxDepth < 6; maxDepth++)
        {
            var options = new JsonSerializerOptions { MaxDepth = maxDepth };
            foreach (object cell in new object[] { 1, Awaited(2), new[] { Awaited(3) } })
            {
                IAsyncEnumerable<Dictionary<string, object?>> Rows() =>
                    new Source<Dictionary<string, object?>>([new() { ["a"] = 1 }, new() { ["a"] = cell }]);
                var expected = new MemoryStream();
                var actual = new MemoryStream();
                string? message = await FailureOf(() => JsonSerializer.SerializeAsync(expected, Rows(), options));
                string? own = await FailureOf(() => JsonRowSerializer.SerializeAsync(actual, Rows(), options));
                own?.Split(':')[0].Should().Be(message?.Split(':')[0], "MaxDepth {0}: {1}", maxDepth, message);
                if (message is null) Same.Bytes(actual.ToArray(), expected.ToArray(), $"MaxDepth {maxDepth}");
            }
        }
    }

    [Fact]
    public async Task SerializeAsync_secondWriteOfASequence_readsItAgain()
    {
        var source = new Source<AnyRow?>(Objects(row => row == 9).ToList());
        byte[] first = await Streamed(stream => JsonRowSerializer.SerializeAsync(stream, (IAsyncEnumerable<AnyRow?>)source, Plain));
        byte[] second = await Streamed(stream => JsonRowSerializer.SerializeAsync(stream, (IAsyncEnumerable<AnyRow?>)source, Plain));
        Same.Bytes(second, first, "second write");
        source.Disposals.Should().Be(2);
    }

    [Fact]
    public async Task Serialize_asynchronousSequenceInASynchronousCall_isRefusedAsBySerializer()
    {
        string? expected = await FailureOf(() => Synchronously(stream => JsonSerializer.Serialize(stream, (IAsyncEnumerable<AnyRow?>)new Source<AnyRow?>([]), Plain)));
        string? actual = await FailureOf(() => Synchronously(stream => JsonRowSerializer.Serialize(stream, (IAsyncEnumerable<AnyRow?>)new Source<AnyRow?>([]), Plain)));
        actual.Should().Be(expected).And.Contain("async");
    }

    [Fact]
    public void HoldsRows_asynchronousSequences_areThoseOfRows()
    {
        JsonRowSerializer.HoldsRows(typeof(IAsyncEnumerable<AnyRow>), Plain).Should().BeTrue();
        JsonRowSerializer.HoldsRows(typeof(Source<Dictionary<string, object?>>), Plain).Should().BeTrue();
        JsonRowSerializer.HoldsRows(typeof(IAsyncEnumerable<int>), Plain).Should().BeFalse();
        JsonRowSerializer.HoldsRows(typeof(Converted), Plain).Should().BeFalse();
        JsonRowSerializer.HoldsRows(typeof(IAsyncEnumerable<AnyRow>), new JsonSerializerOptions(Plain) { IgnoreReadOnlyFields = true }).Should().BeFalse();
    }

    private static Task CheckRowsAsync<T>(Func<Source<T>> rows) => CheckAsync(rows, typeof(IAsyncEnumerable<T>));

    private static IEnumerable<Dictionary<string, object?>?> Dictionaries(Func<int, bool> isAsync) => Enumerable.Range(0, Many)
        .Select(row => row % 97 == 96 ? null : new Dictionary<string, object?>
        {
            ["Id"] = row,
            ["name"] = $"the name of row {row}, with an é",
            ["cell"] = isAsync(row) ? Awaited(row) : "none",
        });

    private static IEnumerable<AnyRow?> Objects(Func<int, bool> isAsync) => Enumerable.Range(0, Many)
        .Select(row => new AnyRow { Id = row, Name = $"the name of row {row}", Value = isAsync(row) ? Awaited(row) : row });

    private static IEnumerable<AnyRow?> FailingObjects(Failure failure, int at) => Enumerable.Range(0, Many).Select(row => new AnyRow
    {
        Id = row,
        Value = row != at ? row
            : failure == Failure.InRow ? new Thrower()
            : failure == Failure.InRowOfSerializer ? new { Inner = typeof(int) }
            : failure == Failure.InCell ? Broken()
            : row,
    });

    public enum Failure
    {
        None,
        AtGetEnumerator,
        AtMove,
        AtMoveLater,
        AtCurrent,
        AtDispose,
        InRow,
        InRowOfSerializer,
        InCell,
    }

    /// <summary>Rows of which some have to be waited for, and which fail where they are told to.</summary>
    private sealed class Source<T>(IEnumerable<T> rows, Func<int, bool>? waits = null) : IAsyncEnumerable<T>
    {
        public Failure Failure { get; init; }

        public int FailsAt { get; init; }

        /// <summary>What it waits for; another thread if nothing is said.</summary>
        public Func<Task>? Waiting { get; init; }

        public CancellationToken Token { get; private set; }

        public int Moves { get; private set; }

        public int Disposals { get; private set; }

        private bool Waits(int row) => waits?.Invoke(row) ?? false;

        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            if (Failure == Failure.AtGetEnumerator) throw new IOException("GetAsyncEnumerator");
            Token = cancellationToken;
            return new Enumerator(this, rows.GetEnumerator());
        }

        private sealed class Enumerator(Source<T> source, IEnumerator<T> rows) : IAsyncEnumerator<T>
        {
            private int _next;
            private bool _isMoving;

            public T Current => source.Failure == Failure.AtCurrent && _next == source.FailsAt + 1 ? throw new IOException("Current") : rows.Current;

            public ValueTask<bool> MoveNextAsync()
            {
                if (_isMoving) throw new InvalidOperationException("Two moves at a time.");
                int row = _next++;
                source.Moves++;
                if (source.Failure == Failure.AtMove && row == source.FailsAt) throw new IOException("MoveNextAsync");
                return source.Waits(row) ? WaitAsync(row) : new ValueTask<bool>(Move(row));
            }

            public async ValueTask DisposeAsync()
            {
                if (_isMoving) throw new InvalidOperationException("Disposed while it moves.");
                await Task.Yield();
                source.Disposals++;
                if (source.Failure == Failure.AtDispose) throw new IOException("DisposeAsync");
            }

            private async ValueTask<bool> WaitAsync(int row)
            {
                _isMoving = true;
                await (source.Waiting?.Invoke() ?? Task.Run(() => { }));
                _isMoving = false;
                source.Token.ThrowIfCancellationRequested();
                return Move(row);
            }

            private bool Move(int row) =>
                source.Failure == Failure.AtMoveLater && row == source.FailsAt ? throw new IOException("later") : rows.MoveNext();
        }
    }

    /// <summary>Tells how many bytes it has, after each write.</summary>
    private sealed class Watched(Action<long> onWritten) : MemoryStream
    {
        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await base.WriteAsync(buffer, cancellationToken);
            onWritten(Length);
        }
    }

    private sealed class AnyRow
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public object? Value { get; set; }
        public int A { get; set; }
        public int B { get; set; }
    }

    private readonly record struct AnyStruct(int Id, string? Name, object? Value, int A, int B);

    private sealed class Thrower
    {
        public int Fails => throw new IOException("getter");
    }

    private abstract class Sequence(IEnumerable<AnyRow> rows) : IAsyncEnumerable<AnyRow>
    {
        public IAsyncEnumerator<AnyRow> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
            rows.ToAsyncEnumerable().GetAsyncEnumerator(cancellationToken);
    }

    private sealed class CalledBack(List<AnyRow> rows) : Sequence(rows), IJsonOnSerializing
    {
        public CalledBack(IEnumerable<AnyRow> rows)
            : this([.. rows])
        {
        }

        public void OnSerializing() => rows.Add(new AnyRow { Id = 77 });
    }

    [JsonDerivedType(typeof(Discriminated), "d")]
    private abstract class BaseSequence(IEnumerable<AnyRow> rows) : Sequence(rows);

    private sealed class Discriminated(IEnumerable<AnyRow> rows) : BaseSequence(rows);

    [JsonConverter(typeof(SequenceConverter))]
    private sealed class Converted(IEnumerable<AnyRow> rows) : Sequence(rows);

    private sealed class SequenceConverter : JsonConverter<Converted>
    {
        public override Converted? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, Converted value, JsonSerializerOptions options) => writer.WriteStringValue("converted");
    }
}
