using System.Text;
using Microsoft.Data.Sqlite;
using RowJson.Tests;

namespace RowJson.Sqlite.Tests;

/// <summary>The first example of docs/databases.md, compiled and run.</summary>
public class SqliteDocumentTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Sqlite.Tests", "SqliteDocumentTests.cs");

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "databases.md").Take(1).Should().Equal(Examples.All);

    [Fact]
    public async Task Example_reader_writesItsRows()
    {
        using var database = new Database();
        using SqliteDataReader reader = database.Query("select 1 as id, 'Ada' as name, 1815 as born union all select 2, 'Linus', null");
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <reader>
        // using RowJson.Sqlite;
        var options = new JsonRowOptions { RowReaders = [SqliteRowReader.Instance] }; // make one, keep it
        await JsonRows.From(reader).WriteToAsync(stream, options, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Ada","born":1815},{"id":2,"name":"Linus","born":null}]
        // </reader>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("reader"));
    }
}
