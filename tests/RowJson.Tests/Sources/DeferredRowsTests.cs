using System.Text;

namespace RowJson.Tests;

public class DeferredRowsTests
{
    private static readonly JsonRowOptions Lines = new() { Format = JsonRowFormat.Lines };

    [Fact]
    public void WriteTo_rows_areThoseForTheOptionsOfTheWrite()
    {
        var asked = new List<JsonRowOptions>();
        JsonRows rows = JsonRows.From(options =>
        {
            asked.Add(options);
            return JsonRows.From(new[] { options.Format });
        });

        rows.ToJsonString().Should().Be("[null]");
        rows.ToJsonString(Lines).Should().Be("2\n");
        asked.Should().Equal(JsonRowOptions.Default, Lines);
    }

    [Fact]
    public async Task WriteToAsync_inEnvelope_writesTheRowsThatAreChosen()
    {
        using var stream = new MemoryStream();
        JsonRows rows = JsonRows.From(_ => JsonRows.From(new[] { 1, 2 })).InEnvelope(new JsonRowEnvelope("items").Before("total", 2));

        await rows.WriteToAsync(stream);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"total":2,"items":[1,2]}""");
    }

    [Fact]
    public void WriteTo_functionReturnsNull_saysSo() =>
        ((Action)(() => JsonRows.From(_ => null!).ToJsonString())).Should().Throw<InvalidOperationException>().WithMessage("*returned null*");

    [Fact]
    public void WriteTo_functionThrows_writesNothing()
    {
        using var stream = new MemoryStream();

        ((Action)(() => JsonRows.From(_ => throw new TimeoutException()).WriteTo(stream))).Should().Throw<TimeoutException>();

        stream.Length.Should().Be(0);
    }

    /// <summary>A shape reads such a sequence asynchronously where the write is, as rows without one do.</summary>
    [Fact]
    public async Task WriteToAsync_shapeOverASequenceOfBothKinds_readsItAsynchronously()
    {
        var shape = new JsonRowShape<int>().Column("n", it => it);
        IEnumerable<int> rows = new BothKinds();
        using var stream = new MemoryStream();

        await JsonRows.From(rows, shape).WriteToAsync(stream);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"n":1},{"n":2}]""");
        JsonRows.From(rows, shape).ToJsonString().Should().Be("""[{"n":3}]""");
        ((Action)(() => JsonRows.From(rows, new JsonRowShape<int>()).ToJsonString()))
            .Should().Throw<InvalidOperationException>().WithMessage("*no columns*");
    }

    private sealed class BothKinds : IEnumerable<int>, IAsyncEnumerable<int>
    {
        public IEnumerator<int> GetEnumerator()
        {
            yield return 3;
        }

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();

        public async IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            yield return 1;
            await Task.Yield();
            yield return 2;
        }
    }
}
