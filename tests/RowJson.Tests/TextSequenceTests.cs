using System.Buffers;
using System.Data;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

/// <summary>A text sequence is JSON Lines with a character before each row, for every source and way of writing.</summary>
public sealed class TextSequenceTests
{
    private static readonly JsonRowOptions Lines = new() { Format = JsonRowFormat.Lines };
    private static readonly JsonRowOptions Sequence = new() { Format = JsonRowFormat.TextSequence };

    public static TheoryData<string> Sources => ["dictionaries", "typed", "mixed", "objects", "document", "elements", "nodes", "table", "value"];

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task Write_textSequence_isLinesWithRecordSeparators(string source)
    {
        string expected = WithSeparators(RowsOf(source).ToJsonString(Lines));

        RowsOf(source).ToJsonString(Sequence).Should().Be(expected);
        var stream = new MemoryStream();
        await RowsOf(source).WriteToAsync(stream, new JsonRowOptions(Sequence) { FlushThreshold = 50 });
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    [Fact]
    public void Write_indentedTextSequence_staysOneLineARow()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true }) { Format = JsonRowFormat.TextSequence };

        JsonRows.From(Dictionaries()).ToJsonString(options).Should().Be(WithSeparators(JsonRows.From(Dictionaries()).ToJsonString(Lines)));
    }

    [Fact]
    public void JsonRowWriter_textSequence_isLinesWithRecordSeparators()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer, Sequence))
        {
            foreach (Dictionary<string, object?> row in Dictionaries()) writer.WriteRow(row);
            writer.Complete();
        }

        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(WithSeparators(JsonRows.From(Dictionaries()).ToJsonString(Lines)));
    }

    [Fact]
    public void Write_noRows_isEmpty() => JsonRows.From(new List<string>()).ToJsonString(Sequence).Should().BeEmpty();

    [Fact]
    public void Write_failingRow_keepsTheRowsBeforeIt()
    {
        var buffer = new ArrayBufferWriter<byte>();
        Action write = () => JsonRows.From<object?>([1, new Dictionary<string, object?> { ["a"] = (Action)(() => { }) }]).WriteTo(buffer, Sequence);

        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(1);
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be("\u001E1\n");
    }

    [Fact]
    public void Write_intoAnEnvelopeOrAWriter_isRefused()
    {
        JsonRows rows = JsonRows.From(Dictionaries());
        using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());

        ((Action)(() => rows.InEnvelope(new JsonRowEnvelope("rows")).ToJsonString(Sequence))).Should().Throw<ArgumentException>();
        ((Action)(() => rows.WriteTo(writer, Sequence))).Should().Throw<ArgumentException>();
    }

    private static string WithSeparators(string lines) =>
        string.Concat(lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => $"\u001E{line}\n"));

    private static JsonRows RowsOf(string source)
    {
        string array = JsonSerializer.Serialize(Dictionaries());
        switch (source)
        {
            case "dictionaries":
                return JsonRows.From(Dictionaries());
            case "typed":
                return JsonRows.From(Dictionaries().ConvertAll(row => new Dictionary<string, int> { ["i"] = (int)row["i"]! }));
            case "mixed":
                return JsonRows.From(new object?[] { 1, null, "two", Dictionaries()[0], new[] { 3, 4 } });
            case "objects":
                return JsonRows.From(Dictionaries().ConvertAll(row => new { i = row["i"], text = "\"\u001E\n\"" }));
            case "document":
                return JsonRows.From(JsonDocument.Parse(array));
            case "elements":
                return JsonRows.From(JsonDocument.Parse(array).RootElement.EnumerateArray().ToList());
            case "nodes":
                return JsonRows.From(JsonNode.Parse(array)!.AsArray());
            case "value":
                return JsonRows.From(JsonDocument.Parse("""{"one":[1,2]}"""));
            default:
                var table = new DataTable();
                table.Columns.Add("i", typeof(int));
                for (int i = 0; i < 500; i++) table.Rows.Add(i);
                return JsonRows.From(table);
        }
    }

    private static List<Dictionary<string, object?>> Dictionaries() =>
        [.. Enumerable.Range(0, 500).Select(i => new Dictionary<string, object?> { ["i"] = i, ["text"] = $"\"\u001E\n{i}\"", ["none"] = null })];
}
