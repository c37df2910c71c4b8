using System.Buffers;
using System.Data;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

public class JsonRowOptionsTests
{
    [Fact]
    public void Default_untouched_hasTheDocumentedValues()
    {
        foreach (JsonRowOptions options in new[] { new JsonRowOptions(), JsonRowOptions.Default })
        {
            options.SerializerOptions.Should().BeSameAs(JsonSerializerOptions.Default);
            options.Format.Should().BeNull();
            options.FlushThreshold.Should().Be(61_440);
            options.MaxCachedNames.Should().Be(4096);
            options.OmitNulls.Should().BeFalse();
            options.NonFiniteHandling.Should().Be(JsonNonFiniteHandling.Default);
            options.ColumnNamingPolicy.Should().BeNull();
            options.ColumnFilter.Should().BeNull();
            options.RowReaders.Should().BeEmpty();
        }
        JsonRowOptions.Default.Should().BeSameAs(JsonRowOptions.Default);
    }

    [Fact]
    public void Conversion_ofTheSerializersOptions_isOneInstanceForEach()
    {
        var snakes = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
        JsonRowOptions converted = snakes;

        converted.Should().BeSameAs((JsonRowOptions)snakes).And.BeEquivalentTo(new JsonRowOptions(snakes));
        ((JsonRowOptions)JsonSerializerOptions.Web).Should().BeSameAs(JsonRowOptions.Web);
        ((JsonRowOptions)JsonSerializerOptions.Default).Should().BeSameAs((JsonRowOptions)JsonSerializerOptions.Default);
        ((JsonRowOptions?)(JsonSerializerOptions?)null).Should().BeNull();
        JsonRows.From([new { FirstName = "Ada" }]).ToJsonString(snakes).Should().Be("""[{"first_name":"Ada"}]""");
    }

    [Fact]
    public void ToString_ofOptions_namesWhatIsNotDefault()
    {
        JsonRowOptions.Default.ToString().Should().Be("JsonRowOptions ()");
        new JsonRowOptions { Format = JsonRowFormat.Lines, OmitNulls = true, FlushInterval = TimeSpan.Zero }.ToString()
            .Should().Be("JsonRowOptions (Format = Lines, FlushInterval = 00:00:00, OmitNulls = True)");
    }

    [Fact]
    public void Web_untouched_hasTheSerializersOptionsForTheWeb()
    {
        JsonRowOptions.Web.Should().BeSameAs(JsonRowOptions.Web).And.BeEquivalentTo(new JsonRowOptions(JsonSerializerOptions.Web));
        JsonRowOptions.Web.SerializerOptions.Should().BeSameAs(JsonSerializerOptions.Web);
    }

    /// <summary>NaN is a value: what stands for it can be told from a cell that has none.</summary>
    [Fact]
    public void OmitNulls_numbersThatJsonHasNot_areNotLeftOut()
    {
        var options = new JsonRowOptions { OmitNulls = true, NonFiniteHandling = JsonNonFiniteHandling.Null };
        using var table = new DataTable { Columns = { { "a", typeof(double) }, { "b", typeof(object) }, { "c", typeof(string) } } };
        table.Rows.Add(double.NaN, float.PositiveInfinity, null);
        Dictionary<string, object?>[] dictionaries = [new() { ["a"] = double.NaN, ["b"] = Half.NaN, ["c"] = null }];
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("a", _ => double.NaN).Column("b", _ => (object)float.NaN).Column("c", _ => (string?)null);
        foreach (JsonRows rows in (JsonRows[])
        [
            JsonRows.From(dictionaries),
            JsonRows.From(dictionaries.Select(row => row.ToArray())),
            JsonRows.From([new Dictionary<string, double> { ["a"] = double.NaN, ["b"] = double.NegativeInfinity }]),
            JsonRows.From(table),
            JsonRows.From(table.CreateDataReader()),
            JsonRows.From((IDataReader)new PlainReader(table.CreateDataReader())),
            JsonRows.From([1], shape),
        ]) rows.ToJsonString(options).Should().Be("""[{"a":null,"b":null}]""", "of {0}", rows);

        // A converter returns the value itself, and null is none.
        var converting = new JsonRowOptions(options) { ColumnConverter = _ => _ => null };
        JsonRows.From(table.CreateDataReader()).ToJsonString(converting).Should().Be("[{}]");
    }

