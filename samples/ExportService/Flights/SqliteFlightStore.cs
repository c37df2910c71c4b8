using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using RowJson;
using RowJson.Sqlite;

namespace ExportService.Flights;

/// <summary>Flights in a file, which is made on the first start.</summary>
public sealed class SqliteFlightStore : FlightStore
{
    // Text is copied from SQLite's statement, without a string for each cell.
    private static readonly JsonRowOptions FromStatement = new() { RowReaders = [SqliteRowReader.Instance] };

    private readonly FlightGenerator _generator;
    private readonly string _connectionString;

    public SqliteFlightStore(FlightGenerator generator, string folder)
    {
        Directory.CreateDirectory(folder);
        string file = Path.Combine(folder, "flights.db");
        _generator = generator;
        _connectionString = new SqliteConnectionStringBuilder { DataSource = file }.ToString();
        Name = $"SQLite, {file}";
    }

    public override string Name { get; }

    public override JsonRowOptions RowOptions => FromStatement;

    public override DbConnection CreateConnection() => new SqliteConnection(_connectionString);

    public override void Configure(DbContextOptionsBuilder options) => options.UseSqlite(_connectionString);

    public override async Task CreateTableAsync(CancellationToken cancellationToken)
    {
        await using var connection = new SqliteConnection(_connectionString);
        await connection.OpenAsync(cancellationToken);
        await using SqliteCommand command = connection.CreateCommand();
        // With a write-ahead log, clients read while the table is being filled.
        command.CommandText = $"""
            pragma journal_mode = wal;
            create table if not exists {Table} (
                id integer primary key, departure text not null, carrier text not null, number integer not null,
                origin text not null, destination text not null, tail text, delay integer, distance integer not null,
                fare real not null)
            """;
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public override async Task<long> AppendAsync(int count, long target, CancellationToken cancellationToken)
    {
        await using var connection = new SqliteConnection(_connectionString);
        await connection.OpenAsync(cancellationToken);
        // The transaction begins with the lock for writing: the last number stays the last one until the commit.
        await using SqliteTransaction transaction = connection.BeginTransaction();
        await using SqliteCommand max = connection.CreateCommand();
        max.CommandText = $"select coalesce(max(id), 0) from {Table}";
        long last = Convert.ToInt64(await max.ExecuteScalarAsync(cancellationToken), CultureInfo.InvariantCulture);
        long end = Math.Min(last + count, Math.Max(target, last));

        await using SqliteCommand insert = CreateInsert(connection);
        for (long id = last + 1; id <= end; id++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Fill(insert.Parameters, _generator.Create(id));
            await insert.ExecuteNonQueryAsync(cancellationToken);
        }
        await transaction.CommitAsync(cancellationToken);
        return end;
    }

    private static SqliteCommand CreateInsert(SqliteConnection connection)
    {
        SqliteCommand insert = connection.CreateCommand();
        string names = string.Join(", ", FlightColumns.All.Select(column => "@" + column));
        insert.CommandText = $"insert into {Table} ({string.Join(", ", FlightColumns.All)}) values ({names})";
        foreach (string column in FlightColumns.All) insert.Parameters.Add(new SqliteParameter("@" + column, null));
        return insert;
    }

    private static void Fill(SqliteParameterCollection parameters, Flight flight)
    {
        parameters[0].Value = flight.Id;
        // SQLite has no type for times. Text in this form is what JSON has, too.
        parameters[1].Value = flight.Departure.ToString("s", CultureInfo.InvariantCulture);
        parameters[2].Value = flight.Carrier;
        parameters[3].Value = flight.Number;
        parameters[4].Value = flight.Origin;
        parameters[5].Value = flight.Destination;
        parameters[6].Value = flight.Tail ?? (object)DBNull.Value;
        parameters[7].Value = flight.Delay ?? (object)DBNull.Value;
        parameters[8].Value = flight.Distance;
        parameters[9].Value = flight.Fare;
    }
}
