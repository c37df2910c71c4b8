namespace RowJson.Benchmarks;

/// <summary>A row that holds an object and a list of objects.</summary>
internal sealed class Shipment
{
    public long Id { get; init; }

    public required string Carrier { get; init; }

    public DateTime ShippedAt { get; init; }

    public required Address Destination { get; init; }

    public required List<Parcel> Parcels { get; init; }
}

/// <summary>The object in a <see cref="Shipment"/>.</summary>
internal sealed class Address
{
    public required string Street { get; init; }

    public required string City { get; init; }

    public int ZipCode { get; init; }

    public string? Country { get; init; }
}

/// <summary>An item of the list in a <see cref="Shipment"/>.</summary>
internal sealed class Parcel
{
    public required string Code { get; init; }

    public double Weight { get; init; }

    public int Items { get; init; }
}
