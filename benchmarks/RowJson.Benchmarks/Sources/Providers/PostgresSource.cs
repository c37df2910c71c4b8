using System.Data.Common;
using RowJson.Npgsql;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>A PostgreSQL server on this machine, started with the first rows.</summary>
internal sealed class PostgresSource() : DatabaseSource(timeType: "timestamp"), IDisposable
{
    private PostgresServer? _server;

    public override string Name => "postgres";

    public override string Description => "a query of a PostgreSQL server on this machine, by Npgsql (generated flights only)";

    public override string? SkipReason => PostgresServer.SkipReason;

    public override bool IsWaitedFor => true;

    protected override DbRowReader RowReader => NpgsqlRowReader.Instance;

    protected override DbConnection Connect()
    {
        if (_server is null)
        {
            _server = new PostgresServer();
            _server.InitializeAsync().GetAwaiter().GetResult();
        }
        return _server.OpenAsync().AsTask().GetAwaiter().GetResult();
    }

    /// <summary>Stops the server.</summary>
    public void Dispose()
    {
        _server?.DisposeAsync().GetAwaiter().GetResult();
        _server = null;
    }
}
