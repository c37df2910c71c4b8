using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using RowJson;

namespace ExportService.Flights;

/// <summary>The database with the flights.</summary>
public abstract class FlightStore
{
    public const string Table = "sample_flights";

    /// <summary>What the page shows.</summary>
    public abstract string Name { get; }

    /// <summary>What the rows of its readers are written with.</summary>
    public virtual JsonRowOptions RowOptions => JsonRowOptions.Default;

    /// <summary>A connection, not yet open.</summary>
    public abstract DbConnection CreateConnection();

    /// <summary>Tells Entity Framework Core about the database.</summary>
    public abstract void Configure(DbContextOptionsBuilder options);

    /// <summary>Creates the table unless it exists.</summary>
    public abstract Task CreateTableAsync(CancellationToken cancellationToken);

    /// <summary>Adds the flights that are next, in one transaction: all of them are there, or none.</summary>
    /// <param name="count">How many.</param>
    /// <param name="target">How many there are to be in the end.</param>
    /// <param name="cancellationToken">Ends the work without a trace in the table.</param>
    /// <returns>How many there are now.</returns>
    public abstract Task<long> AppendAsync(int count, long target, CancellationToken cancellationToken);
}
