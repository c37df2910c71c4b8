using System.Data;
using System.Data.Common;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Rows of databases that come as something else than a <see cref="DbDataReader"/>, a table or a view.</summary>
public class DataRecordRowsTests
{
    private const string Json = """[{"id":1,"name":"Z\u00EB","price":1.50},{"id":2,"name":null,"price":-2}]""";

    private static JsonSerializerOptions Indented => new() { WriteIndented = true };

    [Fact]
    public void From_readerThatIsNoDbDataReader_writesItsRows()
    {
        using DataTable table = Table();
        using DataTableReader inner = table.CreateDataReader();
        JsonRows.From(new PlainReader(inner)).ToJsonString().Should().Be(Json);
        using DataTableReader again = table.CreateDataReader();
        JsonRows.From(new PlainReader(again)).ToJsonString(new JsonRowOptions { SerializerOptions = Indented })
            .Should().Be(JsonRows.From(table).ToJsonString(new JsonRowOptions { SerializerOptions = Indented }));
    }

    [Fact]
    public void From_dbDataReaderSeenAsReader_bindsToTheFasterSource()
    {
        using DataTable table = Table();
        using IDataReader reader = table.CreateDataReader();
        JsonRows rows = JsonRows.From(reader);
        rows.Source.Should().BeOfType<DataReaderRows>();
        rows.ToJsonString().Should().Be(Json);
    }

    [Fact]
    public async Task From_records_writesThemByTheirColumns()
    {
        using DataTable table = Table();
        using DataTableReader reader = table.CreateDataReader();
        List<IDataRecord> records = [.. reader.Cast<IDataRecord>()];
        JsonRows.From(records).ToJsonString().Should().Be(Json);
        JsonRows.From(records.Cast<DbDataRecord>()).ToJsonString().Should().Be(Json);
        using DataTableReader live = table.CreateDataReader();
        JsonRows.From(Live(live)).ToJsonString().Should().Be(Json);

        var stream = new MemoryStream();
        await JsonRows.From(records.ToAsyncEnumerable()).WriteToAsync(stream);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Json);

        using var other = new DataTable();
        other.Columns.Add("x", typeof(string));
        other.Rows.Add("y");
        using DataTableReader second = other.CreateDataReader();
        JsonRows.From(records.Take(1).Concat(second.Cast<IDataRecord>()).Append(null).Concat(records.Skip(1)))
            .ToJsonString(new JsonRowOptions { ColumnFilter = column => column.Name != "price" })
            .Should().Be("""[{"id":1,"name":"Z\u00EB"},{"x":"y"},null,{"id":2,"name":null}]""");

