namespace RowJson.Compare;

/// <summary>A row that holds an object and a list of objects.</summary>
public sealed class Tour
{
    public long Id { get; init; }

    public required string Driver { get; init; }

    public DateTime StartedAt { get; init; }

    public required Place Start { get; init; }

    public required List<Visit> Visits { get; init; }
}

/// <summary>The object in a <see cref="Tour"/>.</summary>
public sealed class Place
{
    public required string Street { get; init; }

    public required string City { get; init; }

    public int ZipCode { get; init; }

    public string? Country { get; init; }
}

/// <summary>An item of the list in a <see cref="Tour"/>.</summary>
public sealed class Visit
{
    public required string Name { get; init; }

    public double Distance { get; init; }

    public int Minutes { get; init; }
}
