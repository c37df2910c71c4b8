using System.Buffers;
using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Cells whose values cannot be read or written, and <see cref="JsonRowOptions.UnwritableHandling"/>.</summary>
public class UnwritableCellTests
{
    private static readonly string[] Columns = ["id", "value", "text"];

    /// <summary>Values that fail: at once, after a part of them is written, and in code of the user's.</summary>
    private static readonly object?[] Values =
    [
        "good", typeof(string), double.NaN, null, new Dictionary<string, object?> { ["a"] = 1, ["b"] = new List<object?> { 2, typeof(int) } },
        new List<object?> { 1, "two", typeof(int) }, new Broken(), new Dictionary<string, object?> { ["fine"] = new[] { 1, 2 } },
        new Named(), new object?[] { new string('x', 70_000), new Broken() }, 7L,
    ];

    public static TheoryData<string> Settings => ["default", "web", "indented", "string converter", "cycles"];

    public static TheoryData<JsonRowFormat> Formats => [.. Enum.GetValues<JsonRowFormat>()];

    private static Dictionary<string, Func<JsonRows>> Sources => new()
    {
        ["reader"] = () => JsonRows.From(Table().CreateDataReader()),
        ["records"] = () => JsonRows.From(new PlainReader(Table().CreateDataReader())),
        ["table"] = () => JsonRows.From(Table()),
        ["table rows"] = () => JsonRows.From(Table().Select()),
        ["dictionaries"] = () => JsonRows.From(Rows(value => value)),
        ["dictionaries of any kind"] = () => JsonRows.From(Rows(value => value).Select(row => new SortedList<string, object?>(row, new AsGiven()))),
        ["objects"] = () => JsonRows.From(Rows(value => value).ConvertAll(row => (object)row)),
        ["pairs"] = () => JsonRows.From(Rows(value => value).ConvertAll(row => row.ToList())),
        ["arrays of pairs"] = () => JsonRows.From(Rows(value => value).ConvertAll(row => row.ToArray())),
    };

