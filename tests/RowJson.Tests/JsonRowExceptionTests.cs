using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The message of a failure, and the rows before it in the output.</summary>
public class JsonRowExceptionTests
{
    private const int RowCount = 40;
    private const string NothingLeft = "Nothing was handed to the sink.";

    /// <summary>Values that cannot be written, and a part of the reason that the exception must hold.</summary>
    private static readonly Dictionary<string, (Func<object> Value, Type Inner, string Message)> BadValues = new()
    {
        ["NaN"] = (() => double.NaN, typeof(ArgumentException), "NonFinite"),
        ["float infinity"] = (() => float.PositiveInfinity, typeof(ArgumentException), "NonFinite"),
        ["Half NaN"] = (() => Half.NaN, typeof(ArgumentException), "NonFinite"),
        ["unsupported type"] = (() => typeof(int), typeof(NotSupportedException), "converter"),
        ["unsupported nested type"] = (() => new { Inner = typeof(int) }, typeof(NotSupportedException), "converter"),
        ["throwing getter"] = (() => new Thrower(), typeof(TestFailureException), "on purpose"),
        ["throwing nested getter"] = (() => new object?[] { 1, new Dictionary<string, object?> { ["x"] = new Thrower() } }, typeof(TestFailureException), "on purpose"),
        ["throwing converter"] = (() => new Converted(), typeof(TestFailureException), "on purpose"),
        ["cycle of dictionaries"] = (Cycle, typeof(JsonException), "cycle"),
        ["cycle of lists"] = (CycleOfLists, typeof(JsonException), "cycle"),
        ["cycle of objects"] = (() => new Looping(), typeof(JsonException), "cycle"),
        ["nested NaN"] = (() => new object?[] { new Dictionary<string, object?> { ["x"] = double.NaN } }, typeof(ArgumentException), "JSON has no number"),
        ["lone surrogate in a document"] = (() => JsonDocument.Parse("""["ab\ud800"]""").RootElement, typeof(JsonException), "surrogate"),
        ["disposed document"] = (() => DisposedElement(), typeof(ObjectDisposedException), "undisposed"),
    };

    public static TheoryData<string> BadValueNames => [.. BadValues.Keys];

    public static TheoryData<int> FailingRows => [0, 1, 17, RowCount - 1];

    [Theory]
    [MemberData(nameof(BadValueNames))]
    public async Task Write_badValue_saysRowColumnAndRemedy(string name)
    {
        (Func<object> value, Type inner, string message) = BadValues[name];
        foreach (int cached in new[] { 100, 0 })
        {
            var options = new JsonRowOptions { MaxCachedNames = cached };
            foreach (int bad in new[] { 0, 3 })
            {
                List<Dictionary<string, object?>> rows = Good(RowCount);
                rows[bad]["Bad é"] = value();
                JsonRowException exception = await CheckAsync(JsonRows.From(rows), rows[..bad], options);
                exception.ColumnName.Should().Be("Bad é");
                exception.InnerException.Should().BeAssignableTo(inner);
                exception.Message.Should().Contain(exception.InnerException!.Message).And.Contain(message)
                    .And.Contain($"row {bad}").And.Contain("'Bad é'")
                    .And.EndWith(bad == 0 ? NothingLeft : "The output ends after the last complete row and is not closed.");
            }
        }
    }

    [Theory]
    [MemberData(nameof(BadValueNames))]
    public async Task Write_badValueOfAnySource_endsAfterTheLastCompleteRow(string name)
    {
        Func<object> value = BadValues[name].Value;
        List<Dictionary<string, object?>> rows = Good(RowCount);
        rows[9]["bad"] = value();
        JsonRows[] sources =
        [
            JsonRows.From(rows.ToArray()),
            JsonRows.From(rows.Where(_ => true)),
            JsonRows.From(rows.Select(row => row.ToArray())),
            JsonRows.From(rows.Select(row => new SortedDictionary<string, object?>(row, StringComparer.Ordinal))),
            JsonRows.From(rows.Select(Cells.Expando)),
            JsonRows.From(new List<object?>(rows)),
        ];
        foreach (JsonRows source in sources) (await CheckAsync(source, rows[..9], JsonRowOptions.Default)).ColumnName.Should().Be("bad");
    }

