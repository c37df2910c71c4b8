using System.Reflection;
using CsvHelper;
using Dapper;
using DuckDB.NET.Data;
using Microsoft.Data.Sqlite;
using RowJson.Npgsql;
using RowJson.Sqlite;
using RowJson.Tests;
using Sylvan.Data.Csv;
using TextsReader = CsvHelper.CsvDataReader;
using SylvanReader = Sylvan.Data.Csv.CsvDataReader;

namespace RowJson.Benchmarks;

/// <summary>Real providers of data with the flights in them.</summary>
internal static class ProviderSources
{
    private const string Query = "select * from flights";
    private const string FlightsOnly = "(generated flights only)";
    private const int RowsOfStatement = 500;

    private static readonly CsvDataReaderOptions WithSchema = new()
    {
        Schema = new CsvSchema(FlightSample.Columns.Select(name => new FlightColumn(typeof(Flight).GetProperty(name)!))),
    };

    /// <summary>It has no type of times: they are texts, as Entity Framework Core keeps them.</summary>
    public static RowSource Sqlite { get; } = Database(
        "sqlite", "SQLite in memory, by Microsoft.Data.Sqlite", "text", () => new SqliteConnection("Data Source=:memory:"),
        SqliteRowReader.Instance, SqliteCalls.Read);

    public static RowSource DuckDb { get; } = Database(
        "duckdb", "DuckDB in memory, by DuckDB.NET", "timestamp", () => new DuckDBConnection("DataSource=:memory:"));

    public static RowSource Postgres { get; } = Server(
        "postgres", "a PostgreSQL server on this machine, by Npgsql", "timestamp", PostgresServer.SkipReason, new PostgresServer(),
        server => server.InitializeAsync(), server => server.OpenAsync().AsTask().GetAwaiter().GetResult(), server => server.DisposeAsync(),
        NpgsqlRowReader.Instance);

    public static RowSource MariaDb { get; } = Server(
        "mariadb", "a MariaDB server on this machine, by MySqlConnector", "datetime", MariaDbServer.SkipReason, new MariaDbServer(),
        server => server.InitializeAsync(), ConnectToMariaDb, server => server.DisposeAsync());

    /// <summary>CSV with a schema, so that columns have types.</summary>
    public static RowSource Sylvan { get; } = Csv<DbDataReader, Flight>(
        "sylvan-csv", "with a schema, by Sylvan.Data.Csv", text => SylvanReader.Create(new StringReader(text), WithSchema), FlightLoops.Typed());

    /// <summary>CSV whose reader has texts only. The reader of the text is disposed with the data reader.</summary>
    public static RowSource CsvHelper { get; } = Csv<IDataReader, TextFlight>(
        "csvhelper", "all columns texts, by CsvHelper",
        text => new TextsReader(CsvReader.Create(new StringReader(text))), FlightLoops.Texts);

    private static RowSource Provider(string name, string description, Func<List<Flight>, ProviderRows> load) =>
        new(name, $"{description} {FlightsOnly}", sample => load(FlightSample.Parse(sample)))
        {
            AppliesTo = sample => sample.RowType == typeof(Flight),
        };

    private static RowSource Csv<TReader, T>(string name, string description, Func<string, TReader> open, ReaderLoop<TReader, T> loop)
        where TReader : IDataReader => Provider(name, $"CSV text in memory, {description}", flights =>
        {
            string text = FlightSample.ToCsv(flights);
            return ProviderRows.Of(() => open(text), () => Query(open(text)), loop);

            static List<T> Query(TReader reader)
            {
                using (reader) return [.. reader.Parse<T>()];
            }
        });

    private static RowSource Database(
        string name, string description, string timeType, Func<DbConnection> connect, DbRowReader? rowReader = null,
        Func<DbDataReader, long>? calls = null) =>
        Provider(name, $"a query of {description}", flights =>
        {
            DbConnection connection = connect();
            if (connection.State != ConnectionState.Open) connection.Open();
            connection.Execute(CreateTable(timeType));
            foreach (Flight[] some in flights.Chunk(RowsOfStatement)) connection.Execute(Insert(some));
            DbCommand command = connection.CreateCommand();
            command.CommandText = Query;
            return ProviderRows.Of(
                command.ExecuteReader, () => connection.Query<Flight>(Query).AsList(), FlightLoops.Typed(timeIsText: timeType == "text"),
                    connection, rowReader, calls);
        });

    /// <summary>The server is started with the first rows.</summary>
    private static RowSource Server<T>(
        string name, string description, string timeType, string? skipReason, T server, Func<T, Task> start, Func<T, DbConnection> connect,
        Func<T, Task> stop, DbRowReader? rowReader = null)
    {
        bool isRunning = false;
        return Database(name, description, timeType, Connect, rowReader) with { SkipReason = skipReason, Stop = Stop };

        DbConnection Connect()
        {
            if (!isRunning) start(server).GetAwaiter().GetResult();
            isRunning = true;
            return connect(server);
        }

        void Stop()
        {
            if (isRunning) stop(server).GetAwaiter().GetResult();
            isRunning = false;
        }
    }

    private static DbConnection ConnectToMariaDb(MariaDbServer server)
    {
        DbConnection connection = server.Source.OpenConnection();
        // Names in double quotes, as the other databases have them.
        connection.Execute("set sql_mode = 'ANSI_QUOTES'");
        return connection;
    }

    // Temporary: nothing remains on a server that is not ours.
    private static string CreateTable(string timeType) =>
        $"""
        create temporary table flights (
          "Id" integer, "Year" integer, "Month" integer, "Day" integer, "Departure" {timeType}, "Carrier" text, "Number" integer,
          "Tail" text, "Origin" text, "Destination" text, "Delay" float8, "Distance" float8)
        """;

    // Texts, which the server converts to the column's type. None holds a quote.
    private static string Insert(IEnumerable<Flight> flights)
    {
        IEnumerable<string> rows = flights.Select(FlightSample.Texts)
            .Select(cells => $"({string.Join(',', cells.Select(cell => cell is null ? "null" : $"'{cell}'"))})");
        return $"insert into flights values {string.Join(',', rows)}";
    }

    private sealed class FlightColumn : DbColumn
    {
        public FlightColumn(PropertyInfo property)
        {
            ColumnName = property.Name;
            DataType = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
            AllowDBNull = property.Name is nameof(Flight.Tail) or nameof(Flight.Delay);
        }
    }
}
