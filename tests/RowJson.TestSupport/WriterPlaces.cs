using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Places in a document where a value may be written.</summary>
internal static class WriterPlaces
{
    /// <summary>A property of an object, between two others.</summary>
    public static void AsProperty(Utf8JsonWriter writer, Action value)
    {
        writer.WriteStartObject();
        writer.WriteNumber("before", 1);
        writer.WritePropertyName("rows");
        value();
        writer.WriteNumber("after", 2);
        writer.WriteEndObject();
    }
}
