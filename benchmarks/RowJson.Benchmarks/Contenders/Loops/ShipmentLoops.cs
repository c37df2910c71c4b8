using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for <see cref="Shipment"/>.</summary>
internal static class ShipmentLoops
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode(nameof(Shipment.Id));
    private static readonly JsonEncodedText Carrier = JsonEncodedText.Encode(nameof(Shipment.Carrier));
    private static readonly JsonEncodedText ShippedAt = JsonEncodedText.Encode(nameof(Shipment.ShippedAt));
    private static readonly JsonEncodedText Destination = JsonEncodedText.Encode(nameof(Shipment.Destination));
    private static readonly JsonEncodedText Parcels = JsonEncodedText.Encode(nameof(Shipment.Parcels));
    private static readonly JsonEncodedText Street = JsonEncodedText.Encode(nameof(Address.Street));
    private static readonly JsonEncodedText City = JsonEncodedText.Encode(nameof(Address.City));
    private static readonly JsonEncodedText ZipCode = JsonEncodedText.Encode(nameof(Address.ZipCode));
    private static readonly JsonEncodedText Country = JsonEncodedText.Encode(nameof(Address.Country));
    private static readonly JsonEncodedText Code = JsonEncodedText.Encode(nameof(Parcel.Code));
    private static readonly JsonEncodedText Weight = JsonEncodedText.Encode(nameof(Parcel.Weight));
    private static readonly JsonEncodedText Items = JsonEncodedText.Encode(nameof(Parcel.Items));

    public static RowLoops<Shipment> All { get; } = new(WriteValues, WriteCached, Read);

    /// <summary>Each name as a string.</summary>
    private static void WriteValues(Utf8JsonWriter writer, Shipment shipment)
    {
        writer.WriteStartObject();
        writer.WriteNumber(nameof(Shipment.Id), shipment.Id);
        writer.WriteString(nameof(Shipment.Carrier), shipment.Carrier);
        writer.WriteString(nameof(Shipment.ShippedAt), shipment.ShippedAt);
        writer.WriteStartObject(nameof(Shipment.Destination));
        writer.WriteString(nameof(Address.Street), shipment.Destination.Street);
        writer.WriteString(nameof(Address.City), shipment.Destination.City);
        writer.WriteNumber(nameof(Address.ZipCode), shipment.Destination.ZipCode);
        writer.WriteString(nameof(Address.Country), shipment.Destination.Country);
        writer.WriteEndObject();
        writer.WriteStartArray(nameof(Shipment.Parcels));
        foreach (Parcel parcel in shipment.Parcels)
        {
            writer.WriteStartObject();
            writer.WriteString(nameof(Parcel.Code), parcel.Code);
            writer.WriteNumber(nameof(Parcel.Weight), parcel.Weight);
            writer.WriteNumber(nameof(Parcel.Items), parcel.Items);
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    /// <summary>Each name encoded before.</summary>
    private static void WriteCached(Utf8JsonWriter writer, Shipment shipment)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, shipment.Id);
        writer.WriteString(Carrier, shipment.Carrier);
        writer.WriteString(ShippedAt, shipment.ShippedAt);
        writer.WriteStartObject(Destination);
        writer.WriteString(Street, shipment.Destination.Street);
        writer.WriteString(City, shipment.Destination.City);
        writer.WriteNumber(ZipCode, shipment.Destination.ZipCode);
        writer.WriteString(Country, shipment.Destination.Country);
        writer.WriteEndObject();
        writer.WriteStartArray(Parcels);
        foreach (Parcel parcel in shipment.Parcels)
        {
            writer.WriteStartObject();
            writer.WriteString(Code, parcel.Code);
            writer.WriteNumber(Weight, parcel.Weight);
            writer.WriteNumber(Items, parcel.Items);
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static long Read(Shipment shipment)
    {
        Address address = shipment.Destination;
        long sum = shipment.Id + shipment.Carrier.Length + shipment.ShippedAt.Ticks + address.Street.Length + address.City.Length
            + address.ZipCode + (address.Country?.Length ?? 0);
        foreach (Parcel parcel in shipment.Parcels) sum += parcel.Code.Length + BitConverter.DoubleToInt64Bits(parcel.Weight) + parcel.Items;
        return sum;
    }
}