    /// <summary>No encoder escapes the literals, not even one that escapes every letter.</summary>
    [Theory]
    [InlineData("default")]
    [InlineData("no ASCII")]
    [InlineData("custom")]
    public void NonFiniteHandling_namedLiterals_matchesJsonSerializerThatAllowsThem(string encoder)
    {
        List<Dictionary<string, object?>> rows =
            [new() { ["a"] = double.NaN, ["b"] = float.PositiveInfinity }, new() { ["a"] = Half.NegativeInfinity, ["b"] = "NaN" }];
        List<Dictionary<string, double>> typed = [new() { ["a"] = double.NegativeInfinity }];
        foreach (bool isIndented in new[] { false, true })
        {
            var plain = new JsonSerializerOptions { Encoder = TestEncoders.All[encoder], WriteIndented = isIndented };
            var allowing = new JsonSerializerOptions(plain) { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };
            var options = new JsonRowOptions(plain) { NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals };

            JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, allowing));
            JsonRows.From(typed).ToJsonString(options).Should().Be(JsonSerializer.Serialize(typed, allowing));
        }
    }

    [Fact]
    public void Copy_ofOptionsThatDifferInEverything_hasEveryValue()
    {
        var original = new JsonRowOptions
        {
            SerializerOptions = JsonSerializerOptions.Web,
            Format = JsonRowFormat.Lines,
            FlushThreshold = 7,
            FlushInterval = TimeSpan.FromSeconds(1),
            MaxCachedNames = 8,
            OmitNulls = true,
            NonFiniteHandling = JsonNonFiniteHandling.Null,
            ColumnNamingPolicy = JsonNamingPolicy.CamelCase,
            ColumnFilter = _ => true,
            ChosenColumns = new HashSet<string> { "a" },
            JsonColumnsAsText = true,
            IsJsonColumn = _ => true,
            ColumnConverter = _ => null,
            UnwritableHandling = JsonUnwritableHandling.Text,
            RequireUniqueColumnNames = true,
            RowReaders = [new ColumnarRowReader()],
            FillMissingColumns = true,
            RowPrefix = JsonRowPrefix.Constant("{}"),
            ColumnsPropertyName = "names",
            RowsPropertyName = "data",
            Pool = new CountingPool(),
            ObjectAccess = ObjectAccess.Delegates,
            Sizes = BufferSizes.Tiny,
        };
        var copy = new JsonRowOptions(original);
        const System.Reflection.BindingFlags Flags =
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic;
        foreach (var property in typeof(JsonRowOptions).GetProperties(Flags).Where(property => property.SetMethod is not null))
        {
            property.GetValue(original).Should().NotBe(property.GetValue(JsonRowOptions.Default), property.Name);
            property.GetValue(copy).Should().Be(property.GetValue(original), property.Name);
        }
        Action ofNull = () => _ = new JsonRowOptions((JsonRowOptions)null!);
        ofNull.Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void New_serializerOptions_takesThem()
    {
        new JsonRowOptions(JsonSerializerOptions.Web).Should().BeEquivalentTo(new JsonRowOptions { SerializerOptions = JsonSerializerOptions.Web });
        Action ofNull = () => _ = new JsonRowOptions((JsonSerializerOptions)null!);
        ofNull.Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void ColumnFilter_alone_leavesKeysToTheKeyPolicy()
    {
        var options = new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper },
            ColumnFilter = column => column.Name != "second",
        };
        Rows(("first", 1), ("second", 2)).ToJsonString(options).Should().Be("""[{"FIRST":1}]""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ColumnFilter_withPolicy_isAskedOnceByTheSourcesName(bool isIndented)
    {
        var asked = new List<string>();
        var options = new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { WriteIndented = isIndented, NewLine = "\n" },
            ColumnFilter = column =>
            {
                asked.Add(column.Name);
                return column.Name != "b";
            },
            ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper,
        };
        JsonRows rows = JsonRows.From(Enumerable.Repeat(new Dictionary<string, object?> { ["a"] = 1, ["b"] = 2 }, 3));
        JsonSerializer.Serialize(JsonDocument.Parse(rows.ToJsonString(options))).Should().Be("""[{"A":1},{"A":1},{"A":1}]""");
        asked.Should().Equal("a", "b");
    }

    [Fact]
    public void ColumnNamingPolicy_returnsNull_failsTheRow()
    {
        Action write = () => Rows(("a", 1)).ToJsonString(new JsonRowOptions { ColumnNamingPolicy = Naming.By(_ => null!) });
        write.Should().Throw<JsonRowException>().WithMessage("*returned null for the name 'a'*");
    }

    [Fact]
    public async Task WriteToAsync_tokenWithoutOptions_isTheToken()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        var pipe = new System.IO.Pipelines.Pipe();
        AsyncJsonRows asynchronous = JsonRows.From(AsyncEnumerable.Empty<object?>());
        Func<Task>[] writes =
        [
            () => Rows(("a", 1)).WriteToAsync(new MemoryStream(), cancellationToken: cancelled.Token),
            () => Rows(("a", 1)).WriteToAsync(pipe.Writer, cancellationToken: cancelled.Token),
            () => asynchronous.WriteToAsync(new MemoryStream(), cancellationToken: cancelled.Token),
            () => asynchronous.WriteToAsync(pipe.Writer, cancellationToken: cancelled.Token),
        ];
        foreach (Func<Task> write in writes)
            (await write.Should().ThrowAsync<OperationCanceledException>()).Which.CancellationToken.Should().Be(cancelled.Token);
    }

    [Fact]
    public void Init_invalidValue_throws()
    {
        (string Option, Action Init)[] outOfRange =
        [
            ("Format", () => _ = new JsonRowOptions { Format = (JsonRowFormat)100 }),
            ("Format", () => _ = new JsonRowOptions { Format = (JsonRowFormat)(-1) }),
            ("NonFiniteHandling", () => _ = new JsonRowOptions { NonFiniteHandling = (JsonNonFiniteHandling)3 }),
            ("FlushThreshold", () => _ = new JsonRowOptions { FlushThreshold = 0 }),
            ("FlushThreshold", () => _ = new JsonRowOptions { FlushThreshold = -1 }),
            ("FlushInterval", () => _ = new JsonRowOptions { FlushInterval = TimeSpan.FromTicks(-1) }),
            ("FlushInterval", () => _ = new JsonRowOptions { FlushInterval = TimeSpan.MaxValue }),
            ("MaxCachedNames", () => _ = new JsonRowOptions { MaxCachedNames = -1 }),
        ];
        foreach ((string option, Action init) in outOfRange)
        {
            ArgumentOutOfRangeException failure = init.Should().Throw<ArgumentOutOfRangeException>().WithParameterName(option).Which;
            failure.Message.Should().Contain(option).And.MatchRegex("must be (greater|less) than|must be a non-(zero|negative)|Use a value of");
        }
        Action noSerializer = () => _ = new JsonRowOptions { SerializerOptions = null! };
        noSerializer.Should().Throw<ArgumentNullException>().WithParameterName("SerializerOptions");
        FluentActions.Invoking(() => new JsonRowOptions { ColumnsPropertyName = null! })
            .Should().Throw<ArgumentNullException>().WithParameterName("ColumnsPropertyName");
        FluentActions.Invoking(() => new JsonRowOptions { RowsPropertyName = null! })
            .Should().Throw<ArgumentNullException>().WithParameterName("RowsPropertyName");
    }

    [Fact]
    public void Init_extremeValues_areAccepted()
    {
        var options = new JsonRowOptions { FlushThreshold = int.MaxValue, MaxCachedNames = int.MaxValue };
        Rows(("a", 1)).ToJsonString(options).Should().Be("""[{"a":1}]""");
        var stream = new MemoryStream();
        Rows(("a", 1)).WriteTo(stream, new JsonRowOptions { FlushThreshold = 1, MaxCachedNames = 0 });
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public void Properties_afterInitialization_cannotBeSet()
    {
        foreach (var property in typeof(JsonRowOptions).GetProperties())
        {
            if (property.SetMethod is null) continue;
            property.SetMethod.ReturnParameter.GetRequiredCustomModifiers().Should().Contain(typeof(IsExternalInit), property.Name);
        }
    }

    [Fact]
    public void Serializer_firstUse_becomesReadOnly()
    {
        var serializer = new JsonSerializerOptions();
        Rows(("a", 1)).ToUtf8Bytes(new JsonRowOptions { SerializerOptions = serializer });
        serializer.IsReadOnly.Should().BeTrue();
        Action change = () => serializer.WriteIndented = true;
        change.Should().Throw<InvalidOperationException>();
    }

    [Fact]
    [EachVectorLevel]
    public void NameCache_severalEncoders_isKeptPerEncoder()
    {
        var options = new JsonRowOptions();
        JsonRows rows = Rows(("<é>", "<é>"));
        for (int i = 0; i < 3; i++)
        {
            rows.ToJsonString(options).Should().Be("""[{"\u003C\u00E9\u003E":"\u003C\u00E9\u003E"}]""");
            Through(rows, options, JavaScriptEncoder.UnsafeRelaxedJsonEscaping).Should().Be("""[{"<é>":"<é>"}]""");
            Through(rows, options, null).Should().Be("""[{"\u003C\u00E9\u003E":"\u003C\u00E9\u003E"}]""");
        }
        options.Context.For(JavaScriptEncoder.UnsafeRelaxedJsonEscaping).Should().BeSameAs(options.Context.For(JavaScriptEncoder.UnsafeRelaxedJsonEscaping));
        options.Context.For(null).Should().BeSameAs(options.Context);
    }

    [Fact]
    [EachVectorLevel]
    public void NameCache_manyEncoders_isKeptPerEncoder()
    {
        var options = new JsonRowOptions();
        for (int i = 0; i < 100; i++)
        {
            var encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All);
            Through(Rows(("é", 1)), options, encoder).Should().Be("""[{"é":1}]""");
            options.Context.For(encoder).Should().BeSameAs(options.Context.For(encoder));
        }
        options.Context.For(null).Should().BeSameAs(options.Context, "that of the options' own encoder is");
    }

    [Fact]
    [EachVectorLevel]
    public void NameCache_severalPolicies_isKeptPerPolicy()
    {
        var row = new Dictionary<string, object?> { ["OuterName"] = new Dictionary<string, object?> { ["OuterName"] = 1, ["InnerName"] = 2 }, ["InnerName"] = 3 };
        var rows = JsonRows.From(new[] { row, row });
        var camel = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        const string nested = """{"outerName":1,"innerName":2}""";

        rows.ToJsonString(new JsonRowOptions { SerializerOptions = camel }).Should().Be(Twice($$"""{"outerName":{{nested}},"innerName":3}"""));
        var renamed = new JsonRowOptions { SerializerOptions = camel, ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) };
        rows.ToJsonString(renamed).Should().Be(Twice($$"""{"OUTERNAME":{{nested}},"INNERNAME":3}"""));
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(1)]
    [InlineData(0)]
    public void ColumnName_anyCapacity_renamesAndLeavesOut(int cached)
    {
        var options = new JsonRowOptions
        {
            MaxCachedNames = cached,
            ColumnFilter = column => column.Name != "secret",
            ColumnNamingPolicy = Naming.By(name => name == "é" ? "\"ü\"" : name + "!"),
        };
        JsonRows rows = Rows(("secret", 1), ("a", 2), ("é", null), ("b", "x"), ("secret", 2));
        for (int i = 0; i < 3; i++) rows.ToJsonString(options).Should().Be("""[{"a!":2,"\u0022\u00FC\u0022":null,"b!":"x"}]""");
        Rows(("secret", 1)).ToJsonString(options).Should().Be("[{}]");
        Typed(("secret", 1), ("a", 2)).ToJsonString(options).Should().Be("""[{"a!":2}]""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ColumnName_warmCache_isAskedOncePerName(bool isIndented)
    {
        int asked = 0;
        var options = new JsonRowOptions
        {
            SerializerOptions = new JsonSerializerOptions { WriteIndented = isIndented },
            ColumnNamingPolicy = Naming.By(name => (++asked).ToString(System.Globalization.CultureInfo.InvariantCulture)),
        };
        JsonRows rows = JsonRows.From(Enumerable.Repeat(new Dictionary<string, object?> { ["a"] = 1, ["b"] = 2 }, 100));
        rows.WriteTo(Stream.Null, options);
        rows.WriteTo(Stream.Null, options);
        asked.Should().Be(2);
    }

    [Fact]
    public void ColumnName_nestedNames_stayAsTheyAre()
    {
        var row = new Dictionary<string, object?>
        {
            ["a"] = new Dictionary<string, object?> { ["a"] = 1 },
            ["b"] = new object?[] { new Dictionary<string, object?> { ["a"] = 1 } },
        };
        JsonRows.From(new[] { row }).ToJsonString(new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name == "b" ? "B" : "A") })
            .Should().Be("""[{"A":{"a":1},"B":[{"a":1}]}]""");
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(0)]
    public void OmitNulls_nullAndDBNullCells_areLeftOut(int cached)
    {
        var options = new JsonRowOptions { OmitNulls = true, MaxCachedNames = cached };
        Rows(("a", null), ("b", 1), ("c", DBNull.Value), ("d", "x"), ("e", null)).ToJsonString(options).Should().Be("""[{"b":1,"d":"x"}]""");
        Rows(("a", null)).ToJsonString(options).Should().Be("[{}]");
        JsonRows.From(new[] { new Dictionary<string, int?> { ["a"] = null, ["b"] = 1 } }).ToJsonString(options).Should().Be("""[{"b":1}]""");
        JsonRows.From(new[] { new Dictionary<string, string?> { ["b"] = "", ["a"] = null } }).ToJsonString(options).Should().Be("""[{"b":""}]""");
    }

    [Fact]
    public void OmitNulls_nestedNullsAndNullRows_stay()
    {
        var row = new Dictionary<string, object?> { ["a"] = new Dictionary<string, object?> { ["n"] = null }, ["b"] = new object?[] { null } };
        JsonRows.From(new[] { row, null }).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"a":{"n":null},"b":[null]},null]""");
    }

    [Theory]
    [InlineData(JsonNonFiniteHandling.Null, "[{\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null}]")]
    [InlineData(JsonNonFiniteHandling.NamedLiterals, "[{\"a\":\"NaN\",\"b\":\"Infinity\",\"c\":\"-Infinity\",\"d\":\"NaN\",\"e\":\"Infinity\"}]")]
    public void NonFinite_cells_areWrittenAsAsked(JsonNonFiniteHandling handling, string expected)
    {
        (string, object?)[] cells =
            [("a", double.NaN), ("b", double.PositiveInfinity), ("c", double.NegativeInfinity), ("d", float.NaN), ("e", Half.PositiveInfinity)];
        foreach (int cached in new[] { 0, 100 })
            Rows(cells).ToJsonString(new JsonRowOptions { NonFiniteHandling = handling, MaxCachedNames = cached }).Should().Be(expected);
    }

    [Fact]
    public void NonFinite_typedRows_areWrittenAsAsked()
    {
        var row = new Dictionary<string, double> { ["a"] = double.NaN, ["b"] = 1 };
        JsonRows.From(new[] { row }).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null }).Should().Be("""[{"a":null,"b":1}]""");
        var single = new Dictionary<string, float?> { ["a"] = float.NegativeInfinity, ["b"] = null };
        JsonRows.From(new[] { single }).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals })
            .Should().Be("""[{"a":"-Infinity","b":null}]""");
    }

    [Fact]
    public void NonFinite_asSerializer_followsNumberHandling()
    {
        JsonRows rows = Rows(("a", double.NaN), ("b", float.PositiveInfinity), ("c", 1.5));
        var named = new JsonRowOptions { SerializerOptions = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals } };
        rows.ToJsonString(named).Should().Be("""[{"a":"NaN","b":"Infinity","c":1.5}]""");
        Action write = () => rows.ToUtf8Bytes();
        write.Should().Throw<JsonRowException>().WithMessage("*NonFinite*");
    }

    [Fact]
    public void NonFinite_nestedValues_areNotConcerned()
    {
        Action write = () => Rows(("a", new object?[] { double.NaN })).ToUtf8Bytes(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null });
        write.Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("a");
    }

    [Fact]
    public void Options_documents_obeyOmitNullsAndColumnName()
    {
        using JsonDocument document = JsonDocument.Parse("""[ {"a": null, "b": {"a": null}, "c": "x"}, null, 1 ]""");
        JsonRows.From(document).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"b":{"a":null},"c":"x"},null,1]""");
        JsonRows.From(document).ToJsonString(new JsonRowOptions { ColumnFilter = column => column.Name != "a", ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) })
            .Should().Be("""[{"B":{"a":null},"C":"x"},null,1]""");
    }

    private static string Through(JsonRows rows, JsonRowOptions options, JavaScriptEncoder? encoder)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = encoder })) rows.WriteTo(writer, options);
        return System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static string Twice(string row) => $"[{row},{row}]";

    private static JsonRows Rows(params (string Name, object? Value)[] cells) =>
        JsonRows.From(new List<List<KeyValuePair<string, object?>>> { cells.Select(cell => KeyValuePair.Create(cell.Name, cell.Value)).ToList() });

    private static JsonRows Typed(params (string Name, int Value)[] cells) =>
        JsonRows.From(new[] { cells.ToDictionary(cell => cell.Name, cell => cell.Value) });
}