    [Fact]
    public async Task Write_badTypedValue_saysRowAndColumn()
    {
        var doubles = new List<Dictionary<string, double>> { new() { ["a"] = 1 }, new() { ["a"] = 2, ["b"] = double.NaN } };
        (await CheckAsync(JsonRows.From(doubles), doubles[..1], JsonRowOptions.Default)).ColumnName.Should().Be("b");
        var types = new List<Dictionary<string, Thrower>> { new() { ["a"] = new Thrower() } };
        JsonRowException exception = await CheckAsync(JsonRows.From(types), types[..0], JsonRowOptions.Default);
        exception.ColumnName.Should().Be("a");
        exception.InnerException.Should().BeOfType<TestFailureException>();
    }

    [Fact]
    public async Task Write_badObjectRow_saysRow()
    {
        object?[] rows = [1, new { a = 1 }, new Thrower()];
        JsonRowException exception = await CheckAsync(JsonRows.From(rows), rows[..2], JsonRowOptions.Default);
        exception.ColumnName.Should().BeNull();
        exception.InnerException.Should().BeOfType<TestFailureException>();
        exception.Message.Should().StartWith("Row 2 could not be written: ");
    }

    [Theory]
    [MemberData(nameof(FailingRows))]
    public async Task Write_badRowInADocument_endsAfterTheLastCompleteRow(int bad)
    {
        string text = "[" + string.Join(" ,\n", Enumerable.Range(0, RowCount).Select(i => i == bad ? """{"a":"x","b":"\udc00"}""" : $$"""{ "a" : {{i}} }""")) + "]";
        using JsonDocument document = JsonDocument.Parse(text);
        JsonElement[] elements = [.. document.RootElement.EnumerateArray()];
        foreach (int threshold in new[] { 1, 50, 32768 })
        {
            foreach (JsonRows source in new[] { JsonRows.From(document), JsonRows.From(elements.Where(_ => true)), JsonRows.From(new List<object>(elements.Cast<object>())) })
            {
                JsonRowException exception = await CheckAsync(source, elements[..bad], new JsonRowOptions { FlushThreshold = threshold });
                exception.InnerException.Should().BeOfType<JsonException>();
            }
        }
    }

    [Fact]
    public async Task Write_nullName_saysSo()
    {
        List<KeyValuePair<string, object?>[]> rows = [[new("a", 1)], [new("a", 1), new(null!, 2)]];
        List<Dictionary<string, object?>> complete = [new() { ["a"] = 1 }];
        foreach (int cached in new[] { 100, 0 })
        {
            JsonRowException exception = await CheckAsync(JsonRows.From(rows), complete, new JsonRowOptions { MaxCachedNames = cached });
            exception.InnerException.Should().BeOfType<ArgumentNullException>();
            exception.Message.Should().Contain("null name").And.Contain("Give every value of a row a name");
        }
    }

    [Theory]
    [MemberData(nameof(FailingRows))]
    public async Task Write_throwingEnumerator_endsAfterTheLastCompleteRow(int bad)
    {
        List<Dictionary<string, object?>> rows = Good(RowCount);
        IEnumerable<T> Throwing<T>(IEnumerable<T> all)
        {
            foreach (T row in all.Take(bad)) yield return row;
            throw new TestFailureException();
        }

        JsonRows[] sources =
        [
            JsonRows.From(Throwing(rows)),
            JsonRows.From(Throwing<object?>(rows)),
            JsonRows.From(Throwing(rows.Select(row => JsonSerializer.SerializeToElement(row)))),
        ];
        foreach (JsonRows source in sources)
        {
            JsonRowException exception = await CheckAsync(source, rows[..bad], new JsonRowOptions { FlushThreshold = 300 });
            exception.ColumnName.Should().BeNull("no column failed");
            exception.InnerException.Should().BeOfType<TestFailureException>();
        }
    }

