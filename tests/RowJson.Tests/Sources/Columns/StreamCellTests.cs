using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;

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

    /// <summary>DuckDB's stream over native memory: the serializer makes no contract for it, whatever converters there are.</summary>
    [Fact]
    public unsafe void WriteTo_streamOfNativeMemoryWithAConverterForAnotherType_isBase64()
    {
        byte[] bytes = [1, 2, 255];
        fixed (byte* memory = bytes)
        {
            using var table = new DataTable();
            table.Columns.Add("data", typeof(Stream));
            table.Rows.Add(new UnmanagedMemoryStream(memory, bytes.Length));

            JsonRows.From(table.CreateDataReader()).ToJsonString(new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } })
                .Should().Be($$"""[{"data":"{{Convert.ToBase64String(bytes)}}"}]""");
        }
    }
}