        static IEnumerable<IDataRecord> Live(DbDataReader reader)
        {
            while (reader.Read()) yield return reader;
        }
    }

    [Fact]
    public void From_readerWithColumnsOfJson_writesTheirTextAsValues()
    {
        const string asValue = """[{"a":{"x":[1]},"b":"[2]"}]""", asText = """[{"a":"{\u0022x\u0022:[1]}","b":"[2]"}]""";

        JsonRows.From(Reader("jsonb")).ToJsonString().Should().Be(asValue);
        JsonRows.From(Reader("jsonb")).ToJsonString(new JsonRowOptions { SerializerOptions = Indented }).Should().Contain("\"x\": [");
        JsonRows.From(Reader("jsonb")).ToJsonString(new JsonRowOptions { JsonColumnsAsText = true }).Should().Be(asText);
        JsonRows.From(Reader("text")).ToJsonString().Should().Be(asText);
        JsonRows.From(Reader("text")).ToJsonString(new JsonRowOptions { IsJsonColumn = column => column.Name == "a" }).Should().Be(asValue);
        JsonRows.From(Reader("text")).ToJsonString(new JsonRowOptions { IsJsonColumn = column => column.Name == "a", JsonColumnsAsText = true })
            .Should().Be(asValue);

        static PlainReader Reader(string type) => new(new ColumnarReader(
            new Column<string>("a", ["{ \"x\": [1] }".Replace(" ", "", StringComparison.Ordinal)], nulls: null, type), Column.Of("b", "[2]")));
    }

    [Fact]
    public void From_readerThatIsReadAgain_isRefused()
    {
        using DataTable table = Table();
        using DataTableReader inner = table.CreateDataReader();
        JsonRows rows = JsonRows.From(new PlainReader(inner));
        rows.ToJsonString().Should().Be(Json);

        rows.Invoking(it => it.ToJsonString()).Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void From_viewRowsOfWhichOneIsMissing_writesNull()
    {
        using DataTable table = Table();
        DataRowView?[] rows = [table.DefaultView[1], null];

        JsonRows.From(rows).ToJsonString().Should().Be("""[{"id":2,"name":null,"price":-2},null]""");
    }

    [Fact]
    public void From_recordWhoseCellFails_namesRowAndColumn()
    {
        using var table = new DataTable();
        table.Columns.Add("a", typeof(object));
        table.Columns.Add("b", typeof(object));
        table.Rows.Add(1, 1);
        table.Rows.Add(1, typeof(int));
        using DataTableReader reader = table.CreateDataReader();

        Action write = () => JsonRows.From(new PlainReader(reader)).ToJsonString();

        JsonRowException failure = write.Should().Throw<JsonRowException>().Which;
        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("b");
    }

    [Fact]
    public async Task From_dataRows_writesThemByTheColumnsOfTheirTables()
    {
        using DataTable table = Table();
        JsonRows.From(table.Select("id > 1")).ToJsonString().Should().Be("""[{"id":2,"name":null,"price":-2}]""");
        JsonRows.From(table.AsEnumerable().Where(row => (int)row["id"] < 2)).ToJsonString().Should().Be("""[{"id":1,"name":"Z\u00EB","price":1.50}]""");
        JsonRows.From(table.Rows.Cast<DataRow>()).ToJsonString().Should().Be(Json);
        JsonRows.From(table.DefaultView.Cast<DataRowView>()).ToJsonString().Should().Be(Json);
        var stream = new MemoryStream();
        await JsonRows.From(table.Select().ToAsyncEnumerable()).WriteToAsync(stream);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Json);

        using var other = new DataTable();
        other.Columns.Add("x", typeof(int));
        other.Rows.Add(7);
        List<DataRow> mixed = [table.Rows[0], other.Rows[0], null!, table.Rows[1], other.Rows[0]];
        JsonRows.From(mixed).ToJsonString()
            .Should().Be("""[{"id":1,"name":"Z\u00EB","price":1.50},{"x":7},null,{"id":2,"name":null,"price":-2},{"x":7}]""");
    }

    [Fact]
    public void From_dataRowsOfEveryState_leavesOutThoseThatAreGone()
    {
        using DataTable table = Table();
        table.AcceptChanges();
        DataRow isNew = table.NewRow();
        isNew["id"] = 3;
        DataRow removed = table.Rows.Add(4, "removed", 0);
        table.Rows.Remove(removed);
        table.Rows[0].Delete();
        table.Rows[1].BeginEdit();
        table.Rows[1]["name"] = "edited";

        JsonRows.From(new[] { table.Rows[0], table.Rows[1], isNew, removed }).ToJsonString()
            .Should().Be("""[{"id":2,"name":"edited","price":-2},{"id":3,"name":null,"price":null}]""");
    }

    [Fact]
    public void From_rowsOfManyTables_writesEachByItsOwn()
    {
        DataRow[] rows = [.. Enumerable.Range(0, 100).Select(i =>
        {
            var table = new DataTable();
            table.Columns.Add("c" + (i % 40), typeof(int));
            return table.Rows.Add(i);
        })];
        JsonRows.From(rows.Concat(rows)).ToJsonString()
            .Should().Be(JsonSerializer.Serialize(rows.Concat(rows).Select(row => new Dictionary<string, object> { [row.Table.Columns[0].ColumnName] = row[0] })));
    }

    [Fact]
    public void From_typedTable_isATable()
    {
        using var table = new People();
        table.Columns.Add("name", typeof(string));
        table.Rows.Add("x");
        JsonRows.From(table).Source.Should().BeOfType<DataTableRows>();
        JsonRows.From(table).ToJsonString().Should().Be("""[{"name":"x"}]""");
        JsonRows.From(table.Where(row => row.RowState == DataRowState.Added)).ToJsonString().Should().Be("""[{"name":"x"}]""");
    }

    [Fact]
    public void From_null_throws()
    {
        FluentActions.Invoking(() => JsonRows.From((IDataReader)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From((IEnumerable<DataRow>)null!)).Should().Throw<ArgumentNullException>();
        FluentActions.Invoking(() => JsonRows.From((People)null!)).Should().Throw<ArgumentNullException>();
    }

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("name", typeof(string));
        table.Columns.Add("price", typeof(decimal));
        table.Rows.Add(1, "Zë", 1.50m);
        table.Rows.Add(2, null, -2m);
        return table;
    }

    [Fact]
    public void WriteRow_tableChangedBetweenItsRows_writesTheColumnsThatItHas()
    {
        foreach ((Action<DataTable> change, string second) in new (Action<DataTable>, string)[]
            {
                (it => it.Columns[0].ColumnName = "z", """{"z":3,"b":4}"""),
                (it => it.Columns.Add("c", typeof(int)), """{"a":3,"b":4,"c":null}"""),
                (it => it.Columns["b"]!.SetOrdinal(0), """{"b":4,"a":3}"""),
                (it => it.Columns.Remove("a"), """{"b":4}"""),
                (it => (it.Columns[0].ColumnName, it.Columns[1].ColumnName) = ("c", "a"), """{"c":3,"a":4}"""),
            })
        {
            using var table = new DataTable();
            foreach (string name in new[] { "a", "b" }) table.Columns.Add(name, typeof(int));
            table.Rows.Add(1, 2);
            table.Rows.Add(3, 4);
            using var stream = new MemoryStream();
            using var writer = new JsonRowWriter(stream);

            writer.WriteRow(table.Rows[0]);
            change(table);
            writer.WriteRow(table.Rows[1]);
            writer.Complete();

            Encoding.UTF8.GetString(stream.ToArray()).Should().Be($$"""[{"a":1,"b":2},{{second}}]""");
        }
    }

    private sealed class People : TypedTableBase<DataRow>;
}
