using System.Data.Common;
using DuckDB.NET.Data;

namespace RowJson.Benchmarks;

/// <summary>DuckDB in memory.</summary>
internal sealed class DuckDbSource() : DatabaseSource(timeType: "timestamp")
{
    public override string Name => "duckdb";

    public override string Description => "a query of DuckDB in memory, by DuckDB.NET (generated flights only)";

    protected override DbConnection Connect()
    {
        var connection = new DuckDBConnection("DataSource=:memory:");
        connection.Open();
        return connection;
    }
}
