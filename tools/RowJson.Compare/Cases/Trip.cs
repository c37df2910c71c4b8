using System.Text.Json.Serialization;

namespace RowJson.Compare;

/// <summary>A row with a class: ten columns of the usual types. Public, as the types of most callers are.</summary>
public sealed class Trip
{
    public long Id { get; init; }

    public required string Driver { get; init; }

    public required string From { get; init; }

    public required string To { get; init; }

    public int Passengers { get; init; }

    public double Distance { get; init; }

    public decimal Fare { get; init; }

    public double? Tip { get; init; }

    public DateTime StartedAt { get; init; }

    public bool IsShared { get; init; }
}

/// <summary>A <see cref="Trip"/> as a value type.</summary>
public readonly record struct TripValue(
    long Id, string Driver, string From, string To, int Passengers, double Distance, decimal Fare, double? Tip, DateTime StartedAt, bool IsShared)
{
    public static TripValue Of(Trip trip) => new(
        trip.Id, trip.Driver, trip.From, trip.To, trip.Passengers, trip.Distance, trip.Fare, trip.Tip, trip.StartedAt, trip.IsShared);
}

/// <summary>What the compiler generates to write trips.</summary>
[JsonSerializable(typeof(Trip))]
internal sealed partial class TripContext : JsonSerializerContext;
