using System.Text;

namespace RowJson.Tests;

public sealed class WholeOutputTests
{
    private static readonly Point[] Points = [new(1, "é"), new(2, null)];

    [Fact]
    public async Task ToJsonStringAsync_anyRows_isWhatJsonSerializerWrites()
    {
        string expected = System.Text.Json.JsonSerializer.Serialize(Points);

        (await JsonRows.From(Points).ToJsonStringAsync()).Should().Be(expected);
        (await JsonRows.From(Points.ToAsyncEnumerable()).ToJsonStringAsync()).Should().Be(expected);
        (await JsonRows.From(Points).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await JsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await JsonRows.From(Points).InEnvelope(new JsonRowEnvelope("rows")).ToJsonStringAsync()).Should().Be($$"""{"rows":{{expected}}}""");
    }

    [Fact]
    public async Task ToJsonStringAsync_cancelled_throws()
    {
        var cancelled = new CancellationToken(canceled: true);
        Func<Task>[] calls =
        [
            () => JsonRows.From(Points).ToJsonStringAsync(cancellationToken: cancelled),
            () => JsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync(cancellationToken: cancelled),
        ];
        foreach (Func<Task> call in calls) await call.Should().ThrowAsync<OperationCanceledException>();
    }

    private sealed record Point(int X, string? Name);
}
