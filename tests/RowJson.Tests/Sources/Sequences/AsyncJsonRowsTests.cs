using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

public class AsyncJsonRowsTests
{
    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n);

    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public async Task WriteToAsync_dictionaries_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        Dictionary<string, object?>?[] rows = [new() { ["a"] = 1, ["b"] = "é" }, null, new() { ["a"] = 1.10m, ["b"] = null }];
        string expected = JsonSerializer.Serialize(rows, options);

        (await WriteAsync(JsonRows.From(Yield(rows)), new JsonRowOptions { SerializerOptions = options })).Should().Be(expected);
        (await WriteAsync(JsonRows.From(Yield<object?>(rows)), new JsonRowOptions { SerializerOptions = options })).Should().Be(expected);
    }

    [Fact]
    public async Task WriteToAsync_elements_equalsSerializer()
    {
        JsonElement[] rows = [JsonSerializer.SerializeToElement(new { a = 1 }), JsonSerializer.SerializeToElement("é")];

        (await WriteAsync(JsonRows.From(Yield(rows)))).Should().Be(JsonSerializer.Serialize(rows));
    }

    [Fact]
    public async Task WriteToAsync_objects_equalsSerializer()
    {
        ObjectRowsTests.Person[] people = ObjectRowsTests.People(100);
        var shape = new JsonRowShape<ObjectRowsTests.Person>().Column("Id", p => p.Id).Column("Age", p => p.Age);

        (await WriteAsync(JsonRows.From(Yield(people), ObjectRowsTests.PersonContext.Default.Person)))
            .Should().Be(JsonSerializer.Serialize(people));
        (await WriteAsync(JsonRows.From(Yield(people), shape)))
            .Should().Be(JsonSerializer.Serialize(people.Select(p => new { p.Id, p.Age })));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(1 << 20)]
    public async Task WriteToAsync_anyThreshold_writesAllRows(int threshold)
    {
        string expected = JsonSerializer.Serialize(Enumerable.Range(0, 500).Select(n => new { n }));

        (await WriteAsync(JsonRows.From(Yield([.. Enumerable.Range(0, 500)]), Shape), new JsonRowOptions { FlushThreshold = threshold }))
            .Should().Be(expected);
    }

    [Fact]
    public async Task WriteToAsync_noRows_writesEmptyArray() => (await WriteAsync(JsonRows.From(Yield<int>([]), Shape))).Should().Be("[]");

    [Fact]
    public async Task WriteToAsync_twice_readsTheSequenceAnew()
    {
        var rows = new Sequence(2);
        AsyncJsonRows source = JsonRows.From(rows, Shape);

        (await WriteAsync(source)).Should().Be("""[{"n":0},{"n":1}]""");
        (await WriteAsync(source)).Should().Be("""[{"n":0},{"n":1}]""");
        rows.Disposals.Should().Be(2);
    }

    [Fact]
    public async Task WriteToAsync_sequence_receivesTheToken()
    {
        using var cancellation = new CancellationTokenSource();
        var rows = new Sequence(1);

        await JsonRows.From(rows, Shape).WriteToAsync(Stream.Null, cancellationToken: cancellation.Token);

        rows.Token.Should().Be(cancellation.Token);
    }

    [Theory]
    [InlineData(1, """[{"n":0},{"n":1},{"n":2}""")]
    [InlineData(BufferSizes.DefaultFlushThreshold, "")]
    public async Task WriteToAsync_sequenceFails_keepsCompleteRowsAndDisposesOnce(int threshold, string expected)
    {
        var rows = new Sequence(10) { FailsAt = 3 };
        using var stream = new MemoryStream();

        var options = new JsonRowOptions { FlushThreshold = threshold };
        JsonRowException failure = (await JsonRows.From(rows, Shape).Awaiting(r => r.WriteToAsync(stream, options)).Should().ThrowAsync<JsonRowException>()).Which;

        failure.RowIndex.Should().Be(3);
        failure.ColumnName.Should().BeNull();
        failure.Stage.Should().Be(JsonRowStage.Source);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        rows.Disposals.Should().Be(1);
    }

    [Fact]
    public async Task WriteToAsync_valueFails_disposesOnce()
    {
        var rows = new Sequence(10);
        JsonRowShape<int> shape = Shape.Column("inverse", n => 1 / (n - 4));

        JsonRowException failure = (await JsonRows.From(rows, shape).Awaiting(r => r.WriteToAsync(Stream.Null)).Should().ThrowAsync<JsonRowException>()).Which;

        failure.RowIndex.Should().Be(4);
        failure.ColumnName.Should().Be("inverse");
        rows.Disposals.Should().Be(1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_cancelled_disposesOnceBehindThePendingMove(bool ignoresToken)
    {
        using var cancellation = new CancellationTokenSource();
        var rows = new Sequence(1000) { CancelsAt = (5, cancellation), IgnoresToken = ignoresToken };

        await JsonRows.From(rows, Shape).Awaiting(r => r.WriteToAsync(Stream.Null, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>();

        rows.Moves.Should().BeLessThanOrEqualTo(6);
        rows.Disposals.Should().Be(1);
        rows.WasDisposedDuringAMove.Should().BeFalse();
    }

    [Fact]
    public void From_null_throws()
    {
        FluentActions.Invoking(() => JsonRows.From((IAsyncEnumerable<Dictionary<string, object?>>)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From((IAsyncEnumerable<object?>)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From((IAsyncEnumerable<int>)null!, Shape)).Should().Throw<ArgumentNullException>();
    }

    private static async Task<string> WriteAsync(AsyncJsonRows rows, JsonRowOptions? options = null)
    {
        using var stream = new MemoryStream();
        await rows.WriteToAsync(stream, options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static async IAsyncEnumerable<T> Yield<T>(T[] rows, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            if (i % 3 == 0) await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            yield return rows[i];
        }
    }

    /// <summary>Counts what is done to it.</summary>
    private sealed class Sequence(int count) : IAsyncEnumerable<int>, IAsyncEnumerator<int>
    {
        private bool _isMoving;

        public int FailsAt { get; init; } = -1;

        public (int Row, CancellationTokenSource? Source) CancelsAt { get; init; }

        public bool IgnoresToken { get; init; }

        public CancellationToken Token { get; private set; }

        public int Disposals { get; private set; }

        public int Moves { get; private set; }

        public bool WasDisposedDuringAMove { get; private set; }

        public int Current { get; private set; }

        public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            Token = cancellationToken;
            Current = -1;
            return this;
        }

        public async ValueTask<bool> MoveNextAsync()
        {
            _isMoving = true;
            Moves++;
            await Task.Yield();
            Current++;
            if (CancelsAt.Source is { } source && Current == CancelsAt.Row) await source.CancelAsync();
            _isMoving = false;
            if (!IgnoresToken) Token.ThrowIfCancellationRequested();
            return Current == FailsAt ? throw new IOException("The sequence broke.") : Current < count;
        }

        public ValueTask DisposeAsync()
        {
            Disposals++;
            WasDisposedDuringAMove |= _isMoving;
            return default;
        }
    }
}
