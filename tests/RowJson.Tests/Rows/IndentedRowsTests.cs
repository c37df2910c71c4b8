using System.Buffers;
using System.Collections.Immutable;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Rows with WriteIndented: the bytes of <see cref="JsonSerializer"/>, whatever writes them and wherever they go.</summary>
[EachVectorLevel]
public class IndentedRowsTests
{
    /// <summary>Longer than the text that is copied aside without the pool, and than any block.</summary>
    private static readonly string Long = string.Concat(Enumerable.Repeat("{\"\\[,:]} ä", 700));

    public static TheoryData<string, char, int> Styles => new()
    {
        { "\n", ' ', 2 }, { "\r\n", '\t', 1 }, { "\n", ' ', 0 }, { "\r\n", ' ', 127 }, { "\n", '\t', 15 }, { "\n", ' ', 16 }, { "\r\n", ' ', 31 },
    };

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task Write_objects_equalSerializer(string newLine, char character, int size)
    {
        foreach (JsonSerializerOptions options in OptionsOf(newLine, character, size))
            await CheckAsync([Item.Create(0), Item.Create(1), new(), Item.Create(2)], options);
    }

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task Write_dictionaries_equalSerializer(string newLine, char character, int size)
    {
        Row row = new()
        {
            ["a"] = 1,
            ["b\"\\"] = "x",
            ["c"] = null,
            ["d"] = new Row(),
            ["e"] = new List<object?>(),
            ["f"] = Array.Empty<int>(),
            ["g"] = new List<object?> { 1, new Row { ["h"] = new object?[] { "[", new List<object?> { null } } }, Array.Empty<object>() },
            ["long"] = Long,
            ["i"] = 1.5,
            ["j"] = new[] { 1, 2 },
        };
        foreach (JsonSerializerOptions options in OptionsOf(newLine, character, size))
        {
            await CheckAsync([row, [], new() { ["only"] = new Row() }, row], options);
            await CheckAsync<Dictionary<string, int>>([new() { ["a"] = 1, ["b"] = 2 }, []], options);
            await CheckAsync<Dictionary<string, int[]>>([new() { ["a"] = [1, 2], ["b"] = [] }, []], options);
        }
    }

    /// <summary>What only the serializer can write, among what is written directly: it keeps its bytes.</summary>
    [Theory]
    [MemberData(nameof(Styles))]
    public async Task Write_valuesOfUsersConverters_keepTheirBytes(string newLine, char character, int size)
    {
        object?[] values =
        [
            new Raw("1"), new Raw("""{"a": [1,2],   "b":{}}"""), new Raw("\n[]"), new Nested(new Raw("[ 1 ]")), new Nested(1), JsonNode.Parse("""{"a":[1,{}]}"""),
            new Uri("https://a.b/?c"), new List<Nested> { new(1) }, new { A = 1, B = new[] { 1 } }, JsonSerializer.SerializeToElement(Item.Create(1)),
        ];
        List<Row> rows =
        [
            .. values.Select(it => new Row { ["first"] = it, ["list"] = new List<object?> { it, it, 1, it }, ["last"] = it }),
            .. values.Select(it => new Row { ["list"] = new object?[] { it }, ["object"] = new Row { ["deep"] = new Row { ["a"] = it, ["b"] = it } } }),
        ];
        foreach (JsonSerializerOptions options in OptionsOf(newLine, character, size))
        {
            await CheckAsync(rows, options);
            await CheckAsync<object?>([.. values, .. rows, 5, null, "x"], options);
            await CheckAsync<Converted>([new(1, new Raw("[1,  2]"), "a"), new(2, null, "b")], options);
            await CheckAsync<Holder>([new(1, new(1, new Raw("{ }"), "a")), new(2, null)], options);
        }
    }

    [Theory]
    [MemberData(nameof(Styles))]
    public async Task Write_singleValuesAndLists_equalSerializer(string newLine, char character, int size)
    {
        foreach (JsonSerializerOptions options in OptionsOf(newLine, character, size))
        {
            await CheckAsync([1, 2, 3], options);
            await CheckAsync<string?>(["a", null, Long, "{}[],:"], options);
            await CheckAsync([1.5, 2], options);
            await CheckAsync(Enumerable.Repeat(Guid.Empty, 100).ToList(), options);
            await CheckAsync<int[]>([[1, 2], [], [3]], options);
            await CheckAsync<List<Item>>([[Item.Create(1)], []], options);
            await CheckAsync<ImmutableArray<double>>([[1, 2.5], []], options);
            await CheckAsync<JsonNode?>([JsonNode.Parse("""{"a":[1,{}]}"""), null, 5], options);
            await CheckAsync<Shape>([new Circle(1), new Square(2)], options);
        }
    }

