using System.ComponentModel.DataAnnotations;
using System.Data.Common;
using Microsoft.AspNetCore.Mvc;

namespace ExportService.Flights;

/// <summary>What a client may ask for. ASP.NET Core answers 400 with the reasons where a value is out of its range.</summary>
public sealed record FlightQuery
{
    private const int DefaultRows = 1_000;

    [FromQuery(Name = "rows"), Range(1, 1_000_000, ErrorMessage = "Use a number from 1 to 1000000.")]
    public int? Rows { get; init; }

    [FromQuery(Name = "columns"), FlightColumns]
    public string? Columns { get; init; }

    [FromQuery(Name = "carrier"), RegularExpression("[A-Z]{2}", ErrorMessage = "Use two capital letters.")]
    public string? Carrier { get; init; }

    [FromQuery(Name = "origin"), RegularExpression("[A-Z]{3}", ErrorMessage = "Use three capital letters.")]
    public string? Origin { get; init; }

    [FromQuery(Name = "minDelay"), Range(0, 1_440, ErrorMessage = "Use a number of minutes from 0 to 1440.")]
    public int? MinDelay { get; init; }

    internal int Limit => Rows ?? DefaultRows;

    /// <summary>The query. Values are parameters; names come from <see cref="FlightColumns"/>.</summary>
    public string ToSql()
    {
        IReadOnlyList<string> columns = FlightColumns.Parse(Columns) ?? FlightColumns.All;
        var conditions = new List<string>();
        if (Carrier is not null) conditions.Add("carrier = @Carrier");
        if (Origin is not null) conditions.Add("origin = @Origin");
        if (MinDelay is not null) conditions.Add("delay >= @MinDelay");
        string where = conditions.Count == 0 ? "" : $" where {string.Join(" and ", conditions)}";
        return $"select {string.Join(", ", columns)} from {FlightStore.Table}{where} order by id limit @Limit";
    }

    /// <summary>The query as a command of a connection.</summary>
    public DbCommand CreateCommand(DbConnection connection)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = ToSql();
        AddParameters(command);
        return command;
    }

    /// <summary>Adds the values that <see cref="ToSql"/> refers to.</summary>
    public void AddParameters(DbCommand command)
    {
        Add(nameof(Limit), Limit);
        if (Carrier is not null) Add(nameof(Carrier), Carrier);
        if (Origin is not null) Add(nameof(Origin), Origin);
        if (MinDelay is { } minDelay) Add(nameof(MinDelay), minDelay);

        void Add(string name, object value)
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = name;
            parameter.Value = value;
            command.Parameters.Add(parameter);
        }
    }

    /// <summary>The same values for Dapper, which takes those that the query refers to.</summary>
    public object ToParameters() => new { Limit, Carrier, Origin, MinDelay };

    /// <summary>The same query for Entity Framework Core, which reads whole flights.</summary>
    public IQueryable<Flight> Apply(IQueryable<Flight> flights)
    {
        if (Carrier is not null) flights = flights.Where(flight => flight.Carrier == Carrier);
        if (Origin is not null) flights = flights.Where(flight => flight.Origin == Origin);
        if (MinDelay is not null) flights = flights.Where(flight => flight.Delay >= MinDelay);
        return flights.OrderBy(flight => flight.Id).Take(Limit);
    }
}
