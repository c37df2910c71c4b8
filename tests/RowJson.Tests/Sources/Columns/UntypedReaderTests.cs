using System.Data;
using System.Data.Common;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Readers whose values have types, and whose columns have none.</summary>
public class UntypedReaderTests
{
    private const int Rows = 300;

    [Theory]
    [InlineData(ObjectAccess.Serializer)]
    [InlineData(ObjectAccess.Automatic)]
    [InlineData(ObjectAccess.Compiled)]
    internal void WriteTo_valuesOfAnyType_readsEachCellOnceAndAsksForNoNull(ObjectAccess access)
    {
        using DataTable table = Table();
        using var reader = new UntypedReader(table.CreateDataReader());

        string json = JsonRows.From(reader).ToJsonString(new JsonRowOptions { ObjectAccess = access });

        json.Should().Be(JsonSerializer.Serialize(table.Rows.Cast<DataRow>().Select(row => table.Columns.Cast<DataColumn>()
            .ToDictionary(column => column.ColumnName, column => row[column] is DBNull ? null : row[column]))));
        reader.Values.Should().Be(Rows * table.Columns.Count);
        reader.NullChecks.Should().Be(0);
    }

    [Fact]
    public void WriteTo_nullsThatAreLeftOut_areNotWritten()
    {
        using DataTable table = Table();
        using var reader = new UntypedReader(table.CreateDataReader());

        JsonRows.From(reader).ToJsonString(new JsonRowOptions { OmitNulls = true, ObjectAccess = ObjectAccess.Compiled })
            .Should().StartWith("""[{"id":0},{"id":1,"value":"1"},""");
    }

    private static DataTable Table()
    {
        var table = new DataTable();
        table.Columns.Add("id", typeof(long));
        table.Columns.Add("value", typeof(object));
        object[] values = [DBNull.Value, "1", 2L, 3.5, new byte[] { 1, 2 }, true, 6];
        for (int i = 0; i < Rows; i++) table.Rows.Add((long)i, values[i % values.Length]);
        return table;
    }
}

/// <summary>It does not describe its columns. With SQLite, each question costs a call of native code.</summary>
internal sealed class UntypedReader(DbDataReader inner) : DelegatingReader(inner)
{
    public int Values { get; private set; }

    public int NullChecks { get; private set; }

    protected override void OnTouch(int ordinal, bool isValue)
    {
        if (isValue) Values++;
        else NullChecks++;
    }
}