    [Theory]
    [MemberData(nameof(Styles))]
    public void Write_documents_equalSerializer(string newLine, char character, int size)
    {
        foreach (JsonSerializerOptions options in OptionsOf(newLine, character, size))
        {
            for (int seed = 0; seed < 200; seed++)
            {
                var random = new Random(seed);
                string json = RandomJsonText.Array(random, random.Next(12));
                using var document = JsonDocument.Parse(
                    json, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
                string expected = JsonSerializer.Serialize(document, options);

                JsonRows.From(document).ToJsonString(new JsonRowOptions(options)).Should().Be(expected);
                JsonRows.From(document).ToJsonString(new JsonRowOptions(options) { FlushThreshold = 1, Sizes = BufferSizes.Tiny }).Should().Be(expected);
                JsonSerializer.Serialize(document, options.WithRowJson(writeOnly: true)).Should().Be(expected);
                JsonElement[] elements = [.. document.RootElement.EnumerateArray()];
                JsonSerializer.Serialize(elements, options.WithRowJson(writeOnly: true)).Should().Be(expected);
            }
        }
    }

    /// <summary>Members that only the serializer can write, for a writer that indents although the options do not.</summary>
    [Fact]
    public async Task Write_membersOfTheSerializerToIndentedWriter_equalSerializer()
    {
        JsonNode node = JsonNode.Parse("""{"a":[1,{}],"b":{"c":[]}}""")!;
        List<Nodes> rows = [new(null, 1, node), new(node, 2, null), new(null, 3, null, new(1, 2)), new(new JsonArray(), 4, JsonValue.Create(5), null)];
        foreach (JsonIgnoreCondition condition in (JsonIgnoreCondition[])[JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull])
        {
            var options = new JsonSerializerOptions { DefaultIgnoreCondition = condition };
            await CheckAsync(rows, options);
            await CheckAsync<object?>([rows[0], new Row { ["row"] = rows[1], ["rows"] = rows }, rows], options);
        }
    }

    /// <summary>Some numbers the serializer writes as raw values, which have no line break in an array.</summary>
    [Fact]
    public async Task Write_scalarsOfEachType_equalSerializer()
    {
        foreach (JsonNumberHandling handling in (JsonNumberHandling[])[JsonNumberHandling.Strict, JsonNumberHandling.WriteAsString])
        {
            var options = new JsonSerializerOptions { WriteIndented = true, NumberHandling = handling };
            foreach (Type type in ScalarTypes.All.Select(it => it.Type).Where(it => it != typeof(JsonElement)).Append(typeof(Int128)))
            {
                object value = type == typeof(RawJson) ? new RawJson("[ ]") : Activator.CreateInstance(type)!;
                var array = Array.CreateInstance(type, 3);
                await CheckAsync<Row>([new() { ["a"] = value, ["b"] = new List<object?> { value, 1, value }, ["c"] = array }], options);
                await CheckAsync<object?>([value, 1, value, array, array], options);
            }
            await CheckAsync([(Half)1, (Half)2], options);
            await CheckAsync<Half[]>([[(Half)1, (Half)2], []], options);
            await CheckAsync<Dictionary<string, Half>>([new() { ["a"] = (Half)1, ["b"] = (Half)2 }], options);
            await CheckAsync<Halves>([new((Half)1, [(Half)2, (Half)3], null)], options);
        }
    }

    [Fact]
    public void Write_numbersThatJsonHasNot_areAsTheOptionsSay()
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        var settings = new JsonRowOptions(options) { NonFiniteHandling = JsonNonFiniteHandling.Null };
        Dictionary<string, Half>[] typed = [new() { ["a"] = Half.NaN, ["b"] = (Half)1 }];
        Row[] boxed = [new() { ["a"] = Half.PositiveInfinity, ["b"] = double.NaN }];

        JsonRows.From(typed).ToJsonString(settings).Should().Be(JsonSerializer.Serialize((Row[])[new() { ["a"] = null, ["b"] = (Half)1 }], options));
        JsonRows.From(boxed).ToJsonString(settings)
            .Should().Be(JsonSerializer.Serialize((Row[])[new() { ["a"] = null, ["b"] = null }], options));
    }

