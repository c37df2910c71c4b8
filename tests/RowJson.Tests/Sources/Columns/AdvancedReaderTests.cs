using System.Data;
using System.Data.Common;

namespace RowJson.Tests;

/// <summary>Readers on which <c>Read</c> was called before: the unread rows are written, and the current one is not.</summary>
public class AdvancedReaderTests
{
    [Theory]
    [InlineData(0, """[{"id":1},{"id":2},{"id":3}]""")]
    [InlineData(1, """[{"id":2},{"id":3}]""")]
    [InlineData(2, """[{"id":3}]""")]
    [InlineData(3, "[]")]
    [InlineData(4, "[]")]
    public async Task WriteTo_readerThatWasRead_writesTheRestOfTheRows(int reads, string expected)
    {
        JsonRows.From(Read(reads)).ToJsonString().Should().Be(expected);
        JsonRows.From((IDataReader)Read(reads)).ToJsonString().Should().Be(expected);
        (await JsonRows.From(Read(reads)).ToJsonStringAsync()).Should().Be(expected);
    }

    [Fact]
    public void WriteTo_readerThatWasReadBeforeTheWrite_writesTheRestOfTheRows()
    {
        DbDataReader reader = Read(0);
        JsonRows rows = JsonRows.From(reader);
        reader.Read();

        rows.ToJsonString().Should().Be("""[{"id":2},{"id":3}]""");
    }

    [Fact]
    public void WriteTo_readerThatWasReadInOneResult_writesAllOfTheNext()
    {
        using var reader = new DataTableReader([Table(), Table()]);
        reader.Read();
        reader.NextResult();

        JsonRows.From(reader).ToJsonString().Should().Be("""[{"id":1},{"id":2},{"id":3}]""");
    }

    private static DataTableReader Read(int reads)
    {
        DataTableReader reader = Table().CreateDataReader();
        for (int i = 0; i < reads; i++) reader.Read();
        return reader;
    }

    private static DataTable Table()
    {
        var table = new DataTable { Columns = { { "id", typeof(int) } } };
        for (int id = 1; id <= 3; id++) table.Rows.Add(id);
        return table;
    }
}
