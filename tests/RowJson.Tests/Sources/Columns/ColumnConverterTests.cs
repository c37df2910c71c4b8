using System.Data;
using System.Text.Json;

namespace RowJson.Tests;

public class ColumnConverterTests
{
    private static readonly JsonRowOptions Converting = new()
    {
        ColumnConverter = column => column switch
        {
            { Name: "price" } => cell => cell.GetValue<int>() / 100m,
            { Name: "json" } => cell => new RawJson((string)cell.Value),
            { Type: var type } when type == typeof(Guid) => cell => cell.Value.ToString()![..8],
            { Name: "never" } => _ => null,
            _ => null,
        },
    };

    private const string Json =
        """[{"id":0,"price":0,"json":{"a":[0]},"guid":"00000000","never":null},{"id":1,"price":null,"json":{"a":[1]},"guid":"00000001","never":null},""";

    private static Dictionary<string, Func<JsonRows>> Sources => new()
    {
        ["reader"] = () => JsonRows.From(Table().CreateDataReader()),
        ["sequential reader"] = () => JsonRows.From(new SequentialReader(Table().CreateDataReader())),
        ["records"] = () => JsonRows.From(new PlainReader(Table().CreateDataReader())),
        ["table"] = () => JsonRows.From(Table()),
        ["table rows"] = () => JsonRows.From(Table().Select()),
    };

    [Theory]
    [InlineData(ObjectAccess.Serializer)]
    [InlineData(ObjectAccess.Automatic)]
    [InlineData(ObjectAccess.Compiled)]
    internal void WriteTo_columnsThatAreChosen_areWhatTheFunctionReturns(ObjectAccess access)
    {
        string expected = JsonSerializer.Serialize(Enumerable.Range(0, 300).Select(i => new Dictionary<string, object?>
        {
            ["id"] = i,
            ["price"] = i == 1 ? null : i / 100m,
            ["json"] = new { a = new[] { i } },
            ["guid"] = $"{i:x8}",
            ["never"] = null,
        }));
        expected.Should().StartWith(Json);
        foreach ((string name, Func<JsonRows> rows) in Sources)
            rows().ToJsonString(new JsonRowOptions(Converting) { ObjectAccess = access }).Should().Be(expected, "of {0}", name);
    }

    [Fact]
    public void WriteTo_rowsOfTheSerializers_areConvertedAsWell()
    {
        var indented = new JsonRowOptions(Converting) { SerializerOptions = new JsonSerializerOptions { WriteIndented = true } };
        string expected = JsonSerializer.Serialize(JsonDocument.Parse(JsonRows.From(Table()).ToJsonString(Converting)), indented.SerializerOptions);
        foreach ((string name, Func<JsonRows> rows) in Sources) rows().ToJsonString(indented).Should().Be(expected, "of {0}", name);
    }

    [Fact]
    public void ColumnConverter_ofAResult_isAskedOnceAboutEachColumnThatIsWritten()
    {
        var asked = new List<JsonColumn>();
        var options = new JsonRowOptions
        {
            ColumnFilter = column => column.Name != "json",
            ColumnConverter = column =>
            {
                asked.Add(column);
                return null;
            },
        };

        JsonRows.From(Table().CreateDataReader()).ToJsonString(options);

        asked.Should().Equal(
            new JsonColumn { Name = "id", Type = typeof(int), DataTypeName = "Int32" },
            new JsonColumn { Name = "price", Type = typeof(int), DataTypeName = "Int32" },
            new JsonColumn { Name = "guid", Type = typeof(Guid), DataTypeName = "Guid" },
            new JsonColumn { Name = "never", Type = typeof(string), DataTypeName = "String" });
        asked.Clear();
        JsonRows.From(Table()).ToJsonString(options);
        asked[0].Should().Be(new JsonColumn { Name = "id", Type = typeof(int) });
    }

    [Fact]
    public void WriteTo_functionThatFails_isAFailureOfItsColumn()
    {
        var failing = new JsonRowOptions { ColumnConverter = column => column.Name == "price" ? _ => throw new FormatException("No price.") : null };
        foreach ((string name, Func<JsonRows> rows) in Sources)
        {
            rows().Invoking(it => it.ToJsonString(failing)).Should().Throw<JsonRowException>("of {0}", name)
                .Which.Should().Match<JsonRowException>(failure => failure.ColumnName == "price" && failure.RowIndex == 0);
            string json = rows().ToJsonString(new JsonRowOptions(failing) { ColumnFilter = column => column.Name is "id" or "price", UnwritableHandling = JsonUnwritableHandling.Null });
            json.Should().StartWith("""[{"id":0,"price":null},{"id":1,"price":null},""");
        }
    }

    [Fact]
    public void WriteRow_resultsWhoseTypesDifferByName_areAskedAboutAnew()
    {
        var options = new JsonRowOptions { ColumnConverter = column => column.DataTypeName == "Int32" ? cell => $"{cell.Value}!" : null };
        using var output = new MemoryStream();
        using (var writer = new JsonRowWriter(output, options))
        {
            writer.WriteRow(AtFirstRow(new NamedTypes(Numbers(), "Int32")));
            writer.WriteRow(AtFirstRow(new NamedTypes(Numbers(), "Int32 of another kind")));
            writer.Complete();
        }

        System.Text.Encoding.UTF8.GetString(output.ToArray()).Should().Be("""[{"id":"5!"},{"id":5}]""");
    }

    private static System.Data.Common.DbDataReader AtFirstRow(System.Data.Common.DbDataReader reader)
    {
        reader.Read();
        return reader;
    }

    private static DataTableReader Numbers()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Rows.Add(5);
        return table.CreateDataReader();
    }

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("price", typeof(int));
        table.Columns.Add("json", typeof(string));
        table.Columns.Add("guid", typeof(Guid));
        table.Columns.Add("never", typeof(string));
        for (int i = 0; i < 300; i++) table.Rows.Add(i, i == 1 ? DBNull.Value : i, $$"""{"a":[{{i}}]}""", new Guid(i, 0, 0, new byte[8]), "x");
        return table;
    }

    private sealed class NamedTypes(System.Data.Common.DbDataReader inner, string name) : DelegatingReader(inner)
    {
        public override string GetDataTypeName(int ordinal) => name;

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
