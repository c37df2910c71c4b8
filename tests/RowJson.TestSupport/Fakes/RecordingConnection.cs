using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace RowJson.Tests;

/// <summary>A connection that records what happens to it.</summary>
internal sealed class RecordingConnection(Action<string> record, bool isOpen = true, Func<DbCommand>? createCommand = null) : DbConnection
{
    private ConnectionState _state = isOpen ? ConnectionState.Open : ConnectionState.Closed;

    [AllowNull]
    public override string ConnectionString { get; set; } = "";

    public override string Database => "";

    public override string DataSource => "";

    public override string ServerVersion => "";

    public override ConnectionState State => _state;

    public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

    public override void Open()
    {
        if (_state == ConnectionState.Open) throw new InvalidOperationException("The connection is open already.");
        _state = ConnectionState.Open;
        record("opened");
    }

    public override void Close()
    {
        if (_state == ConnectionState.Closed) return;
        _state = ConnectionState.Closed;
        record("closed");
    }

    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();

    protected override DbCommand CreateDbCommand() => createCommand?.Invoke() ?? throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        // Not where the garbage collector finalizes it.
        if (disposing) record("connection disposed");
        base.Dispose(disposing);
    }
}