    [Fact]
    public async Task Write_throwingGetEnumerator_writesNothing()
    {
        JsonRowException exception = await CheckAsync(JsonRows.From(new ThrowingSequence()), Array.Empty<object>(), JsonRowOptions.Default);
        exception.InnerException.Should().BeOfType<TestFailureException>();
    }

    [Fact]
    public async Task Write_throwingCellEnumerator_dropsThatRow()
    {
        static IEnumerable<KeyValuePair<string, object?>> Cells(bool fail)
        {
            yield return new("a", 1);
            if (fail) throw new TestFailureException();
        }

        List<Dictionary<string, object?>> complete = [new() { ["a"] = 1 }, new() { ["a"] = 1 }];
        JsonRowException exception = await CheckAsync(JsonRows.From(new[] { Cells(false), Cells(false), Cells(true), Cells(false) }), complete, JsonRowOptions.Default);
        exception.InnerException.Should().BeOfType<TestFailureException>();
        exception.ColumnName.Should().BeNull("the column that would have come is not known");
    }

    [Fact]
    public async Task Write_throwingNamesAndPolicies_sayRow()
    {
        List<Dictionary<string, object?>> rows = Good(3);
        rows[2]["bad"] = 1;
        foreach (int cached in new[] { 100, 0 })
        {
            var renamed = new JsonRowOptions { MaxCachedNames = cached, ColumnNamingPolicy = Naming.By(name => name == "bad" ? throw new TestFailureException() : name) };
            (await CheckAsync(JsonRows.From(rows), rows[..2], renamed)).InnerException.Should().BeOfType<TestFailureException>();
            var policy = new JsonRowOptions { MaxCachedNames = cached, SerializerOptions = new() { DictionaryKeyPolicy = new FailingPolicy() } };
            (await CheckAsync(JsonRows.From(rows), rows[..2], policy)).InnerException.Should().BeOfType<TestFailureException>();
        }
    }