    /// <summary>Backslashes at every place of a block, and strings that end where one does.</summary>
    [Fact]
    public void Write_escapesAtEveryPlaceOfABlock_equalSerializer()
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        for (int length = 0; length < 140; length++)
        {
            string start = new('x', length);
            Row[] rows =
            [
                new() { ["a"] = start + "\\", ["b"] = start + "\\\\\\", ["c"] = new[] { start, "\\" } },
                new() { [start + "\\\\"] = new Row(), ["b\\" + start] = new List<object?> { start + "\\", Array.Empty<int>(), start } },
            ];
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(rows, options));
        }
    }

    [Fact]
    public void Write_rawJson_isIndentedAndChecked()
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        var raw = new RawJson("""  {"a" : [1, { } , [ ]] , "b":"\u0041/" }  """);
        RawJson[] rows = [raw, new("1"), default];
        Row[] cells = [new() { ["a"] = raw, ["b"] = new List<object?> { raw } }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(rows, options));
        JsonRows.From(cells).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(cells, options));
        FluentActions.Invoking(() => JsonRows.From(new[] { RawJson.FromUnvalidatedUtf8("{]"u8.ToArray()) }).ToJsonString(new JsonRowOptions(options)))
            .Should().Throw<JsonRowException>();
    }

    /// <summary>A document over memory that is changed later: what is written is wrong, but nothing else is touched.</summary>
    [Theory]
    [InlineData("""[{"a":1}]""", """[}}}}}}}]""")]
    [InlineData("""[{"a":1}]""", """[]]]]]]]]""")]
    [InlineData("""[{"a":1}]""", """[{{{{{{{]""")]
    [InlineData("""[{"a":12}]""", """["\"\"\"\]""")]
    public void Write_documentWhoseTextHasBeenChanged_endsOrFails(string parsed, string changed)
    {
        byte[] text = Encoding.UTF8.GetBytes(parsed);
        using var document = JsonDocument.Parse(text);
        Encoding.UTF8.GetBytes(changed, text);
        try
        {
            JsonRows.From(document).ToJsonString(new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true })).Should().StartWith("[");
        }
        catch (JsonRowException exception)
        {
            exception.RowIndex.Should().Be(0);
        }
    }

    [Fact]
    public void Write_nestedToMaxDepth_equalsSerializerOrFails()
    {
        foreach (int depth in (int[])[1, 2, 5, 61, 62, 63, 64, 65, 66])
        {
            object? value = 1;
            for (int i = 0; i < depth; i++) value = i % 2 == 0 ? new List<object?> { value } : new Row { ["a"] = value };
            Row[] rows = [new() { ["a"] = value }];
            var options = new JsonSerializerOptions { WriteIndented = true, IndentSize = 127 };
            Action serialize = () => JsonSerializer.Serialize(rows, options);
            Action write = () => JsonRows.From(rows).ToJsonString(new JsonRowOptions(options));
            if (depth < 62) JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(rows, options));
            else
            {
                serialize.Should().Throw<JsonException>();
                write.Should().Throw<JsonRowException>();
            }
        }
    }

    [Fact]
    public void Write_inEnvelope_equalsSerializer()
    {
        Item[] rows = [Item.Create(1), new()];
        foreach (JsonSerializerOptions options in OptionsOf("\n", ' ', 4))
        {
            foreach (Item[] some in (Item[][])[rows, []])
            {
                JsonRows.From(some).InEnvelope(new JsonRowEnvelope("rows").Before("a", 1).After("b", it => it.Rows)).ToJsonString(Compiled(options))
                    .Should().Be(JsonSerializer.Serialize(new Dictionary<string, object> { ["a"] = 1, ["rows"] = some, ["b"] = some.Length }, options));
            }
        }
    }

    /// <summary>The style is the writer's, whatever the options say.</summary>
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void Write_writersOfAnotherStyle_followTheWriter(bool options, bool writers)
    {
        var serializer = new JsonSerializerOptions { WriteIndented = options, IndentSize = 3, NewLine = "\r\n" };
        Row[] rows = [new() { ["a"] = new List<object?> { 1, new Row() } }, []];
        JsonRowOptions settings = new(serializer);
        Text((writer, value) => JsonRows.From(value).WriteTo(writer, settings))
            .Should().Be(Text((writer, value) => JsonSerializer.Serialize(writer, value, serializer)));
        Text((writer, value) => JsonSerializer.Serialize(writer, value, serializer.WithRowJson(writeOnly: true)))
            .Should().Be(Text((writer, value) => JsonSerializer.Serialize(writer, value, serializer)));

        string Text(Action<Utf8JsonWriter, Row[]> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = writers, IndentCharacter = '\t', IndentSize = 5, NewLine = "\n" });
            writer.WriteStartObject();
            writer.WritePropertyName("p");
            writer.WriteStartArray();
            write(writer, rows);
            write(writer, []);
            write(writer, rows);
            writer.WriteEndArray();
            writer.WriteEndObject();
            writer.Flush();
            return Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
    }

    [Theory]
    [InlineData(JsonRowFormat.Lines)]
    [InlineData(JsonRowFormat.TextSequence)]
    [InlineData(JsonRowFormat.CompactLines)]
    [InlineData(JsonRowFormat.CompactColumns)]
    public void Write_formatsThatAreNotIndented_areThoseOfOtherOptions(JsonRowFormat format)
    {
        Row[] rows = [new() { ["a"] = 1, ["b"] = new List<object?> { 1, "x" } }, new() { ["a"] = null, ["b"] = 2 }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true }) { Format = format })
            .Should().Be(JsonRows.From(rows).ToJsonString(new JsonRowOptions { Format = format }));
    }

    [Fact]
    public void Write_replacedCells_leaveNothingOfTheFirstTry()
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        Row[] rows = [new() { ["a"] = 1, ["b"] = new List<object?> { new Raw("1"), new Raw("[ ]"), double.NaN }, ["c"] = new Raw("{ }") }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions(options) { UnwritableHandling = JsonUnwritableHandling.Null })
            .Should().Be(JsonSerializer.Serialize((Row[])[new() { ["a"] = 1, ["b"] = null, ["c"] = new Raw("{ }") }], options));
    }

    [Fact]
    public void Write_columnsThatAreRenamedAndLeftOut_equalSerializer()
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        Row[] rows = [new() { ["a"] = null, ["b"] = new Raw("[ ]"), ["c"] = 3 }, new() { ["a"] = null }];
        using var document = JsonDocument.Parse("""[{"a":null,"b":[ ],"c":3},{"a":null}]""");
        var settings = new JsonRowOptions(options) { OmitNulls = true };

        JsonRows.From(rows).ToJsonString(settings).Should().Be(JsonSerializer.Serialize((Row[])[new() { ["b"] = new Raw("[ ]"), ["c"] = 3 }, []], options));
        JsonRows.From(document).ToJsonString(settings)
            .Should().Be(JsonSerializer.Serialize(JsonElement.Parse("""[{"b":[],"c":3},{}]"""), options));
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRows.From((Converted[])[new(1, new Raw("[ ]"), null)]).ToJsonString(new JsonRowOptions(settings) { ObjectAccess = access })
                .Should().Be(JsonSerializer.Serialize((Converted[])[new(1, new Raw("[ ]"), null)], new JsonSerializerOptions(options)
                {
                    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
                }));
        }
    }

    /// <summary>The pool gets back what it gave, for rows of any length and after failures.</summary>
    [Fact]
    public void Write_longRows_areOfThePoolsMemory()
    {
        var pool = new CountingPool();
        var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true }) { Pool = pool };
        List<Row> rows = [new() { ["a"] = Long }, new() { ["a"] = Long + Long, ["b"] = 1 }, new() { ["a"] = 1 }];

        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, options.SerializerOptions));
        rows.Add(new() { ["bad"] = double.NaN });
        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(options)).Should().Throw<JsonRowException>();

        pool.Outstanding.Should().Be(0);
    }

    private static async Task CheckAsync<T>(List<T> rows, JsonSerializerOptions options)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, options);
        foreach (JsonRowOptions settings in Settings(options))
        {
            foreach (RowTarget target in RowTarget.All)
            {
                (byte[] bytes, _) = await target.Write(JsonRows.From(rows), settings);
                Same.Bytes(bytes, target.Expect is null ? expected : target.Expect(rows, options), target.Name);
            }
            Same.Bytes(JsonRows.From(rows.Where(_ => true)).ToUtf8Bytes(settings), expected, "sequence");
            Same.Bytes(OneByOne(rows, settings), expected, "JsonRowWriter");
            Same.Bytes(await AwaitedAsync(rows, settings), expected, "asynchronous sequence");
            Same.Bytes(await JsonRows.From(rows).ToHttpContent(settings).ReadAsByteArrayAsync(), expected, "HttpContent");
            Same.Bytes(Read(JsonRows.From(rows).AsStream(settings)), expected, "AsStream");
            DropInOptions dropIn = DropInOptions.Create(options, settings);
            Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(rows, dropIn.WriteOnly), expected, "drop-in");
            Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(rows, dropIn.Both), expected, "drop-in, both directions");
            var page = new Page<T>(1, rows, [], rows);
            Same.Bytes(
                JsonSerializer.SerializeToUtf8Bytes(page, dropIn.WriteOnly), JsonSerializer.SerializeToUtf8Bytes(page, options), "drop-in, properties");
        }
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, rows, options);
        Same.Bytes(stream.ToArray(), expected, "JsonRowSerializer");
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await JsonRowSerializer.SerializeAsync(pipe.Writer, new Page<T>(1, rows, [], rows), options);
        await pipe.Writer.CompleteAsync();
        Same.Bytes(Read(pipe.Reader.AsStream()), JsonSerializer.SerializeToUtf8Bytes(new Page<T>(1, rows, [], rows), options), "pipe");
    }

    private static IEnumerable<JsonRowOptions> Settings(JsonSerializerOptions options)
    {
        yield return new JsonRowOptions(options);
        yield return new JsonRowOptions(options) { FlushThreshold = 1, Sizes = BufferSizes.Tiny };
        yield return new JsonRowOptions(Compiled(options)) { FlushThreshold = 500 };
        yield return new JsonRowOptions(options) { ObjectAccess = ObjectAccess.Delegates };
        yield return new JsonRowOptions(options) { FlushThreshold = 1 };
    }

    private static JsonRowOptions Compiled(JsonSerializerOptions options) => new(options) { ObjectAccess = ObjectAccess.Compiled };

    private static IEnumerable<JsonSerializerOptions> OptionsOf(string newLine, char character, int size)
    {
        var options = new JsonSerializerOptions { WriteIndented = true, NewLine = newLine, IndentCharacter = character, IndentSize = size };
        yield return options;
        yield return new JsonSerializerOptions(options)
        {
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            Converters = { new JsonStringEnumConverter() },
        };
        yield return new JsonSerializerOptions(options) { ReferenceHandler = ReferenceHandler.IgnoreCycles };
    }

    private static byte[] OneByOne<T>(List<T> rows, JsonRowOptions settings)
    {
        var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream, settings))
        {
            foreach (T row in rows) writer.WriteRow(row);
            writer.Complete();
        }
        return stream.ToArray();
    }

    private static async Task<byte[]> AwaitedAsync<T>(List<T> rows, JsonRowOptions settings)
    {
        var stream = new MemoryStream();
        await JsonRows.From(Rows()).WriteToAsync(stream, settings);
        return stream.ToArray();

        async IAsyncEnumerable<T> Rows()
        {
            foreach (T row in rows)
            {
                await Task.Yield();
                yield return row;
            }
        }
    }

    private static byte[] Read(Stream stream)
    {
        using var text = new MemoryStream();
        stream.CopyTo(text);
        return text.ToArray();
    }

    private sealed record Page<T>(int Total, List<T> Items, T[] None, IReadOnlyList<T> Again);

    private sealed class Item
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public List<int> Tags { get; set; } = [];
        public Item? Parent { get; set; }
        public object? Any { get; set; }
        public Dictionary<string, string?>? Texts { get; set; }
        public DayOfWeek Day { get; set; }
        public DateTime Since { get; set; }

        public static Item Create(int i) => new()
        {
            Id = i,
            Name = $"náme \"{i}\" {{[,:]}} \\",
            Tags = [.. Enumerable.Range(0, i)],
            Parent = i % 2 == 1 ? new Item { Id = -1, Texts = [] } : null,
            Any = i == 2 ? new Row { ["a"] = new Item() } : i,
            Texts = new() { ["a"] = null, ["{"] = "}" },
            Day = DayOfWeek.Friday,
        };
    }

    private sealed record Converted(int Id, Raw? Raw, string? Name);

    private sealed record Holder(int Id, Converted? Value);

    private sealed record Nested(object Value);

    private sealed record Nodes(JsonNode? First, int Id, JsonNode? Last, Point? Point = null);

    private sealed record Point([property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] Int128 X, Int128 Y);

    private sealed record Halves(Half One, Half[] Many, Half? None);

    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), "square")]
    private abstract record Shape;

    private sealed record Circle(int Radius) : Shape;

    private sealed record Square(int Side) : Shape;

    [JsonConverter(typeof(RawConverter))]
    private sealed record Raw(string Text);

    /// <summary>Writes text as it is, whatever the writer's style.</summary>
    private sealed class RawConverter : JsonConverter<Raw>
    {
        public override Raw Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Raw value, JsonSerializerOptions options) => writer.WriteRawValue(value.Text);
    }
}
