using System.Runtime.CompilerServices;
using System.Text;

namespace RowJson.Tests;

/// <summary>The examples of docs/streaming-and-failures.md.</summary>
public class StreamingDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "StreamingDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() =>
        CodeExamples.Blocks("docs", "streaming-and-failures.md").Should().Equal(Examples.All);

    [Fact]
    public async Task Example_liveFeed_isWritten()
    {
        var sensor = new Sensor();
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <live>
        var live = new JsonRowOptions { Format = JsonRowFormat.Lines, FlushInterval = TimeSpan.FromMilliseconds(200) };
        JsonRowResult result = await JsonRows.From(sensor.ReadAsync(cancellationToken)).WriteToAsync(stream, live, cancellationToken: cancellationToken);
        // {"Celsius":21.5}
        // {"Celsius":21.6}
        // </live>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("live") + "\n");
        ((object)result).Should().Be(new JsonRowResult { Rows = 2, Bytes = stream.Length, IsComplete = true });
    }

    [Fact]
    public async Task Example_failure_namesRowAndColumn()
    {
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;
        var log = new List<string>();
        List<Dictionary<string, object?>> rows = [new() { ["price"] = 1.5 }, new() { ["price"] = double.NaN }];

        // <failure>
        try
        {
            await JsonRows.From(rows).WriteToAsync(stream, cancellationToken: cancellationToken);
        }
        catch (JsonRowException exception) when (exception.Stage == JsonRowStage.Value)
        {
            string message = $"row {exception.RowIndex}, column {exception.ColumnName}";
            // row 1, column price
            log.Add(message);
        }
        // </failure>

        log.Should().Equal("row 1, column price");
        stream.Length.Should().Be(0, "nothing was handed over before the first batch");
    }

    private sealed record Reading(double Celsius);

    private sealed class Sensor
    {
        public async IAsyncEnumerable<Reading> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
        {
            foreach (double celsius in (double[])[21.5, 21.6])
            {
                await Task.Yield();
                cancellationToken.ThrowIfCancellationRequested();
                yield return new Reading(celsius);
            }
        }
    }
}
