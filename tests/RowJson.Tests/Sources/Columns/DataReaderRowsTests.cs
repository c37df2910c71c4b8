using System.Data;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

public class DataReaderRowsTests
{
    private static readonly DateTime Noon = new(2024, 2, 29, 12, 30, 1, 5, DateTimeKind.Utc);

    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_everyType_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];

        JsonRows.From(EveryType()).ToJsonString(With(options)).Should().Be(Materialised.Json(EveryType(), options));
    }

    [Fact]
    public async Task Write_readerThatIsWritten_isRefused()
    {
        foreach (JsonRows rows in new[] { JsonRows.From(EveryType()), JsonRows.From(EveryType()).InEnvelope(new JsonRowEnvelope("rows")) })
        {
            rows.ToJsonString().Should().NotBe("[]");
            var buffer = new System.Buffers.ArrayBufferWriter<byte>();

            rows.Invoking(it => it.WriteTo(buffer)).Should().Throw<InvalidOperationException>()
                .WithMessage("*can be written once*JsonRows.From(command)*");
            await rows.Awaiting(it => it.ToJsonStringAsync()).Should().ThrowAsync<InvalidOperationException>();
            buffer.WrittenCount.Should().Be(0);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_cancelledBefore_leavesTheReaderAsItWas(bool isPlain)
    {
        IDataReader reader = isPlain ? new PlainReader(Numbers(3)) : Numbers(3);
        JsonRows rows = JsonRows.From(reader);
        var cancelled = new CancellationToken(canceled: true);

        await rows.Invoking(it => it.WriteToAsync(Stream.Null, cancellationToken: cancelled)).Should().ThrowAsync<OperationCanceledException>();
        await rows.Invoking(it => it.ToJsonStringAsync(null, cancelled)).Should().ThrowAsync<OperationCanceledException>();

        (await rows.ToJsonStringAsync()).Should().Be(JsonRows.From(Numbers(3)).ToJsonString());
        rows.Invoking(it => it.ToJsonString()).Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void Read_secondOfTwoWritesThatBeginAtTheSameTime_isRefused()
    {
        var rows = (DataReaderRows)JsonRows.From(EveryType()).Source;
        rows.Read();

        rows.Invoking(it => it.Read()).Should().Throw<InvalidOperationException>().WithMessage("*can be written once*");
    }

    [Fact]
    public void Write_nextResult_isWrittenByRowsOfItsOwn()
    {
        var set = new DataSet();
        foreach (int value in new[] { 1, 2 })
        {
            DataTable table = set.Tables.Add();
            table.Columns.Add("a", typeof(int));
            table.Rows.Add(value);
        }
        using DataTableReader reader = set.CreateDataReader();

        JsonRows.From(reader).ToJsonString().Should().Be("""[{"a":1}]""");
        reader.NextResult();
        JsonRows.From(reader).ToJsonString().Should().Be("""[{"a":2}]""");
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public async Task WriteToAsync_yieldingReader_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        using var stream = new MemoryStream();

        long rows = (await JsonRows.From(new YieldingReader(EveryType())).WriteToAsync(stream, With(options))).Rows;

        rows.Should().Be(3);
        Text(stream).Should().Be(Materialised.Json(EveryType(), options));
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_sequentialReader_readsEachColumnOnceInOrder(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];

        JsonRows.From(new SequentialReader(EveryType())).ToJsonString(With(options)).Should().Be(Materialised.Json(EveryType(), options));
    }

    [Fact]
    public void WriteTo_sequentialReaderWithOmittedAndExcludedColumns_readsEachColumnOnceInOrder()
    {
        var options = new JsonRowOptions { OmitNulls = true, ColumnFilter = column => column.Name != "b", ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) };
        var reader = new SequentialReader(new ColumnarReader(
            Column.OfNullable<int>("a", 1, null), Column.Of("b", "x", "y"), Column.Of("c", "z", null)));

        JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"A":1,"C":"z"},{}]""");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(1 << 20)]
    public void WriteTo_streamWithThreshold_writesAllRows(int threshold)
    {
        using var stream = new MemoryStream();

        long rows = JsonRows.From(Numbers(5000)).WriteTo(stream, new JsonRowOptions { FlushThreshold = threshold }).Rows;

        rows.Should().Be(5000);
        Text(stream).Should().Be(Materialised.Json(Numbers(5000)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_utf8JsonWriter_equalsSerializer(bool indented)
    {
        string Write(Action<Utf8JsonWriter> rows)
        {
            using var stream = new MemoryStream();
            using (var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = indented }))
            {
                writer.WriteStartObject();
                writer.WritePropertyName("rows");
                rows(writer);
                writer.WriteEndObject();
            }
            return Text(stream);
        }

        Write(writer => JsonRows.From(EveryType()).WriteTo(writer))
            .Should().Be(Write(writer => JsonSerializer.Serialize(writer, Materialised.Read(EveryType()))));
    }

    [Fact]
    public void WriteTo_noRows_writesEmptyArray() => JsonRows.From(Numbers(0)).ToJsonString().Should().Be("[]");

    [Fact]
    public void WriteTo_noColumns_writesEmptyArray() => JsonRows.From(new ColumnarReader()).ToJsonString().Should().Be("[]");

    [Fact]
    public void WriteTo_allColumnsExcluded_writesEmptyObjects() =>
        JsonRows.From(Numbers(2)).ToJsonString(new JsonRowOptions { ColumnFilter = _ => false }).Should().Be("[{},{}]");

    [Fact]
    public void WriteTo_duplicateAndUnnamedColumns_keepsThem()
    {
        var reader = new ColumnarReader(Column.Of("a", 1), Column.Of("", 2), Column.Of("a", 3), Column.Of("", 4));

        JsonRows.From(reader).ToJsonString().Should().Be("""[{"a":1,"":2,"a":3,"":4}]""");
    }

    [Theory]
    [InlineData("a", "a", "*named 'a'*")]
    [InlineData("a", "", "*has no name*")]
    public void WriteTo_duplicateOrUnnamedColumnsForbidden_throwsBeforeAnythingIsWritten(string first, string second, string message)
    {
        using var stream = new MemoryStream();
        JsonRows rows = JsonRows.From(new ColumnarReader(Column.Of(first, 1), Column.Of(second, 2)));

        rows.Invoking(r => r.WriteTo(stream, new JsonRowOptions { RequireUniqueColumnNames = true }))
            .Should().Throw<JsonRowException>().WithMessage(message).Which.RowIndex.Should().Be(0);
        stream.Length.Should().Be(0);
    }

    [Fact]
    public void WriteTo_duplicateRenamedApart_isAllowed()
    {
        var options = new JsonRowOptions { RequireUniqueColumnNames = true, ColumnFilter = column => column.Name.Length > 0, ColumnNamingPolicy = Naming.By(name => name) };

        JsonRows.From(new ColumnarReader(Column.Of("", 1), Column.Of("a", 2), Column.Of("", 3))).ToJsonString(options)
            .Should().Be("""[{"a":2}]""");
    }

    [Fact]
    public void WriteTo_namesBeyondTheCache_writesThemAll()
    {
        Column[] columns = [.. Enumerable.Range(0, 50).Select(i => Column.Of($"column \"{i}\" {new string('x', i * 40)}", i, -i))];
        var options = new JsonRowOptions { MaxCachedNames = 7 };

        JsonRows.From(new ColumnarReader(columns)).ToJsonString(options).Should().Be(Materialised.Json(new ColumnarReader(columns)));
    }

    [Fact]
    public void WriteTo_namingPolicy_isNotForColumns()
    {
        var options = With(new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase });

        JsonRows.From(new ColumnarReader(Column.Of("Name", 1))).ToJsonString(options).Should().Be("""[{"Name":1}]""");
    }

    [Theory]
    [InlineData("json")]
    [InlineData("jsonb")]
    [InlineData("JSON")]
    public void WriteTo_jsonColumn_writesJson(string typeName)
    {
        var reader = new ColumnarReader(Json(typeName, """ { "a" : [ 1 , "\u00e9<" ] } """, "null", null, "7"));

        JsonRows.From(reader).ToJsonString().Should().Be("""[{"j":{"a":[1,"\u00E9\u003C"]}},{"j":null},{"j":null},{"j":7}]""");
    }

    [Fact]
    public void WriteTo_jsonColumnIndented_writesIndentedJson()
    {
        var reader = new ColumnarReader(Json("json", """{"a":[1]}"""));
        var options = new JsonSerializerOptions { WriteIndented = true };
        var expected = new[] { new Dictionary<string, object?> { ["j"] = JsonSerializer.Deserialize<JsonElement>("""{"a":[1]}""") } };

        JsonRows.From(reader).ToJsonString(With(options)).Should().Be(JsonSerializer.Serialize(expected, options));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_nullOfWhichIsDBNullIsFalse_isNull(bool indented)
    {
        bool[] denied = [false, false];
        ColumnarReader Open() => new(
            Column.Of("id", 1, 2),
            new Column<string?>("text", [null, "x"], denied),
            new Column<byte[]?>("bytes", [null, [1, 2, 3]], denied),
            new Column<string?>("json", [null, "[1]"], denied, dataTypeName: "json"),
            new Column<object?>("any", [null, true], denied));
        JsonSerializerOptions options = new() { WriteIndented = indented };
        var first = new Dictionary<string, object?> { ["id"] = 1, ["text"] = null, ["bytes"] = null, ["json"] = null, ["any"] = null };
        var second = new Dictionary<string, object?>
        {
            ["id"] = 2,
            ["text"] = "x",
            ["bytes"] = "AQID",
            ["json"] = new[] { 1 },
            ["any"] = true,
        };

        JsonRows.From(Open()).ToJsonString(With(options)).Should().Be(JsonSerializer.Serialize(new[] { first, second }, options));

        JsonRows.From(Open()).ToJsonString(new JsonRowOptions { SerializerOptions = options, OmitNulls = true })
            .Should().Be(JsonSerializer.Serialize(new[] { new() { ["id"] = 1 }, second }, options));
    }

    [Fact]
    public void WriteTo_jsonColumnAsText_writesString() =>
        JsonRows.From(new ColumnarReader(Json("json", "[1]"))).ToJsonString(new JsonRowOptions { JsonColumnsAsText = true })
            .Should().Be("""[{"j":"[1]"}]""");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void IsJsonColumn_textColumns_areWrittenAsTheJsonTheyHold(bool indented)
    {
        var table = new DataTable { Columns = { { "j", typeof(string) }, { "t", typeof(string) }, { "n", typeof(int) } } };
        for (int i = 0; i < 300; i++) table.Rows.Add("[1, {\"a\":null}]", "[2]", i);
        table.Rows.Add(null, null, null);
        var options = new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { WriteIndented = indented, NewLine = "\n" },
            IsJsonColumn = column => column.Name is "j" or "n",
            ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper,
        };
        var rows = table.Select().Select(row => new
        {
            J = row["j"] is string json ? JsonDocument.Parse(json).RootElement : (JsonElement?)null,
            T = row["t"] as string,
            N = row["n"] as int?,
        });
        string expected = JsonSerializer.Serialize(rows, options.SerializerOptions);

        JsonRows.From(table).ToJsonString(options).Should().Be(expected);
        JsonRows.From(table.CreateDataReader()).ToJsonString(options).Should().Be(expected);
        JsonRows.From((IDataReader)table.CreateDataReader()).ToJsonString(options).Should().Be(expected);
        JsonRows.From(table.Select()).ToJsonString(options).Should().Be(expected);
    }

    [Fact]
    public void IsJsonColumn_column_isAsItsSourceDescribesIt()
    {
        var seen = new List<JsonColumn>();
        var options = new JsonRowOptions
        {
            IsJsonColumn = column =>
            {
                seen.Add(column);
                return column.DataTypeName == "document";
            },
        };

        JsonRows.From(new ColumnarReader(Json("document", "[1]"))).ToJsonString(options).Should().Be("""[{"j":[1]}]""");

        seen.Should().Equal(new JsonColumn { Name = "j", Type = typeof(string), DataTypeName = "document" });
    }

    [Fact]
    public void IsJsonColumn_textThatIsNoJson_namesRowColumnAndRemedy()
    {
        JsonRows rows = JsonRows.From(new ColumnarReader(Json("text", "[1]", "{")));

        JsonRowException failure = rows.Invoking(it => it.ToJsonString(new JsonRowOptions { IsJsonColumn = _ => true }))
            .Should().Throw<JsonRowException>().Which;
        (failure.RowIndex, failure.ColumnName).Should().Be((1, "j"));
        failure.Message.Should().Contain(nameof(JsonRowOptions.IsJsonColumn));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_jsonColumnThatIsNoJson_namesRowColumnAndRemedy(bool indented)
    {
        JsonRows rows = JsonRows.From(new ColumnarReader(Json("json", "[1]", "{")));

        JsonRowException failure = rows.Invoking(r => r.ToJsonString(With(new JsonSerializerOptions { WriteIndented = indented })))
            .Should().Throw<JsonRowException>().Which;
        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("j");
        failure.Message.Should().Contain(nameof(JsonRowOptions.JsonColumnsAsText));
    }

    [Theory]
    [InlineData(JsonNonFiniteHandling.Null, "null", "null")]
    [InlineData(JsonNonFiniteHandling.NamedLiterals, "\"NaN\"", "\"-Infinity\"")]
    public void WriteTo_nonFiniteNumbers_followsTheOption(JsonNonFiniteHandling handling, string nan, string infinity)
    {
        foreach (bool indented in new[] { false, true })
        {
            var reader = new ColumnarReader(Column.Of("d", double.NaN), Column.Of("f", float.NegativeInfinity));
            var options = new JsonRowOptions { NonFiniteHandling = handling, SerializerOptions = new JsonSerializerOptions { WriteIndented = indented } };

            JsonRows.From(reader).ToJsonString(options).Replace("\n", "", StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal)
                .Should().Be($$"""[{"d":{{nan}},"f":{{infinity}}}]""");
        }
    }

    [Fact]
    public void WriteTo_nonFiniteNumberByDefault_failsAtItsColumnAndSaysOnceWhatToDo()
    {
        foreach (bool indented in new[] { false, true })
        {
            JsonRowException failure = JsonRows.From(new ColumnarReader(Column.Of("a", 1), Column.Of("d", double.NaN)))
                .Invoking(rows => rows.ToJsonString(new JsonSerializerOptions { WriteIndented = indented }))
                .Should().Throw<JsonRowException>().Which;
            failure.ColumnName.Should().Be("d");
            failure.Message.Split(nameof(JsonRowOptions.NonFiniteHandling)).Should().HaveCount(2, failure.Message);
        }
    }

    [Fact]
    public void WriteTo_reader_leavesItOpenAtTheEndOfTheResult()
    {
        using var set = new DataSet();
        set.Tables.Add(Table("first", 1, 2));
        set.Tables.Add(Table("second", 3));
        using DataTableReader reader = set.CreateDataReader();

        JsonRows.From(reader).ToJsonString().Should().Be("""[{"n":1},{"n":2}]""");
        reader.IsClosed.Should().BeFalse();
        reader.NextResult().Should().BeTrue();
        JsonRows.From(reader).ToJsonString().Should().Be("""[{"n":3}]""");
    }

    [Theory]
    [InlineData(0, 0, 1)]
    [InlineData(0, 3, 1)]
    [InlineData(2, 1, 1)]
    [InlineData(2, -1, 1)]
    [InlineData(2, 1, BufferSizes.DefaultFlushThreshold)]
    [InlineData(2, -1, BufferSizes.DefaultFlushThreshold)]
    public async Task Write_readerFails_keepsCompleteRowsAndSaysWhere(int row, int column, int threshold)
    {
        var options = new JsonRowOptions { FlushThreshold = threshold };
        JsonRows Rows() => JsonRows.From(new FailingReader(Numbers(4), row, column));
        using var stream = new MemoryStream();
        using var asyncStream = new MemoryStream();

        JsonRowException failure = Rows().Invoking(rows => rows.WriteTo(stream, options)).Should().Throw<JsonRowException>().Which;
        JsonRowException asyncFailure = (await Rows().Awaiting(rows => rows.WriteToAsync(asyncStream, options))
            .Should().ThrowAsync<JsonRowException>()).Which;

        foreach (JsonRowException each in new[] { failure, asyncFailure })
        {
            each.RowIndex.Should().Be(row);
            each.ColumnName.Should().Be(column < 0 ? null : Numbers(1).GetName(column));
            each.InnerException.Should().BeOfType<IOException>();
            each.Stage.Should().Be(column < 0 ? JsonRowStage.Source : JsonRowStage.Value);
        }
        string whole = Materialised.Json(Numbers(row));
        Text(stream).Should().Be(row == 0 || threshold > 1 ? "" : whole[..^1]);
        Text(asyncStream).Should().Be(Text(stream));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(BufferSizes.DefaultFlushThreshold)]
    public void WriteTo_indentedReaderFails_keepsCompleteRowsAndSaysWhere(int threshold)
    {
        var options = new JsonSerializerOptions { WriteIndented = true };
        using var stream = new MemoryStream();
        JsonRows rows = JsonRows.From(new FailingReader(Numbers(4), row: 2, column: 1));

        JsonRowException failure = rows.Invoking(r => r.WriteTo(stream, new JsonRowOptions(options) { FlushThreshold = threshold }))
            .Should().Throw<JsonRowException>().Which;

        failure.ColumnName.Should().Be("text");
        Text(stream).Should().Be(threshold == 1 ? Materialised.Json(Numbers(2), options)[..^"\n]".Length] : "");
    }

    [Fact]
    public void WriteTo_valueWithoutJson_namesColumnTypeAndRemedy()
    {
        JsonRows rows = JsonRows.From(new ColumnarReader(Column.Of("a", 1), Column.Of<object>("t", typeof(int))));

        JsonRowException failure = rows.Invoking(r => r.ToJsonString()).Should().Throw<JsonRowException>().Which;

        failure.ColumnName.Should().Be("t");
        failure.Message.Should().Contain("System.RuntimeType").And.Contain("converter");
    }

    [Fact]
    public void WriteTo_closedReader_throws()
    {
        using DataTableReader reader = Table("t", 1).CreateDataReader();
        reader.Close();

        JsonRows.From(reader).Invoking(rows => rows.ToJsonString()).Should().Throw<JsonRowException>();
    }

    [Fact]
    public async Task WriteToAsync_cancelled_endsAfterACompleteRow()
    {
        using var source = new CancellationTokenSource();
        using var stream = new MemoryStream();
        var reader = new CancellingReader(Numbers(100), source, row: 50);

        await JsonRows.From(reader).Awaiting(rows => rows.WriteToAsync(stream, new JsonRowOptions { FlushThreshold = 1 }, cancellationToken: source.Token))
            .Should().ThrowAsync<OperationCanceledException>();

        Text(stream).Should().Be(Materialised.Json(Numbers(50))[..^1]);
    }

#if !DEBUG // type tests of a generic parameter are constants, and box nothing, only in optimised code
    [Fact]
    public void WriteTo_typedColumns_allocatesNothingPerRow()
    {
        // Options of its own: tests that run meanwhile have the encoders of the default ones.
        var options = new JsonRowOptions();
        long Allocated(int rows)
        {
            ColumnarReader reader = Numbers(rows);
            JsonRows source = JsonRows.From(reader);
            long before = GC.GetAllocatedBytesForCurrentThread();
            source.WriteTo(Stream.Null, options).Should().Be(rows);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Allocated(20_000);

        // The larger result is 19,000 rows longer: one byte per row would show.
        (Allocated(20_000) - Allocated(1000)).Should().BeLessThan(19_000);
    }
#endif

    [Fact]
    public void From_null_throws() =>
        FluentActions.Invoking(() => JsonRows.From((System.Data.Common.DbDataReader)null!)).Should().Throw<ArgumentNullException>();

    private static Column<string?> Json(string typeName, params string?[] values) => new("j", values, dataTypeName: typeName);

    private static JsonRowOptions With(JsonSerializerOptions options) => new() { SerializerOptions = options };

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());

    private static DataTable Table(string name, params int[] values)
    {
        var table = new DataTable(name) { Columns = { { "n", typeof(int) } } };
        foreach (int value in values) table.Rows.Add(value);
        return table;
    }

    private static ColumnarReader Numbers(int rows)
    {
        IEnumerable<int> range = Enumerable.Range(0, rows);
        return new ColumnarReader(
            Column.Of("id", range.ToArray()),
            Column.Of("text", range.Select(i => i % 3 == 0 ? null : "é" + i).ToArray()),
            Column.OfNullable<double>("half", range.Select(i => i % 5 == 0 ? (double?)null : i / 2.0).ToArray()),
            Column.Of("time", range.Select(i => Noon.AddSeconds(i)).ToArray()));
    }

    private static ColumnarReader EveryType() => new(
        Column.OfNullable<bool>("bool", true, null, false),
        Column.OfNullable<byte>("byte", 0, null, 255),
        Column.OfNullable<sbyte>("sbyte", sbyte.MinValue, null, 127),
        Column.OfNullable<short>("short", short.MinValue, null, 1),
        Column.OfNullable<ushort>("ushort", ushort.MaxValue, null, 1),
        Column.OfNullable<int>("int", int.MinValue, null, 1),
        Column.OfNullable<uint>("uint", uint.MaxValue, null, 1),
        Column.OfNullable<long>("long", long.MinValue, null, long.MaxValue),
        Column.OfNullable<ulong>("ulong", ulong.MaxValue, null, 1),
        Column.OfNullable<float>("float", 0.1f, null, float.MaxValue),
        Column.OfNullable<double>("double", 0.1, null, 1e300),
        Column.OfNullable<decimal>("decimal", 1.10m, null, decimal.MinValue),
        Column.OfNullable<DateTime>("DateTime", Noon, null, new DateTime(2024, 7, 1)),
        Column.OfNullable<DateTimeOffset>("DateTimeOffset", new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(-3.5)), null, default(DateTimeOffset)),
        Column.OfNullable<DateOnly>("DateOnly", new DateOnly(2024, 2, 29), null, DateOnly.MaxValue),
        Column.OfNullable<TimeOnly>("TimeOnly", new TimeOnly(1, 2, 3, 4), null, TimeOnly.MaxValue),
        Column.OfNullable<TimeSpan>("TimeSpan", TimeSpan.MinValue, null, TimeSpan.FromMinutes(1)),
        Column.OfNullable<Guid>("Guid", new Guid("00112233-4455-6677-8899-aabbccddeeff"), null, Guid.Empty),
        Column.OfNullable<char>("char", 'x', null, '<'),
        Column.OfNullable<Half>("Half", (Half)0.5, null, Half.MaxValue),
        Column.OfNullable<Int128>("Int128", Int128.MaxValue, null, 1),
        Column.Of("string", "a", null, "é\"<\u2028😀"),
        Column.Of("byte[]", new byte[] { 1, 2, 3, 4 }, null, []),
        Column.Of("int[]", new[] { 1, -2 }, null, []),
        Column.Of("long[]", new[] { long.MaxValue }, null, []),
        Column.Of("double[]", new[] { 0.1, 2 }, null, []),
        Column.Of("bool[]", new[] { true, false }, null, []),
        Column.Of("decimal[]", new[] { 1.10m }, null, []),
        Column.Of("string[]", new[] { "a", null, "<" }, null, []),
        Column.Of("Guid[]", new[] { Guid.Empty }, null, []),
        Column.Of("int?[]", new int?[] { 1, null }, null, []),
        Column.Of("int[][]", new int[][] { [1], [] }, null, []),
        Column.Of("enum", DayOfWeek.Friday, DayOfWeek.Sunday, DayOfWeek.Monday),
        Column.Of("dictionary", new Dictionary<string, string?> { ["a"] = null }, null, []),
        Column.Of<object?>("object", 1, null, "x"));

    /// <summary>Cancels when it comes to a row, and then does what the token says.</summary>
    private sealed class CancellingReader(System.Data.Common.DbDataReader inner, CancellationTokenSource source, int row)
        : DelegatingReader(inner)
    {
        private int _row = -1;

        public override async Task<bool> ReadAsync(CancellationToken cancellationToken)
        {
            await Task.Yield();
            if (++_row != row) return Inner.Read();
            await source.CancelAsync();
            // As some providers do: no OperationCanceledException.
            throw new IOException("Operation cancelled by user.");
        }

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
