using System.Data.Common;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>What a row reader gives is written as what the reader's getters give.</summary>
public class DbRowReaderTests
{
    private static readonly string[] Texts =
    [
        "", "a", "plain", "it's <b> & \"more\"", "line\nbreak\0and null", "Straße", "東京", "😀", new('p', 64), new('p', 65), new('p', 66),
        new('p', 67), new string('p', 300) + "é", new('中', 5_000), new('x', 200_000),
    ];

    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    public static TheoryData<string> EncoderNames => [.. TestEncoders.All.Keys];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_anyOptions_equalsTheGetters(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];

        Json(Every(), new ColumnarRowReader(), new JsonRowOptions(options)).Should().Be(Materialised.Json(Every(), options));
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteTo_anyEncoder_equalsTheGetters(string encoder)
    {
        foreach (bool isTiny in new[] { false, true })
        {
            var options = new JsonRowOptions(new JsonSerializerOptions { Encoder = TestEncoders.All[encoder] })
            {
                Sizes = isTiny ? BufferSizes.Tiny : BufferSizes.Default,
                FlushThreshold = isTiny ? 1 : 61_440,
            };

            Json(Strings(), new ColumnarRowReader(), options).Should().Be(Json(Strings(), null, options));
        }
    }

    [Fact]
    public void WriteTo_bytesOfEachLength_equalsTheGetters()
    {
        byte[][] values = [.. Enumerable.Range(0, 100).Append(10_000).Append(100_000).Select(length => new byte[length])];
        for (int i = 0; i < values.Length; i++) new Random(i).NextBytes(values[i]);
        ColumnarReader Reader() => new(Column.Of("bytes", values));
        foreach (BufferSizes sizes in new[] { BufferSizes.Default, BufferSizes.Tiny })
        {
            var options = new JsonRowOptions { Sizes = sizes };

            Json(Reader(), new ColumnarRowReader(), options).Should().Be(Json(Reader(), null, options));
        }
    }

