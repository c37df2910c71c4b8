using System.Data;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

public class ColumnSetsTests
{
    private static readonly Order[] Orders = [new(1, "Ada", 2), new(2, "Linus", null)];

    private static readonly Dictionary<string, object?>[] Dictionaries =
        [new() { ["Id"] = 1, ["Name"] = "Ada" }, new() { ["Name"] = "Linus", ["Id"] = 2 }];

    [Fact]
    public void WithColumns_objects_writesThoseOfTheContract()
    {
        var options = new JsonRowOptions(JsonSerializerOptions.Web);

        JsonRows.From(Orders).ToJsonString(options.WithColumns(["total", "id"])).Should().Be("""[{"id":1,"total":2},{"id":2,"total":null}]""");
        JsonRows.From(Orders).ToJsonString(options.WithColumns([])).Should().Be("[{},{}]");
    }

    [Fact]
    public void WithColumns_namesOneByOne_areTheSameAsACollection()
    {
        var options = new JsonRowOptions();

        options.WithColumns("Id", "Name").Should().BeSameAs(options.WithColumns(["Name", "Id"]));
        JsonRows.From(Orders).ToJsonString(options.WithColumns("Name")).Should().Be("""[{"Name":"Ada"},{"Name":"Linus"}]""");
    }

    [Fact]
    public void WithColumns_dictionariesAndReaders_writesThoseOfTheSource()
    {
        JsonRowOptions options = new JsonRowOptions().WithColumns(["Name", "b"]);

        JsonRows.From(Dictionaries).ToJsonString(options).Should().Be("""[{"Name":"Ada"},{"Name":"Linus"}]""");
        JsonRows.From(new ColumnarReader(Column.Of("a", 1), Column.Of("b", 2), Column.Of("Name", 3))).ToJsonString(options)
            .Should().Be("""[{"b":2,"Name":3}]""");
    }

    [Fact]
    public void WithColumns_namingPolicy_takesTheNamesOfTheOutput()
    {
        var options = new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper };

        JsonRows.From(Orders).ToJsonString(options.WithColumns(["ID"])).Should().Be("""[{"ID":1},{"ID":2}]""");
        JsonRows.From(Dictionaries).ToJsonString(options.WithColumns(["ID"])).Should().Be("""[{"ID":1},{"ID":2}]""");
        Refused(JsonRows.From(Orders), options.WithColumns(["Id"])).ColumnName.Should().Be("Id");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WithColumns_keyPolicy_takesTheNamesOfTheOutput(bool isAsync)
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase });
        JsonRowOptions some = options.WithColumns(["name"]);
        using var stream = new MemoryStream();

        if (isAsync) await JsonRows.From(Asynchronous(Dictionaries)).WriteToAsync(stream, some);
        else JsonRows.From(Dictionaries).WriteTo(stream, some);

        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"name":"Ada"},{"name":"Linus"}]""");
        JsonRows.From(Dictionaries).ToJsonString(options.WithColumns(["Name"])).Should().Be("[{},{}]");
        JsonRows.From((IEnumerable<Dictionary<string, int>>)[new() { ["Id"] = 1, ["Name"] = 2 }]).ToJsonString(some).Should().Be("""[{"name":2}]""");
    }

    [Fact]
    public void WithColumns_filter_hidesColumns()
    {
        var options = new JsonRowOptions { ColumnFilter = column => column.Name != "Name" };

        JsonRows.From(Orders).ToJsonString(options.WithColumns(["Id"])).Should().Be("""[{"Id":1},{"Id":2}]""");
        JsonRowException failure = Refused(JsonRows.From(Orders), options.WithColumns(["Id", "Name"]));
        failure.ColumnName.Should().Be("Name");
        failure.Message.Should().Contain("output: Id, Total.");
        JsonRows.From(Dictionaries).ToJsonString(options.WithColumns(["Id", "Name"])).Should().Be("""[{"Id":1},{"Id":2}]""");
    }

    public static TheoryData<string> KnownColumns => [.. Sources.Keys];

    private static readonly Dictionary<string, Func<JsonRows>> Sources = new()
    {
        ["objects"] = () => JsonRows.From(Orders),
        ["objects that are enumerated"] = () => JsonRows.From(Orders.Where(order => order.Id > 0)),
        ["no objects"] = () => JsonRows.From(Array.Empty<Order>()),
        ["objects by a contract"] = () => JsonRows.From(Orders, JsonTypeInfoOf<Order>()),
        ["objects of a base class"] = () => JsonRows.From((OrderBase[])[new Later { Id = 1, Name = "n", Total = 2, More = 3 }]),
        ["polymorphic objects"] = () => JsonRows.From((Event[])[new Sale { Id = 1, Total = 1 }, new Visit { Name = "n" }]),
        ["a shape"] = () => JsonRows.From(Orders, Shape()),
        ["a reader"] = () => JsonRows.From(Reader()),
        ["a reader without rows"] = () => JsonRows.From(new ColumnarReader(Column.Of<int>("Id"), Column.Of<int>("Name"), Column.Of<int>("Total"))),
        ["a reader that is no DbDataReader"] = () => JsonRows.From((IDataReader)new PlainReader(Reader())),
        ["records"] = () => JsonRows.From((IEnumerable<IDataRecord>)[RowOf(Reader())]),
        ["a command"] = () => JsonRows.From(new RecordingCommand(_ => { }, Reader)),
        ["a table"] = () => JsonRows.From(Table()),
        ["rows of a table"] = () => JsonRows.From(Table().Rows.Cast<DataRow>()),
        ["a table without rows"] = () => JsonRows.From(Table().Clone()),
        ["objects in an envelope"] = () => JsonRows.From(Orders).InEnvelope(new JsonRowEnvelope("rows")),
    };

    [Theory]
    [MemberData(nameof(KnownColumns))]
    public void WithColumns_nameThatNoColumnHas_isRefusedBeforeAnythingIsWritten(string source)
    {
        JsonRowOptions options = new JsonRowOptions().WithColumns(["Id", "id", "Total"]);
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        using var stream = new MemoryStream();

        JsonRowException failure = FluentActions.Invoking(() => Sources[source]().WriteTo(output, options)).Should().Throw<JsonRowException>().Which;
        JsonRowException later = FluentActions.Invoking(() => Sources[source]().WriteToAsync(stream, options).GetAwaiter().GetResult())
            .Should().Throw<JsonRowException>().Which;

        failure.ColumnName.Should().Be("id");
        failure.Stage.Should().Be(JsonRowStage.Value);
        failure.Message.Should().StartWith("Column 'id' of row 0 could not be written: The rows have no column 'id'. Their columns, by their names in the output: ")
            .And.Contain("Id").And.Contain("Name").And.Contain("Total")
            .And.EndWith(". Correct the names given to JsonRowOptions.WithColumns. Nothing was handed to the sink.");
        later.Message.Should().Be(failure.Message);
        output.WrittenCount.Should().Be(0);
        stream.Length.Should().Be(0);
        // The same options again: what is known of them does not change that.
        FluentActions.Invoking(() => Sources[source]().ToJsonString(options)).Should().Throw<JsonRowException>().WithMessage(failure.Message);
        FluentActions.Invoking(() => Sources[source]().ToJsonString(new JsonRowOptions(options) { Format = JsonRowFormat.CompactColumns }))
            .Should().Throw<JsonRowException>();
        Sources[source]().ToJsonString(new JsonRowOptions().WithColumns(["Id", "Total"])).Should().NotContain("Name");
    }

    [Fact]
    public void WithColumns_asynchronousObjects_areRefusedAsWell()
    {
        JsonRowOptions options = new JsonRowOptions().WithColumns(["Id", "nope"]);

        FluentActions.Invoking(() => JsonRows.From(Asynchronous(Orders)).ToUtf8BytesAsync(options).GetAwaiter().GetResult())
            .Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("nope");
        FluentActions.Invoking(() => JsonRows.From(Asynchronous(Array.Empty<Order>())).ToUtf8BytesAsync(options).GetAwaiter().GetResult())
            .Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("nope");
    }

    [Fact]
    public void WithColumns_writer_refusesTheFirstRow()
    {
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        using var writer = new JsonRowWriter(output, new JsonRowOptions().WithColumns("nope"));

        FluentActions.Invoking(() => writer.WriteRow(Orders[0])).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("nope");
        output.WrittenCount.Should().Be(0);
    }

    public static TheoryData<string> OpenColumns => [.. OpenSources.Keys];

    /// <summary>Each row may have other columns, and so lack one: that is no mistake.</summary>
    private static readonly Dictionary<string, Func<JsonRows>> OpenSources = new()
    {
        ["dictionaries"] = () => JsonRows.From((Dictionary<string, object?>[])[new() { ["Id"] = 1 }, new() { ["Name"] = 2 }]),
        ["dictionaries of numbers"] = () => JsonRows.From((Dictionary<string, int>[])[new() { ["Id"] = 1 }, new() { ["Name"] = 2 }]),
        ["a document"] = () => JsonRows.From(JsonDocument.Parse("""[{"Id":1},{"Name":2}]""").RootElement),
        ["nodes"] = () => JsonRows.From(JsonNode.Parse("""[{"Id":1},{"Name":2}]""")!.AsArray()),
        ["raw JSON"] = () => JsonRows.From((RawJson[])[new RawJson("""{"Id":1}"""), new RawJson("""{"Name":2}""")]),
        ["values of any type"] = () => JsonRows.From((object[])[new { Id = 1 }, new { Name = 2 }]),
        ["objects with extension data"] = () => JsonRows.From((Open[])[new() { Id = 1 }, new() { More = new() { ["Name"] = 2 } }]),
    };

    [Theory]
    [MemberData(nameof(OpenColumns))]
    public void WithColumns_rowsThatMayEachHaveOthers_areWrittenWithoutThoseTheyLack(string source) =>
        OpenSources[source]().ToJsonString(new JsonRowOptions().WithColumns(["Id", "nope"])).Should().MatchRegex("""^\[\{"Id":1\},\{("Id":0)?\}\]$""");

    [Fact]
    public void WithColumns_discriminator_isAColumn() =>
        JsonRows.From((Event[])[new Sale { Id = 1, Total = 1 }, new Visit { Name = "n" }]).ToJsonString(new JsonRowOptions().WithColumns("$type", "Total"))
            .Should().Be("""[{"$type":"sale","Total":1},{"$type":"visit"}]""");

    [Fact]
    public void WithColumns_references_areNoColumns() =>
        JsonRows.From(Orders).ToJsonString(new JsonRowOptions(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve }).WithColumns("$id", "Id"))
            .Should().Contain("""{"$id":"1","Id":1}""");

    [Fact]
    public void WithColumns_ofOptionsForSomeColumns_takesOnlyThose()
    {
        JsonRowOptions some = new JsonRowOptions().WithColumns("Id", "Name");

        JsonRows.From(Orders).ToJsonString(some.WithColumns("Id")).Should().Be("""[{"Id":1},{"Id":2}]""");
        JsonRows.From(Dictionaries).ToJsonString(new JsonRowOptions(some) { Format = JsonRowFormat.CompactRows }.WithColumns("Id")).Should().Be("[[1],[2]]");
        FluentActions.Invoking(() => some.WithColumns("Id", "Total")).Should().Throw<ArgumentException>().WithParameterName("names")
            .WithMessage("'Total' is none of the columns of these options: Id, Name.*");
    }

    [Fact]
    public void WithColumns_manyColumns_messageNamesTheFirst()
    {
        Column[] columns = [.. Enumerable.Range(0, 100).Select(i => Column.Of($"c{i}", i))];

        Refused(JsonRows.From(new ColumnarReader(columns)), new JsonRowOptions().WithColumns("x")).Message
            .Should().Contain("output: c0, c1,").And.Contain(", c31 and 68 more.");
        Refused(JsonRows.From(new ColumnarReader(columns)), new JsonRowOptions { ColumnFilter = _ => false }.WithColumns("x")).Message
            .Should().Contain("output: there are none.");
    }

    [Fact]
    public void WithColumns_sameNames_areTheSameOptions()
    {
        var options = new JsonRowOptions();

        JsonRowOptions made = options.WithColumns(["a", "b"]);

        for (int i = 0; i < 10; i++) options.WithColumns(["b", "a", "a"]).Should().BeSameAs(made);
        options.WithColumns(["a"]).Should().NotBeSameAs(made);
        new JsonRowOptions(options).WithColumns(["a", "b"]).Should().NotBeSameAs(made);
    }

    [Fact]
    public void WithColumns_manySets_keepsThoseInUse()
    {
        var options = new JsonRowOptions();
        JsonRowOptions used = options.WithColumns(["used"]);

        for (int i = 0; i < 1000; i++)
        {
            options.WithColumns([$"name {i}"]);
            options.WithColumns(["used"]).Should().BeSameAs(used);
        }

        options.ColumnSets.Count.Should().Be(64);
    }

    /// <summary>Asked for once, as a field that is kept is.</summary>
    [ReleaseFact]
    public void WithColumns_kept_isCompiledAsAFilterIs()
    {
        if (!RuntimeFeature.IsDynamicCodeSupported) return;
        JsonRowOptions kept = new JsonRowOptions(new JsonSerializerOptions()).WithColumns("A", "B", "C", "D");
        Watched[] rows = [.. Enumerable.Repeat(new Watched { B = new string('x', 1000) }, 4_000)];
        JsonRows.From(rows).ToJsonString(kept).Should().Be(JsonSerializer.Serialize(rows.Select(it => new { it.A, it.B, it.C, it.D })));

        Watched.IsReadByCompiledCode = false;
        SpinWait.SpinUntil(
            () =>
            {
                JsonRows.From(rows.AsEnumerable().Take(1)).ToUtf8Bytes(kept);
                return Watched.IsReadByCompiledCode;
            },
            TimeSpan.FromMinutes(1)).Should().BeTrue();
    }

    [Fact]
    public void WithColumns_largeSets_areNotKept()
    {
        var options = new JsonRowOptions();

        JsonRows.From(Dictionaries).ToJsonString(options.WithColumns(Enumerable.Range(0, 1000).Select(i => $"{i}").Append("Id")))
            .Should().Be("""[{"Id":1},{"Id":2}]""");
        options.WithColumns([new string('x', 10_000)]);

        options.ColumnSets.Count.Should().Be(0);
    }

    [Fact]
    public void WithColumns_null_throws()
    {
        var options = new JsonRowOptions();

        ((Action)(() => options.WithColumns((IEnumerable<string>)null!))).Should().Throw<ArgumentNullException>().WithParameterName("names");
        ((Action)(() => options.WithColumns([null!]))).Should().Throw<ArgumentNullException>().WithParameterName("names");
    }

    private static JsonRowException Refused(JsonRows rows, JsonRowOptions options) =>
        FluentActions.Invoking(() => rows.ToJsonString(options)).Should().Throw<JsonRowException>().Which;

    private static System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> JsonTypeInfoOf<T>() =>
        (System.Text.Json.Serialization.Metadata.JsonTypeInfo<T>)JsonSerializerOptions.Default.GetTypeInfo(typeof(T));

    private static JsonRowShape<Order> Shape() =>
        new JsonRowShape<Order>().Column("Id", order => order.Id).Column("Name", order => order.Name).Column("Total", order => order.Total);

    private static ColumnarReader Reader() => new(Column.Of("Id", 1, 2), Column.Of("Name", "a", "b"), Column.Of("Total", 3, 4));

    private static ColumnarReader RowOf(ColumnarReader reader)
    {
        reader.Read();
        return reader;
    }

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Name", typeof(string));
        table.Columns.Add("Total", typeof(int));
        table.Rows.Add(1, "a", 2);
        return table;
    }

    private static async IAsyncEnumerable<T> Asynchronous<T>(IEnumerable<T> rows)
    {
        await Task.Yield();
        foreach (T row in rows) yield return row;
    }

    private sealed record Order(int Id, string Name, int? Total);

    private class OrderBase
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public int? Total { get; set; }
    }

    private sealed class Later : OrderBase
    {
        public int More { get; set; }
    }

    [JsonDerivedType(typeof(Sale), "sale")]
    [JsonDerivedType(typeof(Visit), "visit")]
    private class Event
    {
        public int Id { get; set; }
    }

    private sealed class Sale : Event
    {
        public int Total { get; set; }
    }

    private sealed class Visit : Event
    {
        public string? Name { get; set; }
    }

    private sealed class Open
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object>? More { get; set; }
    }

    private sealed class Watched
    {
        /// <summary>A getter has been called by a method that was made at run time, which belongs to no type.</summary>
        public static bool IsReadByCompiledCode { get; set; }

        public int A
        {
            [MethodImpl(MethodImplOptions.NoInlining)]
            get
            {
                if (new StackFrame(1).GetMethod() is { DeclaringType: null }) IsReadByCompiledCode = true;
                return 1;
            }
        }

        public string? B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public int E { get; set; }
    }
}