    private static JsonRowOptions With(string settings, JsonUnwritableHandling handling) => new()
    {
        SerializerOptions = settings switch
        {
            "web" => new JsonSerializerOptions(JsonSerializerDefaults.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
            "indented" => new JsonSerializerOptions { WriteIndented = true },
            "string converter" => new JsonSerializerOptions { Converters = { new Quoter() } },
            "cycles" => new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles },
            _ => JsonSerializerOptions.Default,
        },
        UnwritableHandling = handling,
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void WriteTo_valuesThatFail_areReplacedInEverySource(string settings)
    {
        foreach (JsonUnwritableHandling handling in new[] { JsonUnwritableHandling.Null, JsonUnwritableHandling.Text })
        {
            JsonRowOptions options = With(settings, handling);
            string expected = JsonSerializer.Serialize(Rows(value => Replaced(value, handling)), options.SerializerOptions);
            foreach ((string name, Func<JsonRows> rows) in Sources)
            {
                var output = new ArrayBufferWriter<byte>();
                JsonRowResult result = rows().WriteTo(output, options);

                Encoding.UTF8.GetString(output.WrittenSpan).Should().Be(expected, "of {0}", name);
                result.ReplacedCells.Should().Be(Values.Count(Fails), "of {0}", name);
                using var writer = new Utf8JsonWriter(Stream.Null);
                rows().WriteTo(writer, options).ReplacedCells.Should().Be(Values.Count(Fails), "of {0} in a writer", name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Formats))]
    public async Task Write_everyFormat_isThatOfTheReplacedValues(JsonRowFormat format)
    {
        foreach (bool omitsNulls in new[] { false, true })
        {
            var plain = new JsonRowOptions { Format = format, OmitNulls = omitsNulls, FillMissingColumns = true };
            var options = new JsonRowOptions(plain) { UnwritableHandling = JsonUnwritableHandling.Text, FlushThreshold = 100 };
            string expected = JsonRows.From(Rows(value => Replaced(value, JsonUnwritableHandling.Text))).ToJsonString(plain);
            foreach ((string name, Func<JsonRows> rows) in Sources)
            {
                rows().ToJsonString(options).Should().Be(expected, "of {0}", name);
                var stream = new MemoryStream();
                (await rows().WriteToAsync(stream, options)).ReplacedCells.Should().Be(Values.Count(Fails), "of {0}", name);
                Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected, "of {0}", name);
            }
        }
    }

    [Fact]
    public void WriteTo_byDefault_fails()
    {
        foreach ((string name, Func<JsonRows> rows) in Sources)
        {
            rows().Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>("of {0}", name)
                .Which.Should().Match<JsonRowException>(failure => failure.RowIndex == 1 && failure.ColumnName == "value");
        }
    }

    [Fact]
    public void WriteTo_typedDictionaries_replacesTheirNumbers()
    {
        List<Dictionary<string, double>> rows = [new() { ["a"] = 1, ["b"] = double.PositiveInfinity, ["c"] = 2 }];

        JsonRows.From(rows).ToJsonString(With("default", JsonUnwritableHandling.Null)).Should().Be("""[{"a":1,"b":null,"c":2}]""");
        JsonRows.From(rows).ToJsonString(With("default", JsonUnwritableHandling.Text)).Should().Be("""[{"a":1,"b":"Infinity","c":2}]""");
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(With("default", JsonUnwritableHandling.Text)) { NonFiniteHandling = JsonNonFiniteHandling.Null })
            .Should().Be("""[{"a":1,"b":null,"c":2}]""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_cellsThatCannotBeRead_areReplacedAndReadOnce(bool isIndented)
    {
        var serializer = new JsonSerializerOptions { WriteIndented = isIndented };
        var options = new JsonRowOptions(serializer) { UnwritableHandling = JsonUnwritableHandling.Null };
        foreach (Exception exception in ReadFailures())
        {
            using var reader = new FailingReader(new SequentialReader(Numbers(300).CreateDataReader()), row: 250, column: 1, () => throw exception);

            JsonRows.From(reader).ToJsonString(options).Should().Be(JsonSerializer.Serialize(
                Enumerable.Range(0, 300).Select(i => new { a = i, b = i == 250 ? (int?)null : -i, c = $"{i}" }), serializer));
        }
    }

    /// <summary>A provider may have no .NET type for a value, and yet another one, or a text.</summary>
    [Fact]
    public void WriteTo_text_isOfWhatTheReaderCanStillRead()
    {
        var options = new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text };
        using var ofItsOwn = new MonthsReader(Numbers(1).CreateDataReader(), hasOwnType: true);
        using var asText = new MonthsReader(Numbers(1).CreateDataReader(), hasOwnType: false);

        JsonRows.From(ofItsOwn).ToJsonString(options).Should().Be("""[{"a":0,"b":"1 month","c":"0"}]""");
        JsonRows.From(asText).ToJsonString(options).Should().Be("""[{"a":0,"b":"a month","c":"0"}]""");
    }

    [Theory]
    [InlineData(JsonUnwritableHandling.Null, CommandBehavior.SequentialAccess)]
    [InlineData(JsonUnwritableHandling.Text, CommandBehavior.Default)]
    public void WriteTo_ofACommand_readsInOrderUnlessTextMayBeReadAfterwards(JsonUnwritableHandling handling, CommandBehavior expected)
    {
        using var command = new RecordingCommand(_ => { }, () => new RecordingReader(1, fails: false, _ => { }));

        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = handling }).Should().Be("""[{"number":0}]""");

        command.Behavior.Should().Be(expected);
    }

    [Fact]
    public void WriteTo_jsonThatIsNone_isReplaced()
    {
        using var table = new DataTable();
        table.Columns.Add("json", typeof(string));
        table.Rows.Add("""{"a" : [1]}""");
        table.Rows.Add("""{"a" : [1}""");
        foreach (Func<JsonRows> rows in new[] { () => JsonRows.From(table), () => JsonRows.From(table.CreateDataReader()) })
        {
            foreach (bool isIndented in new[] { false, true })
            {
                var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = isIndented }) { IsJsonColumn = _ => true };
                Minified(rows().ToJsonString(new JsonRowOptions(options) { UnwritableHandling = JsonUnwritableHandling.Null }))
                    .Should().Be("""[{"json":{"a":[1]}},{"json":null}]""");
                Minified(rows().ToJsonString(new JsonRowOptions(options) { UnwritableHandling = JsonUnwritableHandling.Text }))
                    .Should().Be("""[{"json":{"a":[1]}},{"json":"{\u0022a\u0022 : [1}"}]""");
            }
        }
    }

    /// <summary>What is not the value's own failure is none that null could stand for.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_otherFailures_endTheWriteAndCloseNothing(bool isIndented)
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = isIndented, NewLine = "\n" })
        {
            UnwritableHandling = JsonUnwritableHandling.Text,
            FlushThreshold = 1,
        };
        foreach (Exception exception in new Exception[]
        {
            new IOException(), new TimeoutException(), new ObjectDisposedException("reader"), new BrokenConnection(), new InsufficientMemoryException(),
            new OperationCanceledException(),
        })
        {
            using var reader = new FailingReader(Numbers(3).CreateDataReader(), row: 1, column: 1, () => throw exception);
            using var output = new MemoryStream();

            JsonRows.From(reader).Invoking(it => it.WriteTo(output, options)).Should().Throw<JsonRowException>()
                .Which.Should().Match<JsonRowException>(failure => failure.InnerException == exception && failure.RowIndex == 1);

            Minified(Encoding.UTF8.GetString(output.ToArray()) + "]").Should().Be("""[{"a":0,"b":0,"c":"0"}]""");
        }
    }

    [Fact]
    public void WriteTo_failureOfTheSource_endsTheWrite()
    {
        var options = new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null };
        using var reader = new FailingReader(Numbers(3).CreateDataReader(), row: 1, column: -1, () => throw new InvalidCastException());

        JsonRows.From(reader).Invoking(it => it.ToJsonString(options)).Should().Throw<JsonRowException>()
            .Which.Stage.Should().Be(JsonRowStage.Source);
    }

    /// <summary>A sink that fails where the output grows within a cell has failed, and not the cell.</summary>
    [Fact]
    public void WriteTo_sinkThatFailsWithinACell_endsTheWrite()
    {
        List<Dictionary<string, object?>> rows = [];
        for (int i = 0; i < 100; i++) rows.Add(new() { ["a"] = new List<object?> { new string('x', 300 * i) } });
        var options = new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null, FlushThreshold = 1000 };

        JsonRows.From(rows).Invoking(it => it.WriteTo(new FullWriter(), options)).Should().Throw<JsonRowException>()
            .Which.Stage.Should().Be(JsonRowStage.Sink);
    }

    [Fact]
    public void WriteTo_nameThatCannotBeWritten_isNoFailureOfAValue()
    {
        var options = new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null, ColumnFilter = column => column.Name == "b" ? throw new FormatException() : true };

        JsonRows.From([new Dictionary<string, object?> { ["a"] = 1, ["b"] = 2 }]).Invoking(it => it.ToJsonString(options))
            .Should().Throw<JsonRowException>().WithInnerException<FormatException>();
    }

    /// <summary>Another value may refer to one that was dropped.</summary>
    [Fact]
    public void WriteTo_references_failAsEver()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve }) { UnwritableHandling = JsonUnwritableHandling.Null };

        JsonRows.From(Rows(value => value)).Invoking(it => it.ToJsonString(options)).Should().Throw<JsonRowException>();
    }

    [Fact]
    public void WriteTo_writerOfTheSerializers_isReplacedAsWell()
    {
        using var output = new MemoryStream();
        using (var writer = new Utf8JsonWriter(output))
            JsonRows.From(Table()).WriteTo(writer, With("default", JsonUnwritableHandling.Null));

        Encoding.UTF8.GetString(output.ToArray()).Should()
            .Be(JsonSerializer.Serialize(Rows(value => Replaced(value, JsonUnwritableHandling.Null))));
    }

    [Fact]
    public void UnwritableHandling_unknownValue_isRefused()
    {
        Action set = () => _ = new JsonRowOptions { UnwritableHandling = (JsonUnwritableHandling)3 };

        set.Should().Throw<ArgumentOutOfRangeException>().WithParameterName("UnwritableHandling");
    }

    private static bool Fails(object? value) => !Equals(Replaced(value, JsonUnwritableHandling.Null), value);

    private static object? Replaced(object? value, JsonUnwritableHandling handling) => value switch
    {
        Type or double or Named => handling == JsonUnwritableHandling.Text
            ? value is double ? "NaN" : value is Named ? "é<name>" : "System.String"
            : null,
        Broken or List<object?> or object?[] => null,
        Dictionary<string, object?> nested when nested.ContainsKey("b") => null,
        _ => value,
    };

    private static string Minified(string json) => JsonSerializer.Serialize(JsonDocument.Parse(json));

    private static List<Dictionary<string, object?>> Rows(Func<object?, object?> convert) =>
        [.. Values.Select((value, i) => new Dictionary<string, object?> { ["id"] = i, ["value"] = convert(value), ["text"] = $"<{i}>" })];

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("value", typeof(object));
        table.Columns.Add("text", typeof(string));
        for (int i = 0; i < Values.Length; i++) table.Rows.Add(i, Values[i] ?? DBNull.Value, $"<{i}>");
        return table;
    }

    private static DataTable Numbers(int count)
    {
        var table = new DataTable();
        table.Columns.Add("a", typeof(int));
        table.Columns.Add("b", typeof(int));
        table.Columns.Add("c", typeof(string));
        for (int i = 0; i < count; i++) table.Rows.Add(i, -i, $"{i}");
        return table;
    }

    private static Exception[] ReadFailures() =>
        [new InvalidCastException(), new NotSupportedException(), new OverflowException(), new FormatException(), new InvalidOperationException()];

    /// <summary>An object of which the serializer has written a part when it fails.</summary>
    private class Broken
    {
        public int First => 1;

        public int Second => throw new InvalidOperationException("Not this one.");
    }

    private sealed class Named : Broken
    {
        public override string ToString() => "é<name>";
    }

    private sealed class BrokenConnection : DbException;

    private sealed class Quoter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue($"'{value}'");
    }

    /// <summary>In the order in which the columns are.</summary>
    private sealed class AsGiven : IComparer<string>
    {
        public int Compare(string? x, string? y) => Array.IndexOf(Columns, x).CompareTo(Array.IndexOf(Columns, y));
    }

    /// <summary>A value for which .NET has no type.</summary>
    private sealed class MonthsReader(DbDataReader inner, bool hasOwnType) : DelegatingReader(inner), IDbColumnSchemaGenerator
    {
        public override Type GetFieldType(int ordinal) => ordinal == 1 ? typeof(TimeSpan) : base.GetFieldType(ordinal);

        public override T GetFieldValue<T>(int ordinal) => ordinal == 1 ? throw new InvalidCastException() : base.GetFieldValue<T>(ordinal);

        public override object GetValue(int ordinal) => ordinal == 1 ? throw new InvalidCastException() : base.GetValue(ordinal);

        public override object GetProviderSpecificValue(int ordinal) => hasOwnType ? "1 month" : throw new InvalidCastException();

        public override string GetString(int ordinal) => ordinal == 1 ? "a month" : base.GetString(ordinal);

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }

    private sealed class FullWriter : IBufferWriter<byte>
    {
        private readonly ArrayBufferWriter<byte> _inner = new();

        public void Advance(int count)
        {
            if (_inner.WrittenCount + count > 2000) throw new InvalidOperationException("Full.");
            _inner.Advance(count);
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => _inner.GetMemory(sizeHint);

        public Span<byte> GetSpan(int sizeHint = 0) => _inner.GetSpan(sizeHint);
    }
}
