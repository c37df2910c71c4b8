using Dapper;
using Npgsql;
using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>From a table on a PostgreSQL server to a stream that drops what it is given: how much of a whole request is the JSON? The server's work
/// and the connection's are included.</summary>
internal static class PostgresCases
{
    private const int Rows = 100_000;
    private const string Query = "select * from pg_temp.benchmark_flights", JsonQuery = $"select json_agg(t)::text from ({Query}) t";

    /// <summary>Temporary: nothing remains on a server that is not ours. 19 columns, as in nycflights13, made by the server.</summary>
    private static string CreateTable =>
        $"""
        create temporary table benchmark_flights as
        select
          2013 as year, 1 + n / 8500 % 12 as month, 1 + n / 280 % 28 as day,
          case when n % 40 > 0 then n * 7 % 2400 end as dep_time, n * 5 % 2400 as sched_dep_time,
          case when n % 40 > 0 then (n % 90 - 20)::float8 end as dep_delay,
          case when n % 40 > 0 then n * 11 % 2400 end as arr_time, n * 13 % 2400 as sched_arr_time,
          case when n % 40 > 0 then (n % 110 - 40)::float8 end as arr_delay,
          (array['UA', 'AA', 'B6', 'DL', 'EV'])[1 + n % 5] as carrier, n % 8500 as flight,
          case when n % 140 > 0 then 'N' || 10000 + n % 4000 || 'AA' end as tailnum,
          (array['EWR', 'JFK', 'LGA'])[1 + n % 3] as origin, (array['IAH', 'MIA', 'BQN', 'ATL', 'ORD', 'LAX', 'SFO'])[1 + n % 7] as dest,
          case when n % 40 > 0 then (30 + n % 600)::float8 end as air_time, (80 + n * 17 % 4900)::float8 as distance,
          (5 + n % 18)::float8 as hour, (n % 60)::float8 as minute, timestamp '2013-01-01 05:00' + n / 20 * interval '1 hour' as time_hour
        from generate_series(1, {Rows}) n;
        analyze benchmark_flights
        """;

    /// <summary>Without a server there are no cases.</summary>
    public static Job Job { get; } = SuiteTables.CreateJob("requests", () => PostgresServer.SkipReason is not null ? [] :
    [
        new(["flights"], () => CreateAsync().GetAwaiter().GetResult(), () =>
            ["Dictionaries", "HandWritten", "RowJson", "DapperJsonSerializer", "DapperRowJson", "ServerJson", "Reading"]),
    ]);

    private static async Task<Case> CreateAsync()
    {
        var server = new PostgresServer();
        await server.InitializeAsync();
        NpgsqlConnection connection = await server.OpenAsync();
        await connection.ExecuteAsync(CreateTable);
        var options = new JsonRowOptions();
        Utf8JsonWriter writer = EncodingSettings.Default.CreateWriter();
        return new Case
        {
            Ways =
            [
                // All rows as dictionaries, then as JSON: the usual way.
                Read("Dictionaries", (reader, stream) => JsonSerializer.SerializeAsync(stream, RowLoops.Materialise(reader))),
                Read("HandWritten", (reader, stream) => WriteByHandAsync(writer, reader, stream)),
                Read("RowJson", (reader, stream) => JsonRows.From(reader).WriteToAsync(stream, options)),
                Sink.ToStream("DapperJsonSerializer", stream => JsonSerializer.SerializeAsync(stream, connection.Query(Query))),
                Sink.ToStream("DapperRowJson", stream => JsonRows.From(connection.Query(Query)).WriteToAsync(stream, options)),
                // The server makes one text of all rows, which is passed on as it comes; it puts spaces and line breaks.
                Sink.ToStream("ServerJson", stream => CopyAsync(connection, stream)) with { Agreement = Agreement.SameValues },
                Read("Reading", (reader, _) => ReadAsync(reader)) with { Agreement = Agreement.Bound },
            ],
            Units = Rows,
            Clock = Clock.Elapsed,
            Resource = new Ending(() =>
            {
                connection.Dispose();
                server.DisposeAsync().GetAwaiter().GetResult();
            }),
        };

        Way Read(string name, Func<NpgsqlDataReader, Stream, Task> write) => Sink.ToStream(name, async stream =>
        {
            await using var command = new NpgsqlCommand(Query, connection);
            await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
            await write(reader, stream);
        });
    }

    /// <summary>Typed getters, encoded names, no validation.</summary>
    private static async Task WriteByHandAsync(Utf8JsonWriter writer, NpgsqlDataReader reader, Stream stream)
    {
        TypedName[] columns = TypedName.Of(reader, encoder: null);
        writer.Reset(stream);
        writer.WriteStartArray();
        while (await reader.ReadAsync())
        {
            RowLoops.WriteTypedRow(writer, reader, columns);
            // As often as RowJson does by default.
            if (writer.BytesPending >= JsonRowOptions.Default.FlushThreshold) await writer.FlushAsync();
        }
        writer.WriteEndArray();
        await writer.FlushAsync();
    }

    private static async Task CopyAsync(NpgsqlConnection connection, Stream stream)
    {
        await using var command = new NpgsqlCommand(JsonQuery, connection);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(CommandBehavior.SequentialAccess);
        await reader.ReadAsync();
        await using Stream text = await reader.GetStreamAsync(0);
        await text.CopyToAsync(stream);
    }

    private static async Task ReadAsync(NpgsqlDataReader reader)
    {
        TypedName[] columns = TypedName.Of(reader, encoder: null);
        long sum = 0;
        while (await reader.ReadAsync()) sum += RowLoops.ReadRow(reader, columns);
        GC.KeepAlive(sum);
    }
}
