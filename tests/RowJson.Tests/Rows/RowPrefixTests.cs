using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

public sealed class RowPrefixTests
{
    private static readonly JsonRowPrefix ById = JsonRowPrefix.FromColumn("""{"index":{"_id":""", "id", "}}");

    public static TheoryData<string> Sources => ["dictionaries", "pairs", "document", "elements", "nodes", "raw json", "reader", "records", "table", "shape", "mixed"];

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_column_isInTheLineBeforeEachRow(string source)
    {
        Func<JsonRows> rows = CompactRows.Sources[source];
        string[] lines = rows().ToJsonString(new() { Format = JsonRowFormat.Lines }).Split('\n')[..^1];
        string expected = string.Concat(lines.Select((line, i) => $"{{\"index\":{{\"_id\":\"{i}\"}}}}\n{line}\n"));
        foreach (JsonRowOptions options in (JsonRowOptions[])
            [new(), new() { FlushThreshold = 1, Sizes = BufferSizes.Tiny }, new() { FlushThreshold = 2000 }])
        {
            var bulk = new JsonRowOptions(options) { Format = JsonRowFormat.Lines, RowPrefix = ById };

            rows().ToJsonString(bulk).Should().Be(expected);
            var stream = new MemoryStream();
            await rows().WriteToAsync(stream, bulk);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        }
    }

    [Fact]
    public void Write_constant_isBeforeEachRow()
    {
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = JsonRowPrefix.Constant("""{"create":{}}""") };

        JsonRows.From(new[] { 1, 2 }).ToJsonString(options).Should().Be("{\"create\":{}}\n1\n{\"create\":{}}\n2\n");
        JsonRows.From(Array.Empty<int>()).ToJsonString(options).Should().BeEmpty();
    }

    [Fact]
    public void Write_function_readsTheRow()
    {
        JsonRowPrefix prefix = JsonRowPrefix.FromFunction((writer, row) =>
        {
            writer.WriteStartObject();
            writer.WriteNumber("length", row.Length);
            writer.WriteEndObject();
        });
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = prefix, FlushThreshold = 1 };

        JsonRows.From(new[] { "a", "bc" }).ToJsonString(options).Should().Be("{\"length\":3}\n\"a\"\n{\"length\":4}\n\"bc\"\n");
    }

    public static TheoryData<string> IncompleteLines => ["nothing", "half", "line feed", "carriage return"];

    [Theory]
    [MemberData(nameof(IncompleteLines))]
    public void Write_functionThatWritesNoLine_failsAfterCompleteRows(string line)
    {
        JsonRowPrefix prefix = JsonRowPrefix.FromFunction((writer, row) =>
        {
            if (row is [(byte)'1']) writer.WriteNullValue();
            else if (line == "half") writer.WriteStartObject();
            else if (line == "line feed") writer.WriteRawValue("{\n}");
            else if (line == "carriage return") writer.WriteRawValue("[1,\r2]");
        });
        foreach (int threshold in (int[])[1, 1000])
        {
            var buffer = new MemoryStream();
            var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = prefix, FlushThreshold = threshold };
            Action write = () => JsonRows.From(new[] { 1, 2 }).WriteTo(buffer, options);

            JsonRowException exception = write.Should().Throw<JsonRowException>().Which;

            (exception.RowIndex, exception.ColumnName, exception.Stage).Should().Be((1, null, JsonRowStage.Value));
            exception.Message.Should().Be(
                "Row 1 could not be written: The function of JsonRowPrefix.FromFunction has written "
                + (line is "nothing" or "half" ? "no whole value" : "a line break") + ". Write one value without line breaks for each row. "
                + "The output ends after the last complete row.");
            Encoding.UTF8.GetString(buffer.ToArray()).Should().Be("null\n1\n");
        }
    }

    [Fact]
    public void Write_functionAfterAFailure_writesLinesAgain()
    {
        bool isHalf = true;
        JsonRowPrefix prefix = JsonRowPrefix.FromFunction((writer, _) =>
        {
            writer.WriteStartArray();
            if (!isHalf) writer.WriteEndArray();
        });
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = prefix };
        FluentActions.Invoking(() => JsonRows.From(new[] { 1 }).ToJsonString(options)).Should().Throw<JsonRowException>();
        isHalf = false;

        JsonRows.From(new[] { 1 }).ToJsonString(options).Should().Be("[]\n1\n");
    }

    [Theory]
    [InlineData("""{"id":"<a>"}""", "\"\\u003Ca\\u003E\"")]
    [InlineData("""{"x":{"id":1},"id":true}""", "\"true\"")]
    [InlineData("""{"id":-1.5}""", "\"-1.5\"")]
    public void Write_columnOfAnyScalar_isAString(string row, string value)
    {
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = JsonRowPrefix.FromColumn("[", "id", "]") };

        JsonRows.From(JsonDocument.Parse($"[{row}]")).ToJsonString(options).Should().StartWith($"[{value}]\n{{");
    }

    [Theory]
    [InlineData("""{"a":1}""")]
    [InlineData("""{"id":null}""")]
    [InlineData("""{"id":[1]}""")]
    [InlineData("""{"id":{}}""")]
    [InlineData("[1]")]
    public void Write_rowWithoutTheColumn_failsAfterCompleteRows(string row)
    {
        var buffer = new MemoryStream();
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, RowPrefix = ById };
        Action write = () => JsonRows.From(JsonDocument.Parse($$"""[{"id":1},{{row}}]""")).WriteTo(buffer, options);

        JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
        (exception.RowIndex, exception.ColumnName).Should().Be((1, "id"));
        Encoding.UTF8.GetString(buffer.ToArray()).Should().Be("{\"index\":{\"_id\":\"1\"}}\n{\"id\":1}\n");
    }

    [Fact]
    public void Write_anotherFormat_isRefused()
    {
        foreach (JsonRowFormat format in Enum.GetValues<JsonRowFormat>().Where(format => format != JsonRowFormat.Lines))
        {
            var options = new JsonRowOptions { Format = format, RowPrefix = ById };

            FluentActions.Invoking(() => JsonRows.From(new[] { 1 }).ToJsonString(options)).Should().Throw<ArgumentException>();
        }
    }

    [Fact]
    public void Factories_invalidArguments_throw()
    {
        FluentActions.Invoking(() => JsonRowPrefix.Constant("a\nb")).Should().Throw<ArgumentException>();
        FluentActions.Invoking(() => JsonRowPrefix.FromColumn("\r", "a", "")).Should().Throw<ArgumentException>();
        FluentActions.Invoking(() => JsonRowPrefix.FromColumn("", "a", "\n")).Should().Throw<ArgumentException>();
        FluentActions.Invoking(() => JsonRowPrefix.Constant(null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRowPrefix.FromColumn("", null!, "")).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRowPrefix.FromFunction(null!)).Should().Throw<ArgumentNullException>();
    }
}
