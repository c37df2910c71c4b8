using System.Data.Common;
using ExportService.Diagnostics;

namespace ExportService.Flights;

/// <summary>A query under way with all that it holds: the result of an endpoint takes it over and disposes of it at the end.</summary>
public sealed class OpenQuery : IDisposable, IAsyncDisposable
{
    private readonly DbConnection _connection;
    private readonly DbCommand _command;
    private readonly IDisposable _running;
    private readonly CancellationToken _aborted;
    private DbDataReader? _reader;

    private OpenQuery(FlightStore store, FlightQuery query, RunningQueries running, CancellationToken aborted)
    {
        _aborted = aborted;
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
        var open = new OpenQuery(store, query, running, cancellationToken);
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
        CancelIfAborted();
        if (_reader is not null) await _reader.DisposeAsync();
        await _command.DisposeAsync();
        await _connection.DisposeAsync();
        _running.Dispose();
    }

    public void Dispose()
    {
        CancelIfAborted();
        _reader?.Dispose();
        _command.Dispose();
        _connection.Dispose();
        _running.Dispose();
    }

    /// <summary>When a reader is closed early, some providers read the remaining rows. Nobody waits for them if the client has left.</summary>
    private void CancelIfAborted()
    {
        if (_reader is not null && _aborted.IsCancellationRequested) _command.Cancel();
    }
}
