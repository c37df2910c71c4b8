using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Fuzz;

#pragma warning disable CA1051, CA1819, CA2227, SA1402 // Rows as users have them.

/// <summary>Every common scalar.</summary>
public sealed class ScalarRow
{
    public int Number { get; set; }

    public long Large { get; set; }

    public double Ratio { get; set; }

    public float Small { get; set; }

    public decimal Price { get; set; }

    public bool IsOpen { get; set; }

    public DateTime Created { get; set; }

    public DateTimeOffset Seen { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Time { get; set; }

    public TimeSpan Took { get; set; }

    public Guid Key { get; set; }

    public char Letter { get; set; }

    public byte Flags { get; set; }

    public ulong Hash { get; set; }

    public DayOfWeek Weekday { get; set; }
}

/// <summary>Texts, and scalars that may be null.</summary>
public record TextRow
{
    public string? First { get; set; }

    public string Second { get; set; } = "";

    public int? Number { get; set; }

    public double? Ratio { get; set; }

    public decimal? Price { get; set; }

    public DateTime? Created { get; set; }

    public bool? IsOpen { get; set; }

    public Guid? Key { get; set; }

    [JsonPropertyName("naïve \"name\" <&>")]
    public string? Named { get; set; }

    public DayOfWeek? Weekday { get; set; }

    public byte[]? Bytes { get; set; }
}

/// <summary>Attributes of System.Text.Json.</summary>
public class AttributeRow
{
    [JsonPropertyOrder(2)]
    public int Last { get; set; }

    [JsonPropertyOrder(-1)]
    public string? First { get; set; }

    [JsonIgnore]
    public string? Hidden { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? MaybeText { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int MaybeNumber { get; set; }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public long AsText { get; set; }

    [JsonConverter(typeof(JsonStringEnumConverter<DayOfWeek>))]
    public DayOfWeek Weekday { get; set; }

    [JsonInclude]
    public int Field;

    public string ReadOnly => (First ?? "") + Last.ToString(System.Globalization.CultureInfo.InvariantCulture);

    public JsonElement Raw { get; set; } = JsonDocument.Parse("null").RootElement;
}

/// <summary>Objects, lists and dictionaries in cells.</summary>
public class NestedRow
{
    public int Number { get; set; }

    public string? Text { get; set; }

    public TextRow? Child { get; set; }

    public List<PointRow>? Points { get; set; }

    public int[]? Numbers { get; set; }

    public List<string?>? Texts { get; set; }

    public Dictionary<string, int>? Counts { get; set; }

    public Dictionary<string, object?>? Cells { get; set; }

    public object? Anything { get; set; }

    public object?[]? Items { get; set; }

    public byte[]? Bytes { get; set; }
}

/// <summary>A struct.</summary>
public struct PointRow
{
    public double X { get; set; }

    public double Y { get; set; }

    public string? Label { get; set; }
}

/// <summary>A base with derived rows: the declared type decides.</summary>
public class BaseRow
{
    public int Id { get; set; }

    public virtual string? Name { get; set; }
}

/// <summary>More than the declared type has.</summary>
public class DerivedRow : BaseRow
{
    public string? Extra { get; set; }
}

/// <summary>Rows that the serializer alone can write.</summary>
public class ExtensionRow
{
    public int Id { get; set; }

    [JsonExtensionData]
    public Dictionary<string, object?>? More { get; set; }
}
