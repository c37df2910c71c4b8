using System.Data.Common;
using Dapper;

namespace RowJson.Benchmarks;

/// <summary>A database with a table of flights.</summary>
/// <param name="timeType">The type of the column of times; they are texts if there is none.</param>
internal abstract class DatabaseSource(string timeType) : ProviderSource
{
    private const string Query = "select * from flights";
    private const int RowsOfStatement = 500;

    /// <summary>What a package of RowJson has for the provider.</summary>
    protected virtual DbRowReader? RowReader => null;

    protected abstract DbConnection Connect();

    protected override ProviderRows Load(IReadOnlyList<Flight> flights)
    {
        DbConnection connection = Connect();
        connection.Execute(CreateTable);
        foreach (Flight[] some in flights.Chunk(RowsOfStatement)) connection.Execute(Insert(some));
        DbCommand command = connection.CreateCommand();
        command.CommandText = Query;
        return new ProviderRows<DbDataReader, Flight>(
            command.ExecuteReader, () => connection.Query<Flight>(Query).AsList(), new FlightLoop(timeIsText: timeType == "text"), connection)
        {
            RowReader = RowReader,
        };
    }

    // Temporary: nothing remains on a server that is not ours.
    private string CreateTable =>
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
}
