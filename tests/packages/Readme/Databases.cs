using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

/// <summary>A fake of Npgsql's command, with the rows of the example.</summary>
internal sealed class NpgsqlCommand(string text, object connection) : IAsyncDisposable
{
    public Task<DbDataReader> ExecuteReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken)
    {
        _ = (text, connection, behavior, cancellationToken);
        var events = new DataTable();
        events.Columns.Add("id", typeof(int));
        events.Columns.Add("payload", typeof(JsonElement));
        events.Rows.Add(1, JsonElement.Parse("""{ "clicks": [3, 4] }"""));
        events.Rows.Add(2, null);
        return Task.FromResult<DbDataReader>(events.CreateDataReader());
    }

    public ValueTask DisposeAsync() => default;
}

/// <summary>The database of the endpoint's example.</summary>
internal sealed class PeopleSource : DbDataSource
{
    public override string ConnectionString => "";

    protected override DbConnection CreateDbConnection() => throw new NotSupportedException();

    protected override DbCommand CreateDbCommand(string? commandText = null) => new PeopleCommand { CommandText = commandText };
}

internal sealed class PeopleCommand : DbCommand
{
    [AllowNull]
    public override string CommandText { get; set; } = "";

    public override int CommandTimeout { get; set; }

    public override CommandType CommandType { get; set; }

    public override UpdateRowSource UpdatedRowSource { get; set; }

    public override bool DesignTimeVisible { get; set; }

    protected override DbConnection? DbConnection { get; set; }

    protected override DbTransaction? DbTransaction { get; set; }

    protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

    public override void Cancel()
    {
    }

    public override void Prepare()
    {
    }

    public override int ExecuteNonQuery() => throw new NotSupportedException();

    public override object? ExecuteScalar() => throw new NotSupportedException();

    protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior)
    {
        var people = new DataTable();
        people.Columns.Add("id", typeof(int));
        people.Columns.Add("name", typeof(string));
        people.Columns.Add("joined", typeof(DateOnly));
        people.Rows.Add(1, "Ada", new DateOnly(2024, 5, 1));
        people.Rows.Add(2, "Linus", null);
        return people.CreateDataReader();
    }
}
