using System.Data;
using System.Data.Common;
using System.Text;
using Dapper;
using Npgsql;
using RowJson.Tests;

namespace RowJson.Npgsql.Tests;

/// <summary>The examples of docs/databases.md, compiled and run; <c>SqliteDocumentTests</c> has the first.</summary>
[Collection(PostgresTestGroup.Name)]
public class PostgresDocumentTests(PostgresFixture server)
{
    private const string People =
        """
        create temporary table people(id int, name text, born int, tags jsonb);
        insert into people values (1, 'Ada', 1815, '["a", "b"]'), (2, 'Linus', 1969, null)
        """;

    private static readonly CodeExamples Examples = new("tests", "RowJson.Npgsql.Tests", "PostgresDocumentTests.cs");
    private static readonly JsonRowOptions WithPackage = new() { RowReaders = [NpgsqlRowReader.Instance] };

    [Fact]
    public void Document_codeBlocks_areTheExamples() => CodeExamples.Blocks("docs", "databases.md").Skip(1).Should().Equal(Examples.All);

    [PostgresFact]
    public async Task Example_command_writesItsRows()
    {
        // One connection, which has the table.
        await using NpgsqlDataSource database = server.CreateSource("Maximum Pool Size=1;No Reset On Close=true");
        await using (NpgsqlCommand create = database.CreateCommand(People)) await create.ExecuteNonQueryAsync();
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <command>
        // using RowJson.Npgsql;
        var options = new JsonRowOptions { RowReaders = [NpgsqlRowReader.Instance] }; // make one, keep it
        await using NpgsqlCommand command = database.CreateCommand("select id, name, tags from people order by id"); // tags is jsonb
        await JsonRows.From(command).WriteToAsync(stream, options, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Ada","tags":["a","b"]},{"id":2,"name":"Linus","tags":null}]
        // </command>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("command"));
    }

    [PostgresTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Example_dapperAsync_writesItsRows(bool withPackage)
    {
        JsonRowOptions options = withPackage ? WithPackage : new JsonRowOptions();
        await using NpgsqlConnection connection = await server.OpenAsync();
        await connection.ExecuteAsync(People);
        await using NpgsqlTransaction transaction = await connection.BeginTransactionAsync();
        using var stream = new MemoryStream();
        CancellationToken cancellationToken = CancellationToken.None;

        // <dapper-async>
        await using DbDataReader reader = await connection.ExecuteReaderAsync(
            "select id, name from people where born < @before order by id", new { before = 1900 }, transaction);
        await JsonRows.From(reader).WriteToAsync(stream, options, cancellationToken: cancellationToken);
        // [{"id":1,"name":"Ada"}]
        // </dapper-async>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("dapper-async"));
    }

    [PostgresTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Example_dapper_writesItsRows(bool withPackage)
    {
        JsonRowOptions options = withPackage ? WithPackage : new JsonRowOptions();
        await using NpgsqlConnection connection = await server.OpenAsync();
        await connection.ExecuteAsync(People);
        using var stream = new MemoryStream();
        int[] ids = [1, 2];

        // <dapper>
        using IDataReader reader = connection.ExecuteReader("select id, name from people where id = any(@ids) order by id", new { ids });
        JsonRows.From(reader).WriteTo(stream, options);
        // [{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}]
        // </dapper>

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(Examples.Output("dapper"));
    }

    [PostgresFact]
    public async Task Example_timedReader_isReadByThePackage()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand("select 1 as id, 'Ada' as name", connection);
        await using var reader = new TimedReader(await command.ExecuteReaderAsync());

        JsonRows.From(reader).ToJsonString(WithPackage).Should().Be("""[{"id":1,"name":"Ada"}]""");

        reader.Touches.Should().Be(0);
    }

    private sealed class TimedReader(DbDataReader inner) : DelegatingReader(inner), IServiceProvider
    {
        private readonly DbDataReader inner = inner;

        public int Touches { get; private set; }

        // <wrapper>
        // sealed class TimedReader(DbDataReader inner) : DbDataReader, IServiceProvider
        public object? GetService(Type serviceType) => serviceType == typeof(DbDataReader) ? inner : null;
        // </wrapper>

        protected override void OnTouch(int ordinal, bool isValue) => Touches++;

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
