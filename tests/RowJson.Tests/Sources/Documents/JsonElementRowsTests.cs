using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Documents in every form that the parser accepts: the bytes of <see cref="JsonSerializer"/>, or its failure.</summary>
[EachVectorLevel]
public class JsonElementRowsTests
{
    private static readonly string[] Texts =
    [
        "[]", "[ ]", "\t[\r\n]\n", "[[]]", "[{}]", "[ { } , [ ] ]", "[1]", "[null,true,false]", "[\"\"]", "[\"a\",\"b\"]",
        """[{"a":1,"a":2,"a":1}]""",
        """[ { "a" : 1 , "b" : [ 1 , 2 , { "c" : "d" } ] } , { "a" : null } ]""",
        "[\n\t{\r\n\t\t\"a\"\t:\t\"x y\tz\" \n}\r\n]".Replace("\tz", "\\tz", StringComparison.Ordinal),
        """["\/","\u0041","\u0022","\u005c","\u000a","\n","\b\f\n\r\t\"\\","\u00e9","é","\u4e2d","中","\ud83d\ude00","😀","<>&'+`","\u003c","\u007f"]""",
        """[{"\/":1,"\u0041":2,"é":3,"<":4,"\ud83d\ude00":5,"😀":6,"":7," ":8}]""",
        "[1.0,1.50,-0,-0.0,1e5,1E+5,1e-5,123456789012345678901234567890,0.1000000000000000055511151231257827]",
        "[\"\u007f\u0080\u2028\u2029\ufeff\ufffd\uffff\"]",
        "[\"\\ud800\"]", "[\"\\udc00x\"]", "[\"\\ud800\\ud800\"]", "[\"ok\",\"\\ud83dx\"]", "[{\"\\ud800\":1}]", "[{\"a\":\"\\uDE00\\uD83D\"}]",
    ];

    private static readonly string[] LaxTexts =
    [
        "[1,2,]", "[{\"a\":1,},]", "/* a */[/* b */{/* c */\"a\":/* e */1/* f */,/* g */\"b\":2}/* h */,/* i */]// j",
        "[ // line\n {\"a\": [1, // x ] }\n 2,],} , /**/ ]", "[\"/* no comment */\",\"// none\",\"a,]\",\"b,}\"]", "// first\n[]", "[/**/]", "[[],{},[[],],]",
    ];

    public static TheoryData<string> Encoders => [.. Matrix.Encoders];

