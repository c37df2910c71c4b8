using System.Data;
using System.Data.Common;

namespace RowJson.AspNetCore;

// The command of a result, and its connection if that is to be closed: also where nothing was executed, such as for HEAD. Rows that were
// not read to their end have cancelled the command themselves.
internal sealed class CommandResource(DbCommand command, CommandBehavior behavior) : IDisposable, IAsyncDisposable
{
    private readonly DbConnection? _connection = behavior.HasFlag(CommandBehavior.CloseConnection) ? CommandExecution.ConnectionOf(command) : null;

    public void Dispose()
    {
        command.Dispose();
        _connection?.Close();
    }

    public async ValueTask DisposeAsync()
    {
        await command.DisposeAsync().ConfigureAwait(false);
        if (_connection is not null) await _connection.CloseAsync().ConfigureAwait(false);
    }
}
