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
