using System.Data;

namespace RowJson.Tests;

/// <summary>Providers that return bytes as a stream, such as DuckDB.</summary>
public class StreamCellTests
{
    [Fact]
    public void WriteTo_stream_isBase64()
    {
        using var table = new DataTable();
        table.Columns.Add("data", typeof(Stream));
        table.Rows.Add(new MemoryStream([1, 2, 255]));
        table.Rows.Add(new MemoryStream());
        table.Rows.Add(DBNull.Value);

        string json = JsonRows.From(table.CreateDataReader()).ToJsonString();

        json.Should().Be($$"""[{"data":"{{Convert.ToBase64String([1, 2, 255])}}"},{"data":""},{"data":null}]""");
    }
}