    [Fact]
    public void TryWriteText_columnOfBytes_writesNothing()
    {
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            cells.MoveNext(out int _);
            cells.TryWriteText("7"u8).Should().BeFalse();
            cells.WriteBase64("7"u8);
            cells.MoveNext(out int _);
            cells.TryWriteText("7"u8).Should().BeTrue();
            cells.MoveNext(out int _);
        });
        var reader = new ColumnarReader(Column.Of<byte[]?>("a", [1, 2, 3]), Column.Of("b", "x"));

        Json(reader, rowReader, new JsonRowOptions()).Should().Be("""[{"a":"Nw==","b":"7"}]""");
    }

    public static TheoryData<bool, bool> Columns => new() { { false, false }, { false, true }, { true, false }, { true, true } };

    /// <summary>In a column of text and of JSON, where the output has room and where it grows.</summary>
    [Theory]
    [MemberData(nameof(Columns))]
    public void TryWriteText_noUtf8_writesNothingAndTheCellTakesAValue(bool isJson, bool isTiny)
    {
        byte[][] texts =
        [
            [0xFF], [0xC3], [0xE4, 0xB8], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80], [.. "plain "u8, 0x80, .. " text"u8],
            [.. Encoding.UTF8.GetBytes(new string('é', 300)), 0xFF], [.. Encoding.ASCII.GetBytes(new string('a', 5_000)), 0xC3],
        ];
        int row = 0;
        var rowReader = new ScriptedRowReader((_, cells) =>
        {
            cells.MoveNext(out int _).Should().BeTrue();
            cells.TryWriteText(texts[row++]).Should().BeFalse();
            if (row % 2 == 0) cells.WriteFromReader();
            else cells.TryWriteText("7"u8).Should().BeTrue();
            cells.MoveNext(out int _).Should().BeFalse();
        });
        var options = new JsonRowOptions
        {
            IsJsonColumn = _ => isJson,
            Sizes = isTiny ? BufferSizes.Tiny : BufferSizes.Default,
            FlushThreshold = isTiny ? 1 : 61_440,
        };

        string json = Json(new ColumnarReader(Column.Of("a", [.. texts.Select(_ => "8")])), rowReader, options);

        json.Should().Be(Json(new ColumnarReader(Column.Of("a", [.. texts.Select((_, i) => i % 2 == 0 ? "7" : "8")])), null, options));
    }

    [Fact]
    public void WriteTo_columnsThatAreRenamedOmittedAndLeftOut_asksForTheOthersOnly()
    {
        var rowReader = new ColumnarRowReader();
        var options = new JsonRowOptions
        {
            OmitNulls = true,
            ColumnFilter = column => column.Name != "b",
            ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()),
        };

        Json(new ColumnarReader(Column.Of("a", "x", null), Column.Of("b", "y", "z"), Column.Of("c", 1L, 2L)), rowReader, options)
            .Should().Be("""[{"A":"x","C":1},{"C":2}]""");

        rowReader.Ordinals.Should().Equal(0, 2, 0, 2);
        rowReader.Asked.Should().Be(1);
    }

    [Fact]
    public void WriteTo_noColumns_writesEmptyObjects()
    {
        var options = new JsonRowOptions { ColumnFilter = _ => false };

        Json(new ColumnarReader(Column.Of("a", 1L, 2L)), new ColumnarRowReader(), options).Should().Be("[{},{}]");
    }

    [Fact]
    public void WriteTo_columnsOfOneName_areRefusedWhereTheOptionsSaySo()
    {
        var options = new JsonRowOptions { RequireUniqueColumnNames = true };
        Action write = () => Json(new ColumnarReader(Column.Of("a", 1L), Column.Of("a", 2L)), new ColumnarRowReader(), options);

        write.Should().Throw<JsonRowException>();
    }

    [Fact]
    public void WriteTo_columnThatIsNotRead_isReadByGetters()
    {
        var rowReader = new ColumnarRowReader { ReadsColumn = ordinal => ordinal != 1 };

        var reader = new ColumnarReader(Column.Of("a", 1L, 2L), Column.Of("b", "x", null), Column.Of("c", "y", "z"));

        Json(reader, rowReader, new JsonRowOptions())
            .Should().Be("""[{"a":1,"b":"x","c":"y"},{"a":2,"b":null,"c":"z"}]""");

        rowReader.Ordinals.Should().Equal(0, 2, 0, 2);
    }

    [Fact]
    public void WriteTo_noColumnThatIsRead_isReadByGetters()
    {
        var rowReader = new ColumnarRowReader { ReadsColumn = _ => false };

        Json(Every(), rowReader, new JsonRowOptions()).Should().Be(Json(Every(), null, new JsonRowOptions()));

        rowReader.Ordinals.Should().BeEmpty();
    }

    [Fact]
    public void WriteTo_columnOfTheTypeJson_isWrittenAsJson()
    {
        var rowReader = new ColumnarRowReader();
        ColumnarReader Reader() => new(new Column<string>("a", ["""{"b":[1]}"""], dataTypeName: "json"), Column.Of("c", 1L));

        Json(Reader(), rowReader, new JsonRowOptions()).Should().Be("""[{"a":{"b":[1]},"c":1}]""");
        Json(Reader(), rowReader, new JsonRowOptions { JsonColumnsAsText = true })
            .Should().Be("""[{"a":"{\u0022b\u0022:[1]}","c":1}]""");

        rowReader.Ordinals.Should().Equal(0, 1, 0, 1);
    }

    [Theory]
    [MemberData(nameof(EncoderNames))]
    public void WriteTo_columnOfJson_equalsTheGetters(string encoder)
    {
        string[] texts = [.. Documents, $"[{string.Join(',', Documents)}]"];
        foreach (bool isTiny in new[] { false, true })
        {
            foreach (bool isIndented in new[] { false, true })
            {
                var json = new JsonSerializerOptions { Encoder = TestEncoders.All[encoder], WriteIndented = isIndented };
                var options = new JsonRowOptions(json)
                {
                    Sizes = isTiny ? BufferSizes.Tiny : BufferSizes.Default,
                    FlushThreshold = isTiny ? 1 : 61_440,
                    IsJsonColumn = column => column.Name == "a",
                };
                ColumnarReader Reader() => new(Column.Of("a", [.. texts, null]), Column.Of("b", new long[texts.Length + 1]));

                Json(Reader(), new ColumnarRowReader(), options).Should().Be(Json(Reader(), null, options));
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[1,]")]
    [InlineData("1 2")]
    [InlineData("\"\ud800\"")]
    public void WriteTo_textInAColumnOfJsonThatIsNone_failsAsWithTheGetters(string text)
    {
        var options = new JsonRowOptions { IsJsonColumn = column => column.Name == "b", Format = JsonRowFormat.Lines };
        ColumnarReader Reader() => new(Column.Of("a", 1L, 2L), Column.Of("b", "[]", text));

        string Outcome(DbRowReader? rowReader)
        {
            try
            {
                return Json(Reader(), rowReader, options);
            }
            catch (JsonRowException exception)
            {
                return $"{exception.Message} {exception.RowIndex} {exception.ColumnName} {exception.InnerException!.Message}";
            }
        }

        Outcome(new ColumnarRowReader()).Should().Be(Outcome(null)).And.Contain("b");
    }

    public static TheoryData<string> Wrappers => ["offering", "twice", "Dapper", "itself"];

    [Theory]
    [MemberData(nameof(Wrappers))]
    public async Task Write_readerThatWrapsAnother_isSeenThrough(string wrapper)
    {
        ColumnarReader? inner = null;
        DbDataReader Wrapped()
        {
            inner = Every();
            return wrapper switch
            {
                "offering" => new OfferingReader(inner, inner),
                "twice" => new OfferingReader(new OfferingReader(inner, inner), new OfferingReader(inner, inner)),
                "itself" => new OfferingReader(inner, null),
                _ => WrappedByDapper(inner),
            };
        }
        var rowReader = new ColumnarRowReader { Reads = reader => reader == inner || reader is OfferingReader { IsItself: true } };
        var options = new JsonRowOptions { RowReaders = [rowReader] };
        string expected = Json(Every(), null, new JsonRowOptions());
        using var stream = new MemoryStream();
        using var rows = new MemoryStream();

        JsonRows.From(Wrapped()).ToJsonString(options).Should().Be(expected);
        await JsonRows.From(Wrapped()).WriteToAsync(stream, options);
        using (var writer = new JsonRowWriter(rows, options))
        {
            DbDataReader reader = Wrapped();
            while (reader.Read()) writer.WriteRow(reader);
            writer.Complete();
        }

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
        Encoding.UTF8.GetString(rows.ToArray()).Should().Be(expected);
        rowReader.Rows.Should().Be(9);
    }

    [Fact]
    public void WriteTo_columnForWhoseTypeThereIsAConverter_isReadByGetters()
    {
        var rowReader = new ColumnarRowReader();
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { new YearConverter() } });
        var reader = new ColumnarReader(Column.Of("a", 1L), Column.Of("b", new DateTime(2024, 5, 6)), Column.Of("c", "x"));

        Json(reader, rowReader, options).Should().Be("""[{"a":1,"b":2024,"c":"x"}]""");

        rowReader.Ordinals.Should().Equal(0, 2);
    }

    public static TheoryData<string> ConcerningOptions => ["string", "long", "double", "bytes", "object", "quoted"];

    [Theory]
    [MemberData(nameof(ConcerningOptions))]
    public void WriteTo_optionsThatConcernValues_useTheGetters(string name)
    {
        JsonSerializerOptions options = name switch
        {
            "string" => new() { Converters = { new Marking<string>() } },
            "long" => new() { Converters = { new Marking<long>() } },
            "double" => new() { Converters = { new Marking<double>() } },
            "bytes" => new() { Converters = { new Marking<byte[]>() } },
            "object" => new() { Converters = { new Marking<object>() } },
            _ => new() { NumberHandling = JsonNumberHandling.WriteAsString },
        };
        var rowReader = new ColumnarRowReader();

        string json = Json(Every(), rowReader, new JsonRowOptions(options));

        rowReader.Rows.Should().Be(0);
        json.Should().Be(Json(Every(), null, new JsonRowOptions(options))).And.NotBe(Json(Every(), null, new JsonRowOptions()));
    }

    [Fact]
    public void WriteTo_severalRowReaders_asksTheFirstThatCan()
    {
        var first = new ColumnarRowReader { Reads = _ => false };
        var second = new ColumnarRowReader();
        var third = new ColumnarRowReader();

        JsonRows.From(Every()).ToJsonString(new JsonRowOptions { RowReaders = [first, second, third] });

        (first.Rows, second.Rows, third.Asked).Should().Be((0, 3, 0));
    }

    [Theory]
    [InlineData(JsonNonFiniteHandling.Null, "null")]
    [InlineData(JsonNonFiniteHandling.NamedLiterals, "\"NaN\"")]
    public void WriteTo_notANumber_isWrittenAsTheOptionsSay(JsonNonFiniteHandling handling, string expected) =>
        Json(new ColumnarReader(Column.Of("a", double.NaN)), new ColumnarRowReader(), new JsonRowOptions { NonFiniteHandling = handling })
            .Should().Be($"[{{\"a\":{expected}}}]");

    [Fact]
    public void WriteTo_notANumberThatIsRefused_namesItsColumn()
    {
        var reader = new ColumnarReader(Column.Of("a", 1.0, 1.0), Column.Of("b", 1.0, double.NaN));
        Action write = () => Json(reader, new ColumnarRowReader(), new JsonRowOptions());

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;

        (failure.ColumnName, failure.RowIndex, failure.Stage).Should().Be(("b", 1, JsonRowStage.Value));
    }

    [Fact]
    public async Task WriteToAsync_stream_equalsTheGetters()
    {
        using var stream = new MemoryStream();
        var rowReader = new ColumnarRowReader();

        await JsonRows.From(Strings()).WriteToAsync(stream, new JsonRowOptions { RowReaders = [rowReader], FlushThreshold = 1 });

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Json(Strings(), null, new JsonRowOptions()));
        rowReader.Rows.Should().Be(Texts.Length);
    }

    [Fact]
    public void JsonRowWriter_readerAtARow_usesTheRowReader()
    {
        var rowReader = new ColumnarRowReader();
        ColumnarReader reader = Strings();
        using var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream, new JsonRowOptions { RowReaders = [rowReader] }))
        {
            while (reader.Read()) writer.WriteRow(reader);
            writer.Complete();
        }

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Json(Strings(), null, new JsonRowOptions()));
        rowReader.Rows.Should().Be(Texts.Length);
    }

    [Fact]
    public void JsonRowWriter_readersOfWhichOneIsRead_usesTheGettersForTheOther()
    {
        ColumnarReader first = new(Column.Of("a", 1L, 2L)), second = new(Column.Of("a", 3L, 4L));
        var rowReader = new ColumnarRowReader { Reads = reader => reader == first };
        using var stream = new MemoryStream();
        using (var writer = new JsonRowWriter(stream, new JsonRowOptions { RowReaders = [rowReader] }))
        {
            while (first.Read() && second.Read())
            {
                writer.WriteRow(first);
                writer.WriteRow(second);
            }
            writer.Complete();
        }

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"a":1},{"a":3},{"a":2},{"a":4}]""");
        rowReader.Rows.Should().Be(2);
    }

    [Fact]
    public void RowReaders_listThatChangesLater_isCopied()
    {
        var list = new List<DbRowReader> { new ColumnarRowReader() };
        var options = new JsonRowOptions { RowReaders = list };
        list.Clear();

        options.RowReaders.Should().ContainSingle();
    }

    [Fact]
    public void RowReaders_null_isRefused()
    {
        Action list = () => _ = new JsonRowOptions { RowReaders = null! };
        Action element = () => _ = new JsonRowOptions { RowReaders = [null!] };

        list.Should().Throw<ArgumentNullException>();
        element.Should().Throw<ArgumentNullException>();
    }

    private static readonly string[] Documents =
    [
        "null", "1.50", " [ 1 , 2 ] ", "\"it's <b> & \\u00e9 é 😀\"", "{\"a\": {\"b\" : [true, null, \"x\"]}}",
        $"[\"{new string('p', 5_000)}\", \"{new string('é', 5_000)}\"]",
    ];

    // Its class is not public: a command gives it.
    private static DbDataReader WrappedByDapper(DbDataReader inner)
    {
        using var connection = new RecordingConnection(_ => { }, createCommand: () => new RecordingCommand(_ => { }, () => inner));
        return (DbDataReader)Dapper.SqlMapper.ExecuteReader(connection, "select");
    }

    private static ColumnarReader Every() => new(
        Column.Of("id", 1L, long.MinValue, long.MaxValue), Column.Of("text", "a<b", null, "plain"), Column.Of("number", 0.1, -0.0, 1e300),
        Column.Of<byte[]?>("bytes", [1, 2, 3], [], null), Column.OfNullable<int>("int", 1, null, 3), Column.Of("flag", true, false, true),
        Column.Of("time", DateTime.UnixEpoch, DateTime.MinValue, DateTime.MaxValue));

    private static ColumnarReader Strings() => new(Column.Of("text", Texts));

    private static string Json(ColumnarReader reader, DbRowReader? rowReader, JsonRowOptions options) =>
        JsonRows.From(reader).ToJsonString(rowReader is null ? options : new JsonRowOptions(options) { RowReaders = [rowReader] });

    /// <summary>Wraps a reader, and says which, or offers itself.</summary>
    private sealed class OfferingReader(DbDataReader inner, DbDataReader? offered) : DelegatingReader(inner), IServiceProvider
    {
        public bool IsItself => offered is null;

        public object? GetService(Type serviceType) => serviceType == typeof(DbDataReader) ? offered ?? this : null;

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }

    private sealed class Marking<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue("converted");
    }

    private sealed class YearConverter : JsonConverter<DateTime>
    {
        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Year);
    }
}
