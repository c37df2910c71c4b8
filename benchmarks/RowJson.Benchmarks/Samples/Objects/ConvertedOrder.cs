using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>An <see cref="Order"/> each of whose properties has a converter of the user's: nothing qualifies for RowJson.</summary>
internal sealed class ConvertedOrder
{
    [JsonConverter(typeof(Int64AsText))]
    public long Id { get; init; }

    [JsonConverter(typeof(TrimmedText))]
    public required string Customer { get; init; }

    [JsonConverter(typeof(TrimmedText))]
    public required string City { get; init; }

    [JsonConverter(typeof(TrimmedText))]
    public required string Product { get; init; }

    [JsonConverter(typeof(Int64AsText))]
    public long Quantity { get; init; }

    [JsonConverter(typeof(RoundedNumber))]
    public double Price { get; init; }

    [JsonConverter(typeof(RoundedNumber))]
    public double Discount { get; init; }

    [JsonConverter(typeof(RoundedNumber))]
    public double Total { get; init; }

    [JsonConverter(typeof(TrimmedText))]
    public required string Currency { get; init; }

    [JsonConverter(typeof(TrimmedText))]
    public required string Note { get; init; }
}

/// <summary>Writes an integer as a string.</summary>
internal sealed class Int64AsText : JsonConverter<long>
{
    public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        long.Parse(reader.GetString()!, System.Globalization.CultureInfo.InvariantCulture);

    public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options)
    {
        Span<byte> text = stackalloc byte[20];
        value.TryFormat(text, out int length, default, System.Globalization.CultureInfo.InvariantCulture);
        writer.WriteStringValue(text[..length]);
    }
}

/// <summary>Writes a string without blanks around it.</summary>
internal sealed class TrimmedText : JsonConverter<string>
{
    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString()!;

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.AsSpan().Trim());
}

/// <summary>Writes a number with two decimals.</summary>
internal sealed class RoundedNumber : JsonConverter<double>
{
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(Math.Round(value, 2));
}
