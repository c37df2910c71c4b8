using Microsoft.EntityFrameworkCore;

namespace ExportService.Flights;

/// <summary>The flights for Entity Framework Core.</summary>
public sealed class FlightContext(DbContextOptions<FlightContext> options) : DbContext(options)
{
    public DbSet<Flight> Flights => Set<Flight>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Flight>(flight =>
    {
        flight.ToTable(FlightStore.Table);
        flight.Property(f => f.Id).HasColumnName("id");
        flight.Property(f => f.Departure).HasColumnName("departure").HasColumnType("timestamp");
        flight.Property(f => f.Carrier).HasColumnName("carrier");
        flight.Property(f => f.Number).HasColumnName("number");
        flight.Property(f => f.Origin).HasColumnName("origin");
        flight.Property(f => f.Destination).HasColumnName("destination");
        flight.Property(f => f.Tail).HasColumnName("tail");
        flight.Property(f => f.Delay).HasColumnName("delay");
        flight.Property(f => f.Distance).HasColumnName("distance");
        flight.Property(f => f.Fare).HasColumnName("fare");
    });
}
