using System.Text;

namespace RowJson.Tests;

public sealed class WholeOutputTests : IDisposable
{
    private static readonly Point[] Points = [new(1, "é"), new(2, null)];

    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public void Dispose() => File.Delete(_path);

    [Fact]
    public async Task ToJsonStringAsync_anyRows_isWhatJsonSerializerWrites()
    {
        string expected = System.Text.Json.JsonSerializer.Serialize(Points);

        (await JsonRows.From(Points).ToJsonStringAsync()).Should().Be(expected);
        (await AsyncJsonRows.From(Points.ToAsyncEnumerable()).ToJsonStringAsync()).Should().Be(expected);
        (await JsonRows.From(Points).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await AsyncJsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync()).Should().Equal(Encoding.UTF8.GetBytes(expected));
        (await JsonRows.From(Points).InEnvelope(new JsonRowEnvelope("rows")).ToJsonStringAsync()).Should().Be($$"""{"rows":{{expected}}}""");
    }

    [Fact]
    public async Task ToJsonStringAsync_cancelled_throws()
    {
        var cancelled = new CancellationToken(canceled: true);
        Func<Task>[] calls =
        [
            () => JsonRows.From(Points).ToJsonStringAsync(cancellationToken: cancelled),
            () => AsyncJsonRows.From(Points.ToAsyncEnumerable()).ToUtf8BytesAsync(cancellationToken: cancelled),
        ];
        foreach (Func<Task> call in calls) await call.Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task WriteToFileAsync_file_isReplaced()
    {
        await File.WriteAllTextAsync(_path, new string('x', 1000));
        string expected = System.Text.Json.JsonSerializer.Serialize(Points);

        JsonRowResult result = await JsonRows.From(Points).WriteToFileAsync(_path);

        result.Should().Be(new JsonRowResult { Rows = 2, Bytes = Encoding.UTF8.GetByteCount(expected), IsComplete = true });
        (await File.ReadAllTextAsync(_path)).Should().Be(expected);
        await AsyncJsonRows.From(Points.ToAsyncEnumerable()).WriteToFileAsync(_path, new JsonRowOptions { Format = JsonRowFormat.Lines });
        (await File.ReadAllLinesAsync(_path)).Should().HaveCount(2);
    }

    [Fact]
    public async Task WriteToFileAsync_rowsThatFail_endsAfterACompleteRow()
    {
        Func<Task> write = () => JsonRows.From(Failing()).WriteToFileAsync(_path, new JsonRowOptions { FlushThreshold = 1 });

        await write.Should().ThrowAsync<JsonRowException>();
        (await File.ReadAllTextAsync(_path)).Should().StartWith("[").And.EndWith("}");

        static IEnumerable<Point> Failing()
        {
            yield return Points[0];
            yield return Points[1];
            throw new TimeoutException();
        }
    }

    private sealed record Point(int X, string? Name);
}
