namespace RowJson.Benchmarks;

/// <summary>A row of enumerations, dates, decimals and Guids.</summary>
internal sealed class LogEntry
{
    public Guid Id { get; init; }
    public Guid? ParentId { get; init; }
    public LogLevel Level { get; init; }
    public LogArea? Area { get; init; }
    public DateTime LoggedAt { get; init; }
    public DateTimeOffset ReceivedAt { get; init; }
    public DateOnly Day { get; init; }
    public TimeSpan Duration { get; init; }
    public decimal Amount { get; init; }
    public decimal? Tax { get; init; }
}

/// <summary>A number in the output.</summary>
internal enum LogLevel { Trace, Debug, Information, Warning, Error, Critical }

/// <summary>A string in the output.</summary>
[System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter<LogArea>))]
[Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))]
internal enum LogArea { Network, Storage, Billing, Identity, Search }

/// <summary>A row of texts of 5 to 500 characters: Han characters, and ASCII of which some needs escaping.</summary>
internal sealed class Message
{
    private const int FirstHan = 0x4E00, LastHan = 0x9FA5;

    public int Id { get; init; }
    public required string Author { get; init; }
    public required string Subject { get; init; }
    public required string Body { get; init; }
    public required string Reply { get; init; }

    public static Message Create(int index, Random random, Vocabulary vocabulary) => new()
    {
        Id = index,
        Author = Han(random, 5, 12),
        Subject = Han(random, 10, 40),
        Body = Han(random, 40, 500),
        Reply = $"{vocabulary.Words(1, 30)} {vocabulary.EscapedWord()} {Han(random, 1, 20)}",
    };

    private static string Han(Random random, int shortest, int longest) =>
        string.Create(random.Next(shortest, longest + 1), random, (text, random) =>
        {
            foreach (ref char character in text) character = (char)random.Next(FirstHan, LastHan + 1);
        });
}

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
