using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace RowJson.Tests;

/// <summary>A command that records what happens to it.</summary>
internal sealed class RecordingCommand(Action<string> record, Func<DbDataReader> execute) : DbCommand
{
    [AllowNull]
    public override string CommandText { get; set; } = "";

    public override int CommandTimeout { get; set; }

    public override CommandType CommandType { get; set; }

    public override bool DesignTimeVisible { get; set; }

    public override UpdateRowSource UpdatedRowSource { get; set; }

    /// <summary>What the command was executed with last.</summary>
    public CommandBehavior Behavior { get; private set; }

    /// <summary>The command of a <see cref="DbDataSource"/>: it has no connection to show.</summary>
    public bool HidesConnection { get; init; }

    /// <summary>What cancelling the command throws.</summary>
    public Exception? CancelFailure { get; init; }

    protected override DbConnection? DbConnection { get => HidesConnection ? throw new NotSupportedException() : field; set; }

    protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

    protected override DbTransaction? DbTransaction { get; set; }

    public override void Cancel()
    {
        record("cancelled");
        if (CancelFailure is not null) throw CancelFailure;
    }

    public override int ExecuteNonQuery() => throw new NotSupportedException();

    public override object ExecuteScalar() => throw new NotSupportedException();

    public override void Prepare()
    {
    }

    protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior)
    {
        Behavior = behavior;
        record("executed");
        return execute();
    }

    protected override void Dispose(bool disposing)
    {
        // Not where the garbage collector finalizes it.
        if (disposing) record("command disposed");
        base.Dispose(disposing);
    }
}
