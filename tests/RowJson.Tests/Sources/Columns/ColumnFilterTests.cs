using System.Data;
using System.Text;

namespace RowJson.Tests;

public class ColumnFilterTests
{
    [Fact]
    public void ColumnFilter_sourceThatDescribesColumns_seesNameTypeAndDatabaseType()
    {
        JsonColumn[] reader = [new() { Name = "id", Type = typeof(int), DataTypeName = "int4" }, new() { Name = "at", Type = typeof(string), DataTypeName = "text" }];
        JsonColumn[] table = [new() { Name = "id", Type = typeof(int) }, new() { Name = "at", Type = typeof(string) }];

        Seen(() => JsonRows.From(Reader())).Should().Equal(reader);
        Seen(() => JsonRows.From((IDataReader)new PlainReader(Reader()))).Should().Equal(reader);
        Seen(() => JsonRows.From(Table())).Should().Equal(table);
        Seen(() => JsonRows.From([1], new JsonRowShape<int>().Column("id", n => n).Column("at", n => "x"))).Should().Equal(table);
        Seen(() => JsonRows.From([new Dictionary<string, object> { ["id"] = 1, ["at"] = "x" }]))
            .Should().Equal(new JsonColumn { Name = "id", Type = typeof(object) }, new JsonColumn { Name = "at", Type = typeof(object) });
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, """[{"id":1},{"id":2}]""")]
    [InlineData(JsonRowFormat.CompactColumns, """{"columns":["id"],"rows":[[1],[2]]}""")]
    public void ColumnFilter_byType_leavesOutColumnsOfThatType(JsonRowFormat format, string expected)
    {
        var options = new JsonRowOptions { Format = format, ColumnFilter = column => column.Type != typeof(string) };

        JsonRows.From(Reader()).ToJsonString(options).Should().Be(expected);
        JsonRows.From(Table()).ToJsonString(options).Should().Be(expected);
    }

    [Fact]
    public void ColumnFilter_byDatabaseTypeOfAResultWithoutRows_namesTheColumnsThatAreLeft() =>
        JsonRows.From(Reader(rows: 0))
            .ToJsonString(new JsonRowOptions { Format = JsonRowFormat.CompactColumns, ColumnFilter = column => column.DataTypeName == "text" })
            .Should().Be("""{"columns":["at"],"rows":[]}""");

    [Fact]
    public void ColumnFilter_withColumns_refusesAColumnThatItsTypeLeavesOut()
    {
        var numbers = new JsonRowOptions { ColumnFilter = column => column.Type == typeof(int) };

        JsonRows.From(Reader()).ToJsonString(numbers.WithColumns("id")).Should().Be("""[{"id":1},{"id":2}]""");
        JsonRows.From(Reader()).Invoking(rows => rows.ToJsonString(numbers.WithColumns("at"))).Should().Throw<JsonRowException>()
            .WithMessage("*The rows have no column 'at'. Their columns, by their names in the output: id.*");
    }

    // A writer gets rows of results that differ in nothing but the database's type of a column.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteRow_resultOfAnotherDatabaseType_asksAgain(bool filters)
    {
        var options = new JsonRowOptions
        {
            JsonColumnsAsText = true,
            ColumnFilter = filters ? column => column.DataTypeName != "secret" : null,
            IsJsonColumn = filters ? null : column => column.DataTypeName == "document",
        };
        var output = new MemoryStream();
        using (var writer = new JsonRowWriter(output, options))
        {
            foreach (string type in new[] { "text", "secret", "document", "text" })
            {
                var reader = new ColumnarReader(new Column<string>("a", ["1"], dataTypeName: type));
                reader.Read();
                writer.WriteRow(reader);
            }
            writer.Complete();
        }
        Encoding.UTF8.GetString(output.ToArray())
            .Should().Be(filters ? """[{"a":"1"},{},{"a":"1"},{"a":"1"}]""" : """[{"a":"1"},{"a":"1"},{"a":1},{"a":"1"}]""");
    }

    private static ColumnarReader Reader(int rows = 2) => new(
        new Column<int>("id", [.. Enumerable.Range(1, rows)], dataTypeName: "int4"),
        new Column<string>("at", [.. Enumerable.Repeat("x", rows)], dataTypeName: "text"));

    private static DataTable Table()
    {
        var table = new DataTable { Columns = { { "id", typeof(int) }, { "at", typeof(string) } } };
        table.Rows.Add(1, "x");
        table.Rows.Add(2, "x");
        return table;
    }

    private static List<JsonColumn> Seen(Func<JsonRows> rows)
    {
        var seen = new List<JsonColumn>();
        var options = new JsonRowOptions
        {
            ColumnFilter = column =>
            {
                seen.Add(column);
                return true;
            },
        };
        rows().ToUtf8Bytes(options);
        return seen;
    }
}
