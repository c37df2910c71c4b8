using Microsoft.EntityFrameworkCore;
using Npgsql;
using RowJson.Tests;

namespace RowJson.LoadServer;

/// <summary>The databases, each made when the first request asks for it.</summary>
internal sealed class LoadDatabases(int rows) : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"rowjson-load-{Environment.ProcessId}.db");
    private readonly PostgresServer _server = new();
    private readonly Lock _lock = new();
    private NpgsqlDataSource? _postgres;
    private bool _hasFile;

    /// <summary>PostgreSQL is installed, or named.</summary>
    public static bool HasPostgres => PostgresServer.SkipReason is null;

    public void UseSqlite(DbContextOptionsBuilder options)
    {
        lock (_lock)
        {
            options.UseSqlite($"Data Source={_file}");
            if (_hasFile) return;
            using var context = new SqliteQueries(new DbContextOptionsBuilder<SqliteQueries>().UseSqlite($"Data Source={_file}").Options);
            context.Fill(rows);
            _hasFile = true;
        }
    }

    public void UsePostgres(DbContextOptionsBuilder options)
    {
        lock (_lock)
        {
            if (_postgres is null)
            {
                _server.InitializeAsync().GetAwaiter().GetResult();
                _postgres = _server.CreateSource("");
                using var context = new PostgresQueries(new DbContextOptionsBuilder<PostgresQueries>().UseNpgsql(_postgres).Options);
                context.Fill(rows);
            }
            options.UseNpgsql(_postgres);
        }
    }

    /// <summary>Removes what was made.</summary>
    public void Dispose()
    {
        _postgres?.Dispose();
        if (_postgres is not null) _server.DisposeAsync().GetAwaiter().GetResult();
        if (_hasFile) File.Delete(_file);
    }
}
