using System.Buffers;
using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>
/// The compact formats hold the values of the array's rows, byte by byte, for every source, sink and option; that array is compared with
/// <see cref="JsonSerializer"/> elsewhere.
/// </summary>
public sealed class CompactFormatTests
{
    private static readonly JsonRowFormat[] Formats = [JsonRowFormat.CompactRows, JsonRowFormat.CompactLines, JsonRowFormat.CompactColumns];

    private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Each with a naming policy that leaves the names of the outer properties alone.</summary>
    private static readonly Dictionary<string, JsonRowOptions> Options = new()
    {
        ["default"] = new(),
        ["tiny"] = new() { Sizes = BufferSizes.Tiny, FlushThreshold = 100 },
        ["columns compiled"] = new() { ObjectAccess = ObjectAccess.Compiled },
        ["columns by delegates"] = new(JsonSerializerOptions.Web) { ObjectAccess = ObjectAccess.Delegates, FlushThreshold = 1000 },
        ["serializer"] = new() { ObjectAccess = ObjectAccess.Serializer },
        ["numbers as strings"] = new(new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString }),
        ["relaxed"] = new(new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }),
        ["keys"] = new(new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.KebabCaseUpper }),
        ["column names"] = new() { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper },
        ["column filter"] = new() { ColumnFilter = column => column.Name is not ("name" or "Id" or "text"), FlushThreshold = 1 },
        ["converter"] = new(new JsonSerializerOptions { Converters = { new LengthConverter() } }),
        ["no cached names"] = new() { MaxCachedNames = 0 },
    };

    public static TheoryData<string, string> Cases
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (string source in CompactRows.Sources.Keys)
                foreach (string options in Options.Keys) data.Add(source, options);
            return data;
        }
    }

    [Fact]
    public void Write_manyColumnsInAnotherOrder_findsEach()
    {
        int[] columns = [.. Enumerable.Range(0, 200)];
        string Row(IEnumerable<int> order, string end = "") => "{" + string.Join(",", order.Select(i => $"\"c{i % 150}\":{i}")) + end + "}";
        JsonElement Parse(string text) => JsonDocument.Parse(text).RootElement;

        string text = JsonRows.From(Parse($"[{Row(columns)},{Row(columns.Reverse())}]")).ToJsonString(new JsonRowOptions { Format = JsonRowFormat.CompactRows });

        string ordered = string.Join(",", columns);
        // A name that occurs twice has its values in their order.
        int[] second = [.. columns.Select(i => i < 50 ? i + 150 : i < 150 ? i : i - 150)];
        text.Should().Be($"[[{ordered}],[{string.Join(",", second)}]]");
        FluentActions.Invoking(() => JsonRows.From(Parse($"[{Row(columns)},{Row(columns.Reverse(), ",\"new\":1")}]"))
            .ToJsonString(new JsonRowOptions { Format = JsonRowFormat.CompactRows })).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("new");
    }

    [Theory]
    [InlineData(3)]
    [InlineData(100)]
    public void Write_columnsInAnotherOrder_haveTheirPlaces(int count)
    {
        string[] names = [.. Enumerable.Range(0, count).Select(i => $"c{i}")];
        DataRow[] rows = [Row(names), Row([.. names.Reverse()]), Row(names), Row(names[1..])];
        var compact = new JsonRowOptions { Format = JsonRowFormat.CompactRows, FillMissingColumns = true };
        string values = string.Join(",", names.Select(it => $"\"{it}v\""));

        string expected = $"[[{values}],[{values}],[{values}],[null,{values[(values.IndexOf(',', StringComparison.Ordinal) + 1)..]}]]";
        JsonRows.From(rows).ToJsonString(compact).Should().Be(expected);
        // Where the first row is a dictionary, that says what the columns are.
        var objects = new object[] { names.ToDictionary(it => it, it => (object?)(it + "v")), rows[1] };
        WrittenOneByOne(compact, objects).Should().Be($"[[{values}],[{values}]]");
    }

    [Theory]
    [InlineData("b", "b")]
    [InlineData("c0,c1,c2", "c2")]
    [InlineData("c1", "c0")]
    [InlineData("c1,c1", "c1")]
    public void Write_otherColumns_fails(string names, string failed)
    {
        var readers = new[] { Reader("c0,c1"), Reader(names) };
        Action write = () =>
        {
            using var writer = new JsonRowWriter(new MemoryStream(), new JsonRowOptions { Format = JsonRowFormat.CompactRows });
            foreach (DbDataReader reader in readers)
            {
                reader.Read();
                writer.WriteRow(reader);
            }
        };

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;
        (failure.RowIndex, failure.ColumnName).Should().Be((1, failed));
        failure.InnerException!.Message.Should().Contain("in a compact format all rows have the same columns");

        static DbDataReader Reader(string names) => new ColumnarReader([.. names.Split(',').Select(it => Column.Of(it, 1))]);
    }

    private static DataRow Row(string[] names)
    {
        var table = new DataTable();
        foreach (string name in names) table.Columns.Add(name);
        return table.Rows.Add([.. names.Select(it => it + "v")]);
    }

    private static string WrittenOneByOne(JsonRowOptions options, object[] rows)
    {
        var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream, options))
        {
            foreach (object row in rows)
            {
                if (row is DataRow ofTable) writer.WriteRow(ofTable);
                else writer.WriteRow((Dictionary<string, object?>)row);
            }
            writer.Complete();
        }
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Fact]
    public void Write_dictionaryWhoseValueRemovesALaterOne_fails()
    {
        static Dictionary<string, object?> Row() => new() { ["a"] = 1, ["b"] = 2, ["c"] = 3 };
        Dictionary<string, object?> shrinking = Row();
        shrinking["a"] = new Removing(() => shrinking.Remove("c"));
        List<Dictionary<string, object?>> rows = [Row(), Row(), shrinking];

        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions { Format = JsonRowFormat.CompactRows }))
            .Should().Throw<JsonRowException>().Where(it => it.RowIndex == 2 && it.ColumnName == "c");
    }

    private sealed class Removing(Action action)
    {
        public int A
        {
            get
            {
                action();
                return 1;
            }
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Write_anySource_hasTheValuesOfTheArray(string source, string optionsName)
    {
        Func<JsonRows> rows = CompactRows.Sources[source];
        JsonRowOptions options = Options[optionsName];
        string array = rows().ToJsonString(options);

        foreach (JsonRowFormat format in Formats)
        {
            var compact = new JsonRowOptions(options) { Format = format };
            string expected = CompactRows.Expected(array, compact);
            for (int write = 0; write < 2; write++) rows().ToJsonString(compact).Should().Be(expected);

            var stream = new MemoryStream();
            await rows().WriteToAsync(stream, compact);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
            if (format == JsonRowFormat.CompactLines) continue;
            Written(writer => rows().WriteTo(writer, compact), compact, isIndented: false).Should().Be(expected);
            Parsed(Written(writer => rows().WriteTo(writer, compact), compact, isIndented: true)).Should().Be(Parsed(expected));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_asynchronousRows_areAsTheOthers(bool isShaped)
    {
        AsyncJsonRows Rows() => isShaped ? CompactRows.AsyncShape() : CompactRows.AsyncPeople();
        string array = await TextOf(Rows(), JsonRowOptions.Web);

        foreach (JsonRowFormat format in Formats)
        {
            var options = new JsonRowOptions(JsonRowOptions.Web) { Format = format, FlushThreshold = 500 };
            (await TextOf(Rows(), options)).Should().Be(CompactRows.Expected(array, options));
        }
    }

    [Fact]
    public void Write_nameWithHalfOfASurrogatePair_isEscapedAsInTheRow()
    {
        var options = new JsonRowOptions(Relaxed) { Format = JsonRowFormat.CompactColumns };
        KeyValuePair<string, object?>[][] rows = [[new("a\uD83D", 1), new("\uFFFD", 2)], [new("a\uD83D", 3), new("\uFFFD", 4)]];

        JsonRows.From(rows).ToJsonString(options).Should().Be("{\"columns\":[\"a\\uFFFD\",\"\uFFFD\"],\"rows\":[[1,2],[3,4]]}");
        JsonSerializer.Serialize(new Dictionary<string, int> { ["a\uD83D"] = 1, ["\uFFFD"] = 2 }, Relaxed)
            .Should().Be("{\"a\\uFFFD\":1,\"\uFFFD\":2}");
    }

    [Fact]
    public void Write_rowsWithoutColumns_areEmptyArrays()
    {
        var table = new System.Data.DataTable();
        table.Rows.Add();
        table.Rows.Add();
        List<Dictionary<string, object?>> dictionaries = [[], []];
        var all = new JsonRowOptions { Format = JsonRowFormat.CompactColumns, ColumnFilter = _ => false };

        JsonRows.From(table).ToJsonString(Of(JsonRowFormat.CompactColumns)).Should().Be("""{"columns":[],"rows":[[],[]]}""");
        JsonRows.From(dictionaries).ToJsonString(Of(JsonRowFormat.CompactColumns)).Should().Be("""{"columns":[],"rows":[[],[]]}""");
        JsonRows.From(new[] { new { a = 1 } }).ToJsonString(all).Should().Be("""{"columns":[],"rows":[[]]}""");
    }

    [Fact]
    public void Write_omittedNulls_areWritten()
    {
        JsonRows rows = JsonRows.From(new[] { new { a = (int?)null, b = "x" }, new { a = (int?)2, b = (string)null! } });
        var options = new JsonRowOptions { Format = JsonRowFormat.CompactRows, OmitNulls = true };

        rows.ToJsonString(options).Should().Be("""[[null,"x"],[2,null]]""");
    }

    [Fact]
    public void Write_indentedOptions_staysOnOneLine()
    {
        JsonRows rows = JsonRows.From(new[] { new { a = 1, b = new[] { 2 } } });
        var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true }) { Format = JsonRowFormat.CompactColumns };

        rows.ToJsonString(options).Should().Be("""{"columns":["a","b"],"rows":[[1,[2]]]}""");
    }

    [Fact]
    public void Write_namesOfTheProperties_areSettable()
    {
        var options = new JsonRowOptions { Format = JsonRowFormat.CompactColumns, ColumnsPropertyName = "names", RowsPropertyName = "data" };

        JsonRows.From(new[] { new { a = 1 } }).ToJsonString(options).Should().Be("""{"names":["a"],"data":[[1]]}""");
        JsonRows.From(new[] { new { a = 1 } }).ToJsonString(new JsonRowOptions(options)).Should().Be("""{"names":["a"],"data":[[1]]}""");
    }

    [Fact]
    public void Write_inAnEnvelope_putsTheColumnsBeforeTheRows()
    {
        JsonRowEnvelope envelope = new JsonRowEnvelope("items").Before("total", 1).After("rows", written => written.Rows);
        JsonRows rows = JsonRows.From(new[] { new { a = 1 } }).InEnvelope(envelope);

        rows.ToJsonString(Of(JsonRowFormat.CompactColumns)).Should().Be("""{"total":1,"columns":["a"],"items":[[1]],"rows":1}""");
        rows.ToJsonString(Of(JsonRowFormat.CompactRows)).Should().Be("""{"total":1,"items":[[1]],"rows":1}""");
        Written(writer => rows.WriteTo(writer, Of(JsonRowFormat.CompactColumns)), new(), isIndented: false)
            .Should().Be("""{"total":1,"columns":["a"],"items":[[1]],"rows":1}""");
        ((Action)(() => rows.ToJsonString(Of(JsonRowFormat.CompactLines)))).Should().Throw<ArgumentException>();
    }

    [Theory]
    [InlineData("reader", """["id","text","number","any"]""")]
    [InlineData("records", """["id","text","number","any"]""")]
    [InlineData("table", """["id","text","number","any"]""")]
    [InlineData("objects", """["X","Y"]""")]
    [InlineData("lazy objects", """["X","Y"]""")]
    [InlineData("shape", """["x"]""")]
    [InlineData("lazy shape", """["x"]""")]
    [InlineData("shaped readers", """["x"]""")]
    [InlineData("dictionaries", "[]")]
    [InlineData("lazy dictionaries", "[]")]
    [InlineData("nodes", "[]")]
    public async Task Write_noRows_hasTheColumnsThatTheSourceKnows(string source, string columns)
    {
        JsonRows rows = Empty(source);

        rows.ToJsonString(Of(JsonRowFormat.CompactColumns)).Should().Be($$"""{"columns":{{columns}},"rows":[]}""");
        Empty(source).ToJsonString(Of(JsonRowFormat.CompactRows)).Should().Be("[]");
        Empty(source).ToJsonString(Of(JsonRowFormat.CompactLines)).Should().BeEmpty();
        Written(writer => Empty(source).WriteTo(writer, Of(JsonRowFormat.CompactColumns)), new(), isIndented: false)
            .Should().Be($$"""{"columns":{{columns}},"rows":[]}""");
        var stream = new MemoryStream();
        await Empty(source).WriteToAsync(stream, Of(JsonRowFormat.CompactColumns));
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be($$"""{"columns":{{columns}},"rows":[]}""");
    }

    [Fact]
    public async Task Write_noAsynchronousRows_hasTheColumnsThatTheSourceKnows()
    {
        JsonRowShape<CompactRows.Point> shape = new JsonRowShape<CompactRows.Point>().Column("x", point => point.X);

        (await TextOf(JsonRows.From(Nothing()), Of(JsonRowFormat.CompactColumns))).Should().Be("""{"columns":["X","Y"],"rows":[]}""");
        (await TextOf(JsonRows.From(Nothing(), shape), Of(JsonRowFormat.CompactColumns))).Should().Be("""{"columns":["x"],"rows":[]}""");
        (await TextOf(JsonRows.From(AsyncEnumerable.Empty<Dictionary<string, object?>>()), Of(JsonRowFormat.CompactColumns)))
            .Should().Be("""{"columns":[],"rows":[]}""");

        static async IAsyncEnumerable<CompactRows.Point> Nothing()
        {
            await Task.Yield();
            yield break;
        }
    }

    [Fact]
    public void Write_columnsInAnotherOrder_areReordered()
    {
        List<Dictionary<string, object?>> rows =
            [new() { ["a"] = 1, ["b"] = 2, ["c"] = "x" }, new() { ["c"] = "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", ["a"] = null, ["b"] = 4 }];

        JsonRows.From(rows).ToJsonString(Of(JsonRowFormat.CompactRows)).Should().Be(
            """[[1,2,"x"],[null,4,"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"]]""");
    }

    [Fact]
    public void Write_dictionariesInAnotherOrder_askForEachValueOnce()
    {
        var counting = new Counting();
        List<Dictionary<string, object?>> rows =
        [
            new() { ["a"] = counting, ["b"] = counting, ["c"] = "x,}\"" },
            new() { ["a"] = counting, ["b"] = counting, ["c"] = 1 },
            new() { ["a"] = counting, ["c"] = 2, ["b"] = counting },
            new() { ["c"] = 3, ["a"] = counting, ["b"] = counting },
        ];
        foreach (BufferSizes sizes in (BufferSizes[])[BufferSizes.Default, BufferSizes.Tiny])
        {
            counting.Calls = 0;
            var options = new JsonRowOptions { Format = JsonRowFormat.CompactRows, Sizes = sizes };

            JsonRows.From(rows).ToJsonString(options).Should().Be(
                """[[{"Value":1},{"Value":2},"x,}\u0022"],[{"Value":3},{"Value":4},1],[{"Value":5},{"Value":6},2],[{"Value":7},{"Value":8},3]]""");
        }
    }

    [Theory]
    [InlineData("""[{"a":1,"b":2},{"a":3}]""", "b")]
    [InlineData("""[{"a":1},{"a":3,"b":2}]""", "b")]
    [InlineData("""[{"a":1,"b":2},{"a":3,"a":4}]""", "a")]
    [InlineData("""[{"a":1},null]""", "a")]
    [InlineData("""[{"a":1},7]""", null)]
    [InlineData("""[{"a":1},[7]]""", null)]
    public void Write_otherColumns_failsWithRowAndColumn(string json, string? column)
    {
        foreach (JsonRows rows in RowsOf(json))
        {
            Action write = () => rows.ToJsonString(Of(JsonRowFormat.CompactRows));

            JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
            exception.RowIndex.Should().Be(1);
            exception.ColumnName.Should().Be(column);
        }
    }

    [Fact]
    public void Write_missingColumns_areNullOnRequest()
    {
        var options = new JsonRowOptions { Format = JsonRowFormat.CompactRows, FillMissingColumns = true, Sizes = BufferSizes.Tiny };
        foreach (JsonRows rows in RowsOf("""[{"a":1,"b":2,"c":3},{"b":4},{},null,{"c":[5]}]"""))
            rows.ToJsonString(options).Should().Be("[[1,2,3],[null,4,null],[null,null,null],[null,null,null],[null,null,[5]]]");

        Action write = () => JsonRows.From(JsonDocument.Parse("""[{"a":1},{"b":2}]""")).ToJsonString(options);
        write.Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("b");
    }

    [Theory]
    [InlineData(ObjectAccess.Serializer)]
    [InlineData(ObjectAccess.Delegates)]
    [InlineData(ObjectAccess.Compiled)]
    internal void Write_omittedMembers_areMissingColumns(ObjectAccess access)
    {
        var serializer = new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        var rows = new[] { new { a = 1, b = (string?)null }, new { a = 2, b = (string?)"x" } };
        var strict = new JsonRowOptions(serializer) { Format = JsonRowFormat.CompactRows, ObjectAccess = access };

        Action write = () => JsonRows.From(rows).ToJsonString(strict);
        JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
        (exception.RowIndex, exception.ColumnName).Should().Be((0, "b"));
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(strict) { FillMissingColumns = true }).Should().Be("""[[1,null],[2,"x"]]""");
    }

    [Fact]
    public void Write_namesThatOccurTwice_areColumnsOfTheirOwn()
    {
        foreach (JsonRows rows in (JsonRows[])[.. RowsOf("""[{"a":1,"a":2},{"a":3,"a":4}]""", isDocument: true)])
            rows.ToJsonString(Of(JsonRowFormat.CompactColumns)).Should().Be("""{"columns":["a","a"],"rows":[[1,2],[3,4]]}""");
    }

    [Fact]
    public void Write_oneValue_isRefused()
    {
        JsonRows value = JsonRows.From(JsonDocument.Parse("""{"a":1}"""));

        ((Action)(() => value.ToJsonString(Of(JsonRowFormat.CompactRows)))).Should().Throw<ArgumentException>();
        Action write = () => Written(writer => value.WriteTo(writer, Of(JsonRowFormat.CompactColumns)), new(), isIndented: false);
        write.Should().Throw<ArgumentException>();
    }

    [Fact]
    public void Write_keptReferences_areRefused()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve }) { Format = JsonRowFormat.CompactRows };

        ((Action)(() => JsonRows.From(CompactRows.People()).ToJsonString(options))).Should().Throw<NotSupportedException>();
        FluentActions.Invoking(() => new JsonRowWriter(new MemoryStream(), options)).Should().Throw<NotSupportedException>();
    }

    [Theory]
    [InlineData(JsonRowFormat.CompactRows, """[[1,"x"],[2,"y"],[3,"z"],[4,"v"]]""")]
    [InlineData(JsonRowFormat.CompactLines, "[1,\"x\"]\n[2,\"y\"]\n[3,\"z\"]\n[4,\"v\"]\n")]
    [InlineData(JsonRowFormat.CompactColumns, """{"columns":["a","b"],"rows":[[1,"x"],[2,"y"],[3,"z"],[4,"v"]]}""")]
    public void JsonRowWriter_rowsOfSeveralKinds_haveTheSameColumns(JsonRowFormat format, string expected)
    {
        var options = new JsonRowOptions { Format = format, ObjectAccess = ObjectAccess.Delegates };
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer, options)) WriteAll(writer);
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(expected);
        if (format == JsonRowFormat.CompactLines) return;
        Written(writer => WriteAll(new JsonRowWriter(writer, options)), options, isIndented: false).Should().Be(expected);

        static void WriteAll(JsonRowWriter writer)
        {
            writer.WriteRow(new { a = 1, b = "x" });
            writer.WriteRow(new Dictionary<string, object?> { ["a"] = 2, ["b"] = "y" });
            writer.Flush();
            writer.WriteRow(new { b = "z", a = 3 });
            writer.WriteRow(JsonDocument.Parse("""{"b":"v","a":4}""").RootElement);
            writer.Complete();
        }
    }

    [Fact]
    public void Write_failingRow_endsAfterACompleteOne()
    {
        var stream = new MemoryStream();
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1 }, new() { ["a"] = 2 }, new() { ["a"] = (Action)(() => { }) }];
        Action write = () => JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { Format = JsonRowFormat.CompactColumns, FlushThreshold = 1 });

        JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
        (exception.RowIndex, exception.ColumnName).Should().Be((2, "a"));
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"columns":["a"],"rows":[[1],[2]""");
    }

    private static IEnumerable<JsonRows> RowsOf(string json, bool isDocument = false)
    {
        yield return JsonRows.From(JsonDocument.Parse(json));
        yield return JsonRows.From(JsonDocument.Parse(json).RootElement.EnumerateArray().ToArray());
        if (isDocument || json.Contains('7') || json.Contains("\"a\":4")) yield break;
        yield return JsonRows.From(JsonSerializer.Deserialize<List<Dictionary<string, object?>>>(json)!);
        yield return JsonRows.From(JsonSerializer.Deserialize<List<Dictionary<string, JsonElement>>>(json)!);
    }

    private static JsonRows Empty(string source)
    {
        var table = new System.Data.DataTable();
        foreach (string name in (string[])["id", "text", "number", "any"]) table.Columns.Add(name);
        JsonRowShape<CompactRows.Point> shape = new JsonRowShape<CompactRows.Point>().Column("x", point => point.X);
        return source switch
        {
            "reader" => JsonRows.From(table.CreateDataReader()),
            "records" => JsonRows.From((System.Data.IDataReader)new PlainReader(table.CreateDataReader())),
            "table" => JsonRows.From(table),
            "objects" => JsonRows.From(new List<CompactRows.Point>()),
            "lazy objects" => JsonRows.From(Lazy<CompactRows.Point>()),
            "shape" => JsonRows.From(new List<CompactRows.Point>(), shape),
            "lazy shape" => JsonRows.From(Lazy<CompactRows.Point>(), shape),
            "shaped readers" => JsonRows.From(Lazy<DbDataReader>(), new JsonRowShape<DbDataReader>().Column("x", reader => reader.GetInt32(0))),
            "nodes" => JsonRows.From(new System.Text.Json.Nodes.JsonArray()),
            "lazy dictionaries" => JsonRows.From(Lazy<Dictionary<string, object?>>()),
            _ => JsonRows.From(new List<Dictionary<string, object?>>()),
        };

        // No method of Enumerable's, which makes an array of no elements.
        static IEnumerable<T> Lazy<T>()
        {
            yield break;
        }
    }

    private static JsonRowOptions Of(JsonRowFormat format) => new() { Format = format };

    private static async Task<string> TextOf(AsyncJsonRows rows, JsonRowOptions options)
    {
        var stream = new MemoryStream();
        await rows.WriteToAsync(stream, options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static string Written(Action<Utf8JsonWriter> write, JsonRowOptions options, bool isIndented)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(
            buffer, new JsonWriterOptions { Indented = isIndented, Encoder = options.SerializerOptions.Encoder });
        write(writer);
        writer.Flush();
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static string Parsed(string json) => JsonSerializer.Serialize(JsonDocument.Parse(json));

    private sealed class Counting
    {
        [JsonIgnore]
        public int Calls { get; set; }

        public int Value => ++Calls;
    }

    private sealed class LengthConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Length);
    }
}
