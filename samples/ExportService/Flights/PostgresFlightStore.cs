using System.Data.Common;
using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Npgsql;
using NpgsqlTypes;

namespace ExportService.Flights;

/// <summary>Flights on a PostgreSQL server, in a table that is made on the first start.</summary>
public sealed class PostgresFlightStore(FlightGenerator generator, string connectionString) : FlightStore, IAsyncDisposable
{
    private readonly NpgsqlDataSource _database = NpgsqlDataSource.Create(connectionString);

    public override string Name => $"PostgreSQL, {new NpgsqlConnectionStringBuilder(connectionString).Database}";

    public override DbConnection CreateConnection() => _database.CreateConnection();

    public override void Configure(DbContextOptionsBuilder options) => options.UseNpgsql(_database);

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    public override async Task CreateTableAsync(CancellationToken cancellationToken)
    {
        await using NpgsqlCommand command = _database.CreateCommand($"""
            create table if not exists {Table} (
                id bigint primary key, departure timestamp not null, carrier text not null, number integer not null,
                origin text not null, destination text not null, tail text, delay integer, distance integer not null,
                fare double precision not null)
            """);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public override async Task<long> AppendAsync(int count, long target, CancellationToken cancellationToken)
    {
        await using NpgsqlConnection connection = await _database.OpenConnectionAsync(cancellationToken);
        await using NpgsqlTransaction transaction = await connection.BeginTransactionAsync(cancellationToken);
        // One process fills at a time; clients may read meanwhile.
        await using var max = new NpgsqlCommand(
            $"lock table {Table} in exclusive mode; select coalesce(max(id), 0) from {Table}", connection, transaction);
        long last = Convert.ToInt64(await max.ExecuteScalarAsync(cancellationToken), CultureInfo.InvariantCulture);
        long end = Math.Min(last + count, Math.Max(target, last));

        if (end > last)
        {
            string columns = string.Join(", ", FlightColumns.All);
            await using NpgsqlBinaryImporter copy = await connection.BeginBinaryImportAsync(
                $"copy {Table} ({columns}) from stdin (format binary)", cancellationToken);
            for (long id = last + 1; id <= end; id++) await WriteAsync(copy, generator.Create(id), cancellationToken);
            await copy.CompleteAsync(cancellationToken);
        }
        await transaction.CommitAsync(cancellationToken);
        return end;
    }

    private static async Task WriteAsync(NpgsqlBinaryImporter copy, Flight flight, CancellationToken cancellationToken)
    {
        await copy.StartRowAsync(cancellationToken);
        await copy.WriteAsync(flight.Id, cancellationToken);
        await copy.WriteAsync(flight.Departure, NpgsqlDbType.Timestamp, cancellationToken);
        await copy.WriteAsync(flight.Carrier, cancellationToken);
        await copy.WriteAsync(flight.Number, cancellationToken);
        await copy.WriteAsync(flight.Origin, cancellationToken);
        await copy.WriteAsync(flight.Destination, cancellationToken);
        await copy.WriteAsync(flight.Tail, cancellationToken);
        await copy.WriteAsync(flight.Delay, cancellationToken);
        await copy.WriteAsync(flight.Distance, cancellationToken);
        await copy.WriteAsync(flight.Fare, cancellationToken);
    }
}
