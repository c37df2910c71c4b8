using System.Data;
using System.Data.SqlTypes;
using System.Globalization;
using System.Text.Json;

namespace RowJson.Tests;

public class DataTableRowsTests
{
    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_table_equalsSerializer(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];
        using DataTable table = EveryType();

        JsonRows.From(table).ToJsonString(new JsonRowOptions { SerializerOptions = options }).Should().Be(Materialised.Json(table, options));
    }

    [Fact]
    public void WriteTo_deletedAndDetachedRows_skipsThem()
    {
        using DataTable table = Numbers(1, 2, 3, 4);
        table.AcceptChanges();
        table.Rows[1].Delete();
        table.Rows.Add(5);
        table.Rows[4].Delete();
        table.Rows[3]["n"] = 40;

        JsonRows.From(table).ToJsonString().Should().Be("""[{"n":1},{"n":3},{"n":40}]""");
    }

    [Fact]
    public void WriteTo_view_writesItsRowsInItsOrder()
    {
        using DataTable table = Numbers(3, 1, 4, 1, 5);
        using var view = new DataView(table, "n > 1", "n DESC", DataViewRowState.CurrentRows);

        JsonRows.From(view).ToJsonString().Should().Be("""[{"n":5},{"n":4},{"n":3}]""");
    }

    [Fact]
    public void WriteTo_viewOfDeletedRows_writesThemAsTheyWere()
    {
        using DataTable table = Numbers(1, 2, 3);
        table.AcceptChanges();
        table.Rows[0]["n"] = 10;
        table.Rows[0].Delete();
        table.Rows[1]["n"] = 20;

        using var deleted = new DataView(table, "", "", DataViewRowState.Deleted);
        using var original = new DataView(table, "", "", DataViewRowState.OriginalRows);
        JsonRows.From(deleted).ToJsonString().Should().Be("""[{"n":1}]""");
        JsonRows.From(original).ToJsonString().Should().Be("""[{"n":1},{"n":2},{"n":3}]""");
    }

    [Fact]
    public void WriteTo_rowBeingEdited_writesWhatItsIndexerShows()
    {
        using DataTable table = Numbers(1, 2);
        table.Rows[1].BeginEdit();
        table.Rows[1]["n"] = 20;

        JsonRows.From(table).ToJsonString().Should().Be("""[{"n":1},{"n":20}]""");
        JsonRows.From(table.DefaultView).ToJsonString().Should().Be("""[{"n":1},{"n":20}]""");
    }

    [Fact]
    public void WriteTo_omittedAndRenamedColumns_followsTheOptions()
    {
        using DataTable table = EveryType();
        var options = new JsonRowOptions { OmitNulls = true, ColumnFilter = column => column.Name == "string", ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()) };

        JsonRows.From(table).ToJsonString(options).Should().Be("""[{"STRING":"\u00E9\u003C"},{}]""");
    }

    [Fact]
    public void WriteTo_sqlTypes_writesTheirValues()
    {
        using var table = new DataTable { Columns = { { "i", typeof(SqlInt32) }, { "s", typeof(SqlString) }, { "d", typeof(SqlDecimal) } } };
        table.Rows.Add(new SqlInt32(7), new SqlString("x"), new SqlDecimal(38, 2, true, [-1, -1, -1, 0x3fffffff]));
        table.Rows.Add(SqlInt32.Null, SqlString.Null, SqlDecimal.Null);

        JsonRows.From(table).ToJsonString()
            .Should().Be("""[{"i":7,"s":"x","d":198070406285660843983859875839.99},{"i":null,"s":null,"d":null}]""".Replace(
                "198070406285660843983859875839.99", new SqlDecimal(38, 2, true, [-1, -1, -1, 0x3fffffff]).ToString(), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_nullsOfSqlTypesOmitted_leavesThemOut(bool indented)
    {
        using var table = new DataTable { Columns = { { "i", typeof(SqlInt32) }, { "s", typeof(SqlString) } } };
        table.Rows.Add(new SqlInt32(7), SqlString.Null);
        table.Rows.Add(SqlInt32.Null, SqlString.Null);
        var serializer = new JsonSerializerOptions { WriteIndented = indented };

        JsonRows.From(table).ToJsonString(new JsonRowOptions { SerializerOptions = serializer, OmitNulls = true })
            .Should().Be(JsonSerializer.Serialize(new Dictionary<string, int>[] { new() { ["i"] = 7 }, [] }, serializer));
    }

    [Fact]
    public void WriteTo_emptyTable_writesEmptyArray()
    {
        using var table = new DataTable();

        JsonRows.From(table).ToJsonString().Should().Be("[]");
        JsonRows.From(table.DefaultView).ToJsonString().Should().Be("[]");
    }

    [Fact]
    public void WriteTo_otherCulture_changesNothing()
    {
        using DataTable table = EveryType();
        string expected = JsonRows.From(table).ToJsonString();
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            var other = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            other.NumberFormat.NumberDecimalSeparator = ",";
            other.NumberFormat.NegativeSign = "~";
            other.DateTimeFormat.DateSeparator = ".";
            CultureInfo.CurrentCulture = other;

            JsonRows.From(table).ToJsonString().Should().Be(expected);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public async Task WriteToAsync_smallBatches_writesAllRows()
    {
        using DataTable table = Numbers([.. Enumerable.Range(0, 1000)]);
        using var stream = new MemoryStream();

        long rows = (await JsonRows.From(table).WriteToAsync(stream, new JsonRowOptions { FlushThreshold = 10 })).Rows;

        rows.Should().Be(1000);
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Materialised.Json(table));
    }

    [Fact]
    public void WriteTo_valueWithoutJson_namesRowAndColumn()
    {
        using var table = new DataTable { Columns = { { "a", typeof(int) }, { "o", typeof(object) } } };
        table.Rows.Add(1, 2);
        table.Rows.Add(1, typeof(int));

        JsonRowException failure = JsonRows.From(table).Invoking(rows => rows.ToJsonString()).Should().Throw<JsonRowException>().Which;

        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("o");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_cellThatCannotBeRead_namesRowAndColumn(bool isIndented)
    {
        using var table = new DataTable { Columns = { { "a", typeof(int) }, { "b", typeof(SqlBytes) } } };
        table.Rows.Add(1, new SqlBytes([1]));
        table.Rows.Add(2, new SqlBytes(new FailingStream()));
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { WriteIndented = isIndented } };

        JsonRowException failure =
            JsonRows.From(table).Invoking(rows => rows.ToJsonString(options)).Should().Throw<JsonRowException>().Which;

        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("b");
        failure.InnerException.Should().BeOfType<IOException>();
    }

    [Fact]
    public void From_viewWithoutTable_throws()
    {
        using var view = new DataView();

        FluentActions.Invoking(() => JsonRows.From(view)).Should().Throw<ArgumentException>().WithMessage("*Table*");
    }

    private static DataTable Numbers(params int[] values)
    {
        var table = new DataTable { Columns = { { "n", typeof(int) } } };
        foreach (int value in values) table.Rows.Add(value);
        return table;
    }

    private static DataTable EveryType()
    {
        var table = new DataTable();
        object[] values =
        [
            true, (byte)1, (sbyte)-1, (short)-2, (ushort)2, -3, 3u, -4L, 4UL, 0.1f, 0.2, 1.10m, new DateTime(2024, 2, 29, 1, 2, 3),
            new DateTimeOffset(2024, 2, 29, 1, 2, 3, TimeSpan.FromHours(2)), new TimeSpan(1, 2, 3), new DateOnly(2024, 2, 29),
            new TimeOnly(1, 2), Guid.Empty, 'c', new byte[] { 1, 2 }, new[] { 1, 2 }, DayOfWeek.Friday, new Uri("https://example.org/é"),
        ];
        table.Columns.Add("string", typeof(string));
        foreach (object value in values) table.Columns.Add(value.GetType().Name, value.GetType());
        table.Columns.Add("object", typeof(object));
        table.Rows.Add(["é<", .. values, 5]);
        table.Rows.Add();
        return table;
    }

    /// <summary>Cannot be read.</summary>
    private sealed class FailingStream : MemoryStream
    {
        public override long Length => 1;

        public override int Read(byte[] buffer, int offset, int count) => throw new IOException();

        public override int Read(Span<byte> buffer) => throw new IOException();
    }
}
