using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

/// <summary>The database of the examples.</summary>
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
        var rows = new DataTable();
        rows.Columns.Add("id", typeof(int));
        if (CommandText.Contains("people", StringComparison.Ordinal))
        {
            rows.Columns.Add("name", typeof(string));
            rows.Columns.Add("joined", typeof(DateOnly));
            rows.Rows.Add(1, "Ada", new DateOnly(2024, 5, 1));
            rows.Rows.Add(2, "Linus", null);
        }
        else
        {
            rows.Columns.Add("payload", typeof(JsonElement));
            rows.Rows.Add(1, JsonElement.Parse("""{ "clicks": [3, 4] }"""));
            rows.Rows.Add(2, null);
        }
        return rows.CreateDataReader();
    }
}
