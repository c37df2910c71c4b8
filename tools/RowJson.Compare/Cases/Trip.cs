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

/// <summary>What the compiler generates to write trips.</summary>
[JsonSerializable(typeof(Trip))]
internal sealed partial class TripContext : JsonSerializerContext;