    [Fact]
    public void Write_policyThatReturnsNull_saysSo()
    {
        var options = new JsonRowOptions { SerializerOptions = new() { DictionaryKeyPolicy = new NullPolicy() } };
        Action write = () => JsonRows.From(Good(1)).ToUtf8Bytes(options);
        write.Should().Throw<JsonRowException>().WithMessage("*NullPolicy*returned null*");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public async Task Write_throwingStream_saysHowManyRowsAreComplete(int goodWrites)
    {
        List<Dictionary<string, object?>> rows = Good(RowCount);
        var options = new JsonRowOptions { FlushThreshold = 1 };
        var stream = new FailingStream(goodWrites);
        Action write = () => JsonRows.From(rows).WriteTo(stream, options);
        CheckSinkFailure(write.Should().Throw<JsonRowException>().Which);
        var asyncStream = new FailingStream(goodWrites);
        Func<Task> writeAsync = () => JsonRows.From(rows).WriteToAsync(asyncStream, options);
        CheckSinkFailure((await writeAsync.Should().ThrowAsync<JsonRowException>()).Which);

        stream.Text.Should().Be(goodWrites == 0 ? "" : Prefix(rows[..goodWrites]));
        asyncStream.Text.Should().Be(stream.Text);

        void CheckSinkFailure(JsonRowException exception)
        {
            exception.InnerException.Should().BeOfType<IOException>();
            exception.ColumnName.Should().BeNull();
            exception.RowIndex.Should().Be(goodWrites + 1, "that many rows were complete when the write failed");
            exception.Message.Should().Contain("sink").And.Contain("disk full").And.Contain("Check the stream");
        }
    }

    [Fact]
    public void Write_throwingBufferWriter_isRowException()
    {
        Action write = () => JsonRows.From(Good(3)).WriteTo(new FailingBufferWriter());
        write.Should().Throw<JsonRowException>().WithInnerException<IOException>();
    }

    [Fact]
    public void Write_afterAFailure_theOptionsStillWork()
    {
        var options = new JsonRowOptions();
        List<Dictionary<string, object?>> bad = Good(3), good = Good(3);
        bad[1]["bad"] = new object?[] { 1, new Thrower() };
        for (int i = 0; i < 20; i++)
        {
            Action write = () => JsonRows.From(bad).ToUtf8Bytes(options);
            write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(1);
            JsonRows.From(good).ToUtf8Bytes(options).Should().Equal(JsonSerializer.SerializeToUtf8Bytes(good));
        }
    }

    [Theory]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, 1)]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, BufferSizes.DefaultFlushThreshold)]
    [InlineData(JsonRowFormat.Lines, 1)]
    [InlineData(JsonRowFormat.Lines, BufferSizes.DefaultFlushThreshold)]
    public void Write_otherFormats_endAfterTheLastCompleteRow(JsonRowFormat format, int threshold)
    {
        List<Dictionary<string, object?>> rows = Good(3);
        rows[2]["bad"] = double.NaN;
        var stream = new MemoryStream();
        Action write = () => JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { Format = format, FlushThreshold = threshold });
        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;
        failure.RowIndex.Should().Be(2);
        string complete = Encoding.UTF8.GetString(Matrix.Compose(rows[..2], JsonSerializerOptions.Default, format));
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(format == JsonRowFormat.Lines ? complete : threshold == 1 ? complete[..^1] : "");
        failure.Message.Should().EndWith(
            format == JsonRowFormat.Lines ? " The output ends after the last complete row."
            : threshold == 1 ? " The output ends after the last complete row and is not closed." : NothingLeft);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(BufferSizes.DefaultFlushThreshold)]
    public void Write_indented_endsAfterTheLastCompleteRow(int threshold)
    {
        List<Dictionary<string, object?>> rows = Good(3);
        var serializer = new JsonSerializerOptions { WriteIndented = true };
        string expected = JsonSerializer.Serialize(rows[..2], serializer);
        rows[2]["bad"] = double.NaN;
        var stream = new MemoryStream();
        Action write = () => JsonRows.From(rows).WriteTo(stream, new JsonRowOptions { SerializerOptions = serializer, FlushThreshold = threshold });
        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(2);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(threshold == 1 ? expected[..^(Environment.NewLine.Length + 1)] : "");
    }

    [Fact]
    public void Constructor_anyArguments_keepsThem()
    {
        var inner = new InvalidOperationException();
        new JsonRowException().RowIndex.Should().Be(-1);
        new JsonRowException("m").Should().Match<JsonRowException>(e => e.Message == "m" && e.RowIndex == -1 && e.ColumnName == null);
        new JsonRowException("m", inner).InnerException.Should().BeSameAs(inner);
        var all = new JsonRowException("m", 5, "c", inner);
        (all.Message, all.RowIndex, all.ColumnName, all.InnerException).Should().Be(("m", 5L, "c", inner));
    }

    /// <summary>
    /// Writes to every kind of sink: each must fail at the row after <paramref name="complete"/>. Where each row is handed over at once, it
    /// holds these and nothing more; with the threshold of the options nothing at all, as long as they do not fill a batch.
    /// </summary>
    private static async Task<JsonRowException> CheckAsync<T>(JsonRows rows, IReadOnlyList<T> complete, JsonRowOptions options)
    {
        JsonRowException early = await CheckOutputAsync(rows, complete, options);
        if (complete.Count == 0 || Prefix(complete).Length < options.FlushThreshold) early.Message.Should().EndWith(NothingLeft);
        return await CheckOutputAsync(rows, complete, new JsonRowOptions(options) { FlushThreshold = 1 });
    }

    private static async Task<JsonRowException> CheckOutputAsync<T>(JsonRows rows, IReadOnlyList<T> complete, JsonRowOptions options)
    {
        string whole = complete.Count == 0 ? "[" : Prefix(complete);
        string expected = complete.Count > 0 && whole.Length >= options.FlushThreshold ? whole : "";
        var stream = new MemoryStream();
        Action write = () => rows.WriteTo(stream, options);
        JsonRowException exception = Check(write.Should().Throw<JsonRowException>().Which, stream.ToArray());

        var buffer = new ArrayBufferWriter<byte>();
        Action writeToBuffer = () => rows.WriteTo(buffer, options);
        Check(writeToBuffer.Should().Throw<JsonRowException>().Which, buffer.WrittenSpan.ToArray());

        var asyncStream = new MemoryStream();
        Func<Task> writeAsync = () => rows.WriteToAsync(asyncStream, options);
        Check((await writeAsync.Should().ThrowAsync<JsonRowException>()).Which, asyncStream.ToArray());

        buffer.ResetWrittenCount();
        using var writer = new Utf8JsonWriter(buffer);
        Action writeToWriter = () => rows.WriteTo(writer, options);
        JsonRowException inWriter = writeToWriter.Should().Throw<JsonRowException>().Which;
        writer.Flush();
        // The array that the writer has begun; its rows are complete.
        inWriter.RowIndex.Should().Be(complete.Count);
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(whole);

        Action toBytes = () => rows.ToUtf8Bytes(options);
        toBytes.Should().Throw<JsonRowException>();
        return exception;

        JsonRowException Check(JsonRowException thrown, byte[] output)
        {
            thrown.RowIndex.Should().Be(complete.Count);
            Encoding.UTF8.GetString(output).Should().Be(expected);
            return thrown;
        }
    }

    private static string Prefix<T>(IReadOnlyList<T> rows) => JsonSerializer.Serialize(rows)[..^1];

    private static List<Dictionary<string, object?>> Good(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, object?> { ["a"] = i, ["b"] = "text", ["c"] = new DateTime(2020, 1, 1).AddDays(i) })];

    private static Dictionary<string, object?> Cycle()
    {
        var cycle = new Dictionary<string, object?>();
        cycle["self"] = new object?[] { cycle };
        return cycle;
    }

    private static List<object?> CycleOfLists()
    {
        var list = new List<object?>();
        list.Add(list);
        return list;
    }

    private static JsonElement DisposedElement()
    {
        JsonDocument document = JsonDocument.Parse("[1]");
        JsonElement element = document.RootElement;
        document.Dispose();
        return element;
    }

    private sealed class TestFailureException() : Exception("It fails on purpose.");

    private sealed class Thrower
    {
        public int First { get; } = 1;

        public int Second => throw new TestFailureException();
    }

    private sealed class Looping
    {
        public Looping Self => this;
    }

    [JsonConverter(typeof(ThrowingConverter))]
    private sealed class Converted;

    private sealed class ThrowingConverter : JsonConverter<Converted>
    {
        public override Converted Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Converted value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            writer.WriteString("half"u8, "written"u8);
            throw new TestFailureException();
        }
    }

    private sealed class ThrowingSequence : IEnumerable<Dictionary<string, object?>>
    {
        public IEnumerator<Dictionary<string, object?>> GetEnumerator() => throw new TestFailureException();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => throw new TestFailureException();
    }

    private sealed class FailingPolicy : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name == "bad" ? throw new TestFailureException() : name;
    }

    private sealed class NullPolicy : JsonNamingPolicy
    {
        public override string ConvertName(string name) => null!;
    }

    private sealed class FailingStream(int goodWrites) : WriteOnlyStream
    {
        private readonly MemoryStream _written = new();
        private int _writes;

        public string Text => Encoding.UTF8.GetString(_written.ToArray());

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (_writes++ >= goodWrites) throw new IOException("disk full");
            _written.Write(buffer);
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            return default;
        }
    }

    private sealed class FailingBufferWriter : IBufferWriter<byte>
    {
        public void Advance(int count) => throw new IOException("gone");

        public Memory<byte> GetMemory(int sizeHint = 0) => throw new IOException("gone");

        public Span<byte> GetSpan(int sizeHint = 0) => throw new IOException("gone");
    }
}
