using System.Data.Common;
using Microsoft.Data.Sqlite;
using RowJson.Sqlite;

namespace RowJson.Benchmarks;

/// <summary>SQLite in memory, which has no type of times: they are texts, as Entity Framework Core keeps them.</summary>
internal sealed class SqliteSource() : DatabaseSource(timeType: "text")
{
    public override string Name => "sqlite";

    public override string Description => "a query of SQLite in memory, by Microsoft.Data.Sqlite (generated flights only)";

    protected override DbRowReader RowReader => SqliteRowReader.Instance;

    protected override DbConnection Connect()
    {
        var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        return connection;
    }
}
