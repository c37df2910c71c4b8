using Microsoft.EntityFrameworkCore;

namespace RowJson.LoadServer;

/// <summary>The rows in a database, for Entity Framework Core. A class for each provider, so that each has a pool of contexts.</summary>
internal abstract class LoadQueries(DbContextOptions options) : DbContext(options)
{
    private DbSet<LoadRow> Rows => Set<LoadRow>();

    /// <summary>What an endpoint answers with: all columns, as objects that are not tracked.</summary>
    public IQueryable<LoadRow> First(int rows) => Rows.AsNoTracking().Where(row => row.Id <= rows).OrderBy(row => row.Id);

    /// <summary>A projection of these rows. Each of its columns can be read without creating an object.</summary>
    public IQueryable<LoadRow> Project(int rows) => First(rows).Select(row => new LoadRow
    {
        Id = row.Id, Name = row.Name, City = row.City, Carrier = row.Carrier, Departure = row.Departure, Delay = row.Delay,
        Distance = row.Distance, Fare = row.Fare, Weight = row.Weight, IsCancelled = row.IsCancelled,
    });

    /// <summary>Makes the table and fills it.</summary>
    public void Fill(int rows)
    {
        Database.EnsureCreated();
        Rows.AddRange(new LoadData(rows).Objects);
        SaveChanges();
        // Without statistics PostgreSQL takes a third of the table for what a query selects, and reads and sorts the whole table for ten rows:
        // 7 ms a query, until its own process for that comes around, which may be in the middle of a measurement.
        if (Database.IsNpgsql()) Database.ExecuteSqlRaw("VACUUM ANALYZE");
    }

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<LoadRow>().Property(row => row.Id).ValueGeneratedNever();
        // Times of no zone, as all of them are.
        if (Database.IsNpgsql()) modelBuilder.Entity<LoadRow>().Property(row => row.Departure).HasColumnType("timestamp without time zone");
    }
}

/// <summary>The rows in a file of SQLite's.</summary>
internal sealed class SqliteQueries(DbContextOptions<SqliteQueries> options) : LoadQueries(options);

/// <summary>The rows in a PostgreSQL server of this machine's.</summary>
internal sealed class PostgresQueries(DbContextOptions<PostgresQueries> options) : LoadQueries(options);
