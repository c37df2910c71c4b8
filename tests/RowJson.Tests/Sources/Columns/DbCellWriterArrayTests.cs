using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Arrays of texts that a row reader gives as UTF-8 are written as the arrays that the getter returns.</summary>
public class DbCellWriterArrayTests
{
    private static readonly Array[] Arrays =
    [
        Array.Empty<string>(), new[] { "a" }, new[] { "", null, "é<\"\u0001", new('x', 300), new('é', 300), "日本😀" },
        new[,] { { "a", null }, { "b", "é" } }, new[,] { { "a" }, { "b" }, { "c" } }, new[,,] { { { "a", "b" } }, { { "c", "d" } } },
    ];

    public static TheoryData<string> Names => [.. Settings.Keys];

    private static Dictionary<string, JsonSerializerOptions> Settings { get; } = new()
    {
        ["default"] = new(),
        ["indented"] = new() { WriteIndented = true },
        ["relaxed"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["Latin only"] = new() { Encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.Latin1Supplement) },
        ["references"] = new() { ReferenceHandler = ReferenceHandler.Preserve },
        ["cycles"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["quoted numbers"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["read from strings"] = new() { NumberHandling = JsonNumberHandling.AllowReadingFromString },
        ["converter of strings"] = new() { Converters = { new Marking<string>() } },
        ["converter of arrays"] = new() { Converters = { new Marking<string[]>() } },
        ["converter of objects"] = new() { Converters = { new Marking<object>() } },
        ["depth 1"] = new() { MaxDepth = 1 },
        ["depth 2"] = new() { MaxDepth = 2 },
        ["depth 3"] = new() { MaxDepth = 3 },
        ["depth 4"] = new() { MaxDepth = 4 },
        ["depth 4, read from strings"] = new() { MaxDepth = 4, NumberHandling = JsonNumberHandling.AllowReadingFromString },
    };

    [Theory]
    [MemberData(nameof(Names))]
    public void TryWriteTextArray_isWhatTheGetterGives(string name)
    {
        foreach (JsonRowFormat format in new[] { JsonRowFormat.Array, JsonRowFormat.Lines, JsonRowFormat.CompactRows })
            foreach (Array array in Arrays)
            {
                var reader = new ScriptedRowReader((_, cells) => WriteArrays(cells, array));
                string expected = Outcome(new JsonRowOptions(Settings[name]) { Format = format }, array);

                Outcome(new JsonRowOptions(Settings[name]) { Format = format, RowReaders = [reader] }, array).Should().Be(expected);
            }
    }

    [Fact]
    public void TryWriteTextArray_invalidText_isFalseAndWritesNothing()
    {
        foreach ((byte[] utf8, int[] lengths) in new[] { ([0xFF], [1]), ("é"u8.ToArray(), new[] { 1, 1 }), ([(byte)'a', 0xC3], [1, 1]) })
        {
            var said = new List<bool>();
            var reader = new ScriptedRowReader((_, cells) =>
            {
                while (cells.MoveNext(out int _))
                {
                    said.Add(cells.TryWriteTextArray(utf8, lengths, [lengths.Length]));
                    cells.WriteFromReader();
                }
            });

            Outcome(new JsonRowOptions { RowReaders = [reader] }, new[] { "got" }).Should().Be("[{\"a\":[\"got\"]}]");
            said.Should().Equal(false);
        }
    }

    [Fact]
    public void TryWriteTextArray_columnOfTexts_isFalse()
    {
        var said = new List<bool>();
        var reader = new ScriptedRowReader((_, cells) =>
        {
            while (cells.MoveNext(out int _))
            {
                said.Add(cells.TryWriteTextArray("b"u8, [1], [1]));
                cells.TryWriteText("b"u8).Should().BeTrue();
            }
        });

        JsonRows.From(new ColumnarReader(Column.Of("a", "x"))).ToJsonString(new JsonRowOptions { RowReaders = [reader] })
            .Should().Be("[{\"a\":\"b\"}]");
        said.Should().Equal(false);
    }

    public static TheoryData<int[], int[], string> WrongShapes => new()
    {
        { [2], [1], "lengths" },
        { [1, 1], [2], "lengths" },
        { [1], [], "dimensions" },
        { [1], [2], "dimensions" },
        { [1], [1, 0], "dimensions" },
        { [1], [-1, -1], "dimensions" },
        { [1], [int.MaxValue, int.MaxValue, int.MaxValue], "dimensions" },
    };

    [Theory]
    [MemberData(nameof(WrongShapes))]
    public void TryWriteTextArray_shapeThatIsNone_throws(int[] lengths, int[] dimensions, string parameter)
    {
        var reader = new ScriptedRowReader((_, cells) =>
        {
            cells.MoveNext(out int _);
            cells.TryWriteTextArray("x"u8, lengths, dimensions);
        });
        Action write = () => JsonRows.From(Reader(new[] { "x" })).ToJsonString(new JsonRowOptions { RowReaders = [reader] });

        write.Should().Throw<JsonRowException>().WithInnerException<ArgumentException>().Which.ParamName.Should().Be(parameter);
    }

    private static ColumnarReader Reader(Array array) =>
        new(array is string[] texts ? Column.Of<string[]>("a", [texts]) : Column.Of<Array>("a", [array]));

    private static string Outcome(JsonRowOptions options, Array array)
    {
        try
        {
            return JsonRows.From(Reader(array)).ToJsonString(options);
        }
        catch (JsonRowException exception)
        {
            return $"{exception.RowIndex} {exception.ColumnName} {exception.InnerException!.GetType()}: {exception.InnerException.Message}";
        }
        catch (NotSupportedException exception)
        {
            return exception.Message; // compact rows with references
        }
    }

    private static void WriteArrays(DbCellWriter cells, Array array)
    {
        byte[][] texts = [.. array.Cast<string?>().Select(text => Encoding.UTF8.GetBytes(text ?? ""))];
        int[] lengths = [.. array.Cast<string?>().Select((text, i) => text is null ? -1 : texts[i].Length)];
        int[] dimensions = [.. Enumerable.Range(0, array.Rank).Select(array.GetLength)];
        while (cells.MoveNext(out int _))
            cells.TryWriteTextArray([.. texts.SelectMany(it => it)], lengths, dimensions).Should().BeTrue();
    }

    private sealed class Marking<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue("marked");
    }
}
