using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Rows, bytes and end of a write, for each sink and format.</summary>
public class JsonRowResultTests
{
    private static readonly Dictionary<string, JsonRowOptions> Styles = new()
    {
        ["array"] = new(),
        ["threshold of 1"] = new() { FlushThreshold = 1 },
        ["line breaks"] = new() { Format = JsonRowFormat.ArrayWithLineBreaks, FlushThreshold = 100 },
        ["lines"] = new() { Format = JsonRowFormat.Lines, FlushThreshold = 100 },
        ["indented"] = new(new JsonSerializerOptions { WriteIndented = true }) { FlushThreshold = 100 },
        ["references"] = new(new JsonSerializerOptions { ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.Preserve }),
    };

    public static TheoryData<string, int> Cases()
    {
        var data = new TheoryData<string, int>();
        foreach (string style in Styles.Keys)
            foreach (int rows in new[] { 0, 1, 3, 1000 }) data.Add(style, rows);
        return data;
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Cases))]
    public async Task Write_anySource_isRowsBytesAndComplete(string style, int rows)
    {
        JsonRowOptions options = Styles[style];
        foreach (string source in FailingRows.Names)
        {
            if (FailingRows.IsAsync(source))
            {
                await CheckAsync((stream, pipe) => stream is null
                    ? FailingRows.OpenAsync(source, rows, bad: -2).WriteToAsync(pipe!, options)
                    : FailingRows.OpenAsync(source, rows, bad: -2).WriteToAsync(stream, options));
                continue;
            }
            JsonRows Open() => FailingRows.Open(source, rows, bad: -2);
            await CheckAsync((stream, pipe) => stream is null ? Open().WriteToAsync(pipe!, options) : Open().WriteToAsync(stream, options));
            var sync = new MemoryStream();
            Check(Open().WriteTo(sync, options), sync.Length);
            var buffer = new ArrayBufferWriter<byte>();
            Check(Open().WriteTo(buffer, options), buffer.WrittenCount);
            if (style != "lines") CheckJsonWriter(Open());
        }

        async Task CheckAsync(Func<Stream?, PipeWriter?, Task<JsonRowResult>> writeAsync)
        {
            var stream = new MemoryStream();
            Check(await writeAsync(stream, null), stream.Length);
            var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
            JsonRowResult result = await writeAsync(null, pipe.Writer);
            await pipe.Writer.CompleteAsync();
            Check(result, (await pipe.Reader.ReadAtLeastAsync(int.MaxValue)).Buffer.Length);
        }

        void CheckJsonWriter(JsonRows source)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            writer.WriteStartObject();
            writer.WritePropertyName("rows");
            JsonRowResult result = source.WriteTo(writer, options);
            writer.WriteEndObject();
            writer.Flush();
            Check(result, buffer.WrittenCount - """{"rows":}""".Length);
        }

        void Check(JsonRowResult result, long length)
        {
            result.Rows.Should().Be(rows);
            result.Bytes.Should().Be(length);
            result.IsComplete.Should().BeTrue();
        }
    }

    [Fact]
    public void WriteTo_documentThatIsOneValue_isOneRow()
    {
        using JsonDocument document = JsonDocument.Parse("""{"a":1}""");
        var buffer = new ArrayBufferWriter<byte>();
        ((object)JsonRows.From(document).WriteTo(buffer)).Should().Be(new JsonRowResult { Rows = 1, Bytes = 7, IsComplete = true });
        using var writer = new Utf8JsonWriter(buffer);
        ((object)JsonRows.From(document).WriteTo(writer)).Should().Be(new JsonRowResult { Rows = 1, Bytes = 7, IsComplete = true });
    }
}