    [Theory]
    [MemberData(nameof(Encoders))]
    public async Task Write_anyText_matchesJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        foreach (string text in Texts)
        {
            foreach (JsonDocument document in new[] { JsonDocument.Parse(text), JsonDocument.Parse(Encoding.UTF8.GetBytes(text)) })
                using (document) await CheckAsync(document.RootElement, options);
        }
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public async Task Write_commentsAndTrailingCommas_matchesJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        var lax = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
        foreach (string text in LaxTexts)
        {
            using JsonDocument document = JsonDocument.Parse(text, lax);
            await CheckAsync(document.RootElement, options);
            using JsonDocument padded = JsonDocument.Parse($"{new string(' ', 50)}[{new string('1', 40)},{text}\n,]", lax);
            await CheckAsync(padded.RootElement, options);
        }
    }

    [Fact]
    public void WriteTo_writer_endsWithTheLastRowOfAnyBatch()
    {
        var lax = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
        foreach (string text in new[] { """[{"a":1},{"a":22},{"a":333}]""", "[1 , 2 , 3 ]", "[[1],[2],]", "[1,2/* end */]", "[1,2 , /* end */ ]" })
        {
            using JsonDocument document = JsonDocument.Parse(text, lax);
            string expected = $"[{string.Join(",\n", document.RootElement.EnumerateArray().Select(row => JsonSerializer.Serialize(row)))}]";
            for (int threshold = 1; threshold <= text.Length + 2; threshold++)
            {
                foreach (JsonRowFormat format in new[] { JsonRowFormat.Array, JsonRowFormat.ArrayWithLineBreaks })
                {
                    var options = new JsonRowOptions { Format = format, FlushThreshold = threshold };
                    var output = new System.Buffers.ArrayBufferWriter<byte>();
                    using var writer = new Utf8JsonWriter(output);
                    JsonRows.From(document).WriteTo(writer, options);
                    writer.Flush();
                    Encoding.UTF8.GetString(output.WrittenSpan).Should().Be(
                        format == JsonRowFormat.Array ? JsonSerializer.Serialize(document.RootElement) : expected, "{0} in batches of {1}", text, threshold);
                }
            }
        }
    }

    [Theory]
    [InlineData(false, "root")]
    [InlineData(false, "element")]
    [InlineData(false, "property")]
    [InlineData(true, "root")]
    [InlineData(true, "element")]
    [InlineData(true, "property")]
    public void WriteTo_writerAndOneValue_equalsElement(bool isIndented, string place)
    {
        JsonRowOptions[] all =
        [
            JsonRowOptions.Default,
            new(new JsonSerializerOptions { WriteIndented = true }) { ColumnNamingPolicy = JsonNamingPolicy.CamelCase },
        ];
        foreach (JsonRowOptions options in all) Check(options);

        void Check(JsonRowOptions options)
        {
            foreach (string json in (string[])["""{"A": [1, {"b<": "é\u0041"}, []], "C": {}}""", "\"x\"", "12", "null", "{}", """{ "D": 1 }"""])
            {
                using JsonDocument document = JsonDocument.Parse(json);
                Written(writer => JsonRows.From(document).WriteTo(writer, options)).Should().Be(Written(document.RootElement.WriteTo));
            }
        }

        string Written(Action<Utf8JsonWriter> write)
        {
            using var stream = new MemoryStream();
            using (var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = isIndented }))
            {
                if (place == "element") writer.WriteStartArray();
                if (place == "property") writer.WriteStartObject();
                for (int i = 0; i < (place == "root" ? 1 : 2); i++)
                {
                    if (place == "property") writer.WritePropertyName($"{i}");
                    write(writer);
                }
                if (place == "element") writer.WriteEndArray();
                if (place == "property") writer.WriteEndObject();
            }
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public async Task Write_slicesAndClones_matchesJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        string rows = string.Join(" , ", Enumerable.Range(0, 300).Select(i => $$"""{ "id" : {{i}} , "text é" : "{{new string('x', i)}}\u0041<" }"""));
        using JsonDocument document = JsonDocument.Parse($$"""{"before":["x"],"deep":[{"rows":[ {{rows}} ],"z":1}],"after":"y"}""");
        JsonElement slice = document.RootElement.GetProperty("deep")[0].GetProperty("rows");
        await CheckAsync(slice, options);
        await CheckAsync(slice.Clone(), options);
        await CheckAsync(document.RootElement.Clone().GetProperty("deep"), options);
        await CheckAsync(document.RootElement, options);
        IEnumerable<JsonElement> filtered = slice.EnumerateArray().Where(row => row.GetProperty("id").GetInt32() % 7 == 0);
        await Matrix.CheckAsync(new ComparedRows("filtered", JsonRows.From(filtered), filtered, [.. filtered]), options, RowTarget.All);
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public async Task Write_whitespaceEverywhere_matchesJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        var random = new Random(5);
        string[] tokens = ["[", "{", "\"name\"", ":", "\"text with  spaces\"", ",", "\"n\"", ":", "12.5", ",", "\"l\"", ":", "[", "1", ",", "true", "]", "}", ",", "null", "]"];
        for (int round = 0; round < 200; round++)
        {
            var text = new StringBuilder();
            foreach (string token in tokens) text.Append(Blank(random, round)).Append(token);
            using JsonDocument document = JsonDocument.Parse(text.Append(Blank(random, round)).ToString());
            await CheckAsync(document.RootElement, options);
        }
    }

    [Theory]
    [MemberData(nameof(Encoders))]
    public async Task Write_illFormedUtf8_matchesJsonSerializer(string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) };
        byte[][] bad =
        [
            [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFF], [0xFE], [0xE0, 0x80, 0x80], [0x80, 0x80, 0x80],
        ];
        foreach (byte[] bytes in bad)
        {
            foreach (int padding in new[] { 0, 5, 31, 63, 64, 200 })
            {
                byte[] plain = Encoding.ASCII.GetBytes(new string('p', padding));
                byte[][] texts =
                [
                    [.. "[\""u8, .. plain, .. bytes, .. "\"]"u8],
                    [.. "[{\"a\":\""u8, .. plain, .. bytes, .. plain, .. "\",\"b\":\"\\n"u8, .. bytes, .. "\"}]"u8],
                    [.. "[{\""u8, .. plain, .. bytes, .. "\":1}]"u8],
                ];
                foreach (byte[] text in texts)
                {
                    if (!TryParse(text)) continue;
                    using JsonDocument document = JsonDocument.Parse(text);
                    await CheckAsync(document.RootElement, options);
                }
            }
        }
    }

    [Fact]
    public async Task Write_rowsAroundEveryBatchLength_matchesJsonSerializer()
    {
        for (int length = 1; length < 200; length++)
        {
            using JsonDocument document = JsonDocument.Parse($$"""[ {"a":"{{new string('x', length)}}"} , {"a":"é\n"},[], {"a":"{{new string('y', 200 - length)}}"}]""");
            foreach (int threshold in new[] { 1, 16, 64, 100 })
                await CheckAsync(document.RootElement, new JsonRowOptions { FlushThreshold = threshold });
        }
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Write_veryLongStringInADocument_matchesJsonSerializer()
    {
        foreach (string unit in new[] { "x", "é", "中", "\\u4e2d", "\\n", "<", "\\\"x" })
        {
            using JsonDocument document = JsonDocument.Parse("[{\"a\":\"" + string.Concat(Enumerable.Repeat(unit, 70_000)) + "\"},{\"b\":1}]");
            foreach (string encoder in Matrix.Encoders)
                await CheckAsync(document.RootElement, new JsonRowOptions { SerializerOptions = Matrix.Options(encoder) });
        }
    }

    /// <summary>The bytes of <see cref="JsonSerializer"/> in every sink, or a failure where it fails.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Write_documentDisposedBetweenBatches_namesNoRowOrTheRightOne(bool asynchronously, bool inSink)
    {
        // Rows of which cells may be left out go one by one, and are counted; without vectors all do.
        foreach (bool rowByRow in TextBlock128.IsSupported ? new[] { false, true } : [true])
        {
            for (int call = 2; call < 6; call++)
            {
                string rows = string.Join(',', Enumerable.Range(0, 100).Select(i => $$"""{"id":{{i}}}"""));
                var document = JsonDocument.Parse($"[{rows}]");
                var stream = new CallingStream(number =>
                {
                    if (number == call) document.Dispose();
                    if (number == call && inSink) throw new IOException("The wire is cut.");
                });
                var options = new JsonRowOptions { FlushThreshold = 50, OmitNulls = rowByRow };

                Func<Task> write = asynchronously
                    ? () => JsonRows.From(document).WriteToAsync(stream, options)
                    : () => Task.FromResult(JsonRows.From(document).WriteTo(stream, options));

                JsonRowException failure = (await write.Should().ThrowAsync<JsonRowException>()).Which;
                string output = Encoding.UTF8.GetString(stream.Taken);
                $"[{rows}]".Should().StartWith(output);
                using JsonDocument complete = JsonDocument.Parse(output + "]");
                int taken = complete.RootElement.GetArrayLength();
                if (!rowByRow) failure.RowIndex.Should().Be(-1);
                else if (inSink) failure.RowIndex.Should().BeGreaterThan(taken);
                else failure.RowIndex.Should().Be(taken);
                failure.Message.Should().NotContainAny("-1", "ow 0 ", " 0 rows").And.StartWith(
                    inSink ? "The sink failed" : rowByRow ? $"The source failed after {taken} rows were read: " : "The source failed: ");
                failure.Stage.Should().Be(inSink ? JsonRowStage.Sink : JsonRowStage.Source);
                failure.InnerException.Should().BeOfType(inSink ? typeof(IOException) : typeof(ObjectDisposedException));
            }
        }
    }

    private static async Task CheckAsync(JsonElement element, JsonRowOptions options)
    {
        try
        {
            JsonSerializer.SerializeToUtf8Bytes(element, options.SerializerOptions);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or ArgumentException)
        {
            foreach (RowTarget target in RowTarget.All)
            {
                Func<Task> write = async () => await target.Write(JsonRows.From(element), options);
                await write.Should().ThrowAsync<JsonRowException>("{0} to {1}", element.GetRawText(), target.Name);
            }
            return;
        }
        object?[] rows = element.ValueKind == JsonValueKind.Array ? [.. element.EnumerateArray()] : [element];
        await Matrix.CheckAsync(new ComparedRows("element", JsonRows.From(element), element, rows), options, RowTarget.All);
        if (element.ValueKind != JsonValueKind.Array) return;
        IEnumerable<JsonElement> lazy = element.EnumerateArray().Where(_ => true);
        await Matrix.CheckAsync(new ComparedRows("elements", JsonRows.From(lazy), lazy, rows), options, RowTarget.All);
        var cells = new[] { new Dictionary<string, object?> { ["cell"] = element } };
        await Matrix.CheckAsync(new ComparedRows("cell", JsonRows.From(cells), cells, cells), options, RowTarget.All);
    }

    private static string Blank(Random random, int round) =>
        string.Concat(Enumerable.Range(0, random.Next(round % 5 == 0 ? 90 : 3)).Select(_ => " \t\r\n"[random.Next(4)]));

    private static bool TryParse(byte[] text)
    {
        try
        {
            JsonDocument.Parse(text).Dispose();
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
