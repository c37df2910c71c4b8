using System.Data.Common;
using ExportService.Diagnostics;

namespace ExportService.Flights;

/// <summary>A query under way with all that it holds: the result of an endpoint takes it over and disposes of it at the end.</summary>
public sealed class OpenQuery : IDisposable, IAsyncDisposable
{
    private readonly DbConnection _connection;
    private readonly DbCommand _command;
    private readonly IDisposable _running;
    private DbDataReader? _reader;

    private OpenQuery(FlightStore store, FlightQuery query, RunningQueries running)
    {
        _running = running.Enter();
        _connection = store.CreateConnection();
        _command = _connection.CreateCommand();
        _command.CommandText = query.ToSql();
        query.AddParameters(_command);
    }

    public DbDataReader Reader => _reader ?? throw new InvalidOperationException("The query has not been started.");

    public static async Task<OpenQuery> StartAsync(
        FlightStore store, FlightQuery query, RunningQueries running, CancellationToken cancellationToken)
    {
        var open = new OpenQuery(store, query, running);
        try
        {
            await open._connection.OpenAsync(cancellationToken);
            open._reader = await open._command.ExecuteReaderAsync(cancellationToken);
            return open;
        }
        catch
        {
            await open.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_reader is not null) await _reader.DisposeAsync();
        await _command.DisposeAsync();
        await _connection.DisposeAsync();
        _running.Dispose();
    }

    public void Dispose()
    {
        _reader?.Dispose();
        _command.Dispose();
        _connection.Dispose();
        _running.Dispose();
    }
}
