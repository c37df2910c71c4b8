using System.Data.Common;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A shape over readers: a row reader reads the columns that it names by their numbers.</summary>
public class ShapedReaderRowsTests
{
    private static readonly JsonRowShape<DbDataReader> Shape = new JsonRowShape<DbDataReader>()
        .Column("text", it => it.GetString(1), 1)
        .Column("half", it => it.GetInt32(0) / 2)
        .Column("number", it => it.GetInt32(0), 0)
        .Column("maybe", it => it.IsDBNull(2) ? (long?)null : it.GetInt64(2), 2);

    private const string Expected =
        """[{"text":"a","half":0,"number":1,"maybe":5},{"text":"\u003C","half":1,"number":2,"maybe":null}]""";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_shape_isTheSameWithAndWithoutRowReader(bool isRead)
    {
        var rowReader = new Recorder();
        var options = new JsonRowOptions { RowReaders = isRead ? [rowReader] : [] };
        using var stream = new MemoryStream();

        JsonRows.From(Rows(), Shape).ToJsonString(options).Should().Be(Expected);
        await JsonRows.From(Rows(), Shape).WriteToAsync(stream, options);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Expected);
        // Of two rows, written twice: what has no number is not asked for.
        rowReader.Asked.Should().Equal(isRead ? [1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0, 2] : Array.Empty<int>());
    }

    [Fact]
    public void Write_valueOfAnotherKind_isReadByTheFunction()
    {
        var options = new JsonRowOptions { RowReaders = [new Recorder { Answers = false }] };

        JsonRows.From(Rows(), Shape).ToJsonString(options).Should().Be(Expected);
    }

    [Fact]
    public void Write_integerOutOfRange_isReadByTheFunction()
    {
        var options = new JsonRowOptions { RowReaders = [new Recorder { Added = 1L << 40 }] };

        JsonRows.From(Rows(), Shape).ToJsonString(options).Should().Be(Expected.Replace(":5", $":{5 + (1L << 40)}", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_indented_asksTheRowReader()
    {
        var rowReader = new Recorder();
        var options = new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true }) { RowReaders = [rowReader] };

        string json = JsonRows.From(Rows(), Shape).ToJsonString(options);

        json.Should().Be(JsonSerializer.Serialize(JsonElement.Parse(Expected), options.SerializerOptions));
        rowReader.Asked.Should().NotBeEmpty();
    }

    [Fact]
    public void Write_functionFails_namesTheColumn()
    {
        JsonRowShape<DbDataReader> shape = Shape.Column("bad", it => it.GetInt32(1), 1);
        var options = new JsonRowOptions { RowReaders = [new Recorder()] };

        ((Action)(() => JsonRows.From(Rows(), shape).ToJsonString(options))).Should().Throw<JsonRowException>()
            .Which.ColumnName.Should().Be("bad");
    }

    [Fact]
    public void Column_negativeOrdinal_throws() =>
        ((Action)(() => Shape.Column("x", it => it.GetInt32(0), -1))).Should().Throw<ArgumentOutOfRangeException>().WithParameterName("ordinal");

    private static IEnumerable<DbDataReader> Rows()
    {
        DbDataReader reader = new ColumnarReader(
            Column.Of("a", 1, 2), Column.Of("b", "a", "<"), Column.OfNullable<long>("c", 5, null));
        while (reader.Read()) yield return reader;
    }

    private sealed class Recorder : DbRowReader
    {
        public List<int> Asked { get; } = [];

        /// <summary>False: each value is given as one of another kind.</summary>
        public bool Answers { get; init; } = true;

        public long Added { get; init; }

        public override bool CanRead(DbDataReader reader) => true;

        public override void WriteCells(DbDataReader reader, DbCellWriter cells)
        {
            while (cells.MoveNext(out int ordinal))
            {
                Asked.Add(ordinal);
                object value = reader.GetValue(ordinal);
                if (!Answers) cells.WriteBase64([]);
                else if (value is string text) cells.TryWriteText(Encoding.UTF8.GetBytes(text));
                else if (value is DBNull) cells.WriteNull();
                else cells.WriteNumber(Convert.ToInt64(value, null) + Added);
            }
        }
    }
}
