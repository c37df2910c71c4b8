using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Npgsql;
using RowJson.Tests;

namespace RowJson.LoadServer;

/// <summary>The databases, each made when the first request asks for it.</summary>
internal sealed class LoadDatabases(int rows) : IDisposable
{
    // SQLite puts its log and its index of the log beside the file: all of them go with the folder.
    private readonly string _folder = Directory.CreateTempSubdirectory("rowjson-load-").FullName;
    private readonly PostgresServer _server = new();
    private readonly Lock _lock = new();
    private NpgsqlDataSource? _postgres;
    private bool _hasFile;

    /// <summary>PostgreSQL is installed, or named.</summary>
    public static bool HasPostgres => PostgresServer.SkipReason is null;
    private string ConnectionString => $"Data Source={Path.Combine(_folder, "rows.db")}";

    public void UseSqlite(DbContextOptionsBuilder options)
    {
        lock (_lock)
        {
            options.UseSqlite(ConnectionString);
            if (_hasFile) return;
            using var context = new SqliteQueries(new DbContextOptionsBuilder<SqliteQueries>().UseSqlite(ConnectionString).Options);
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
        SqliteConnection.ClearAllPools();
        Directory.Delete(_folder, recursive: true);
    }
}
