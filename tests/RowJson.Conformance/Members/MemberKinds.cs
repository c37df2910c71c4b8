using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Conformance;

/// <summary>Types that are written in a way of their own: collections by inheritance, users' converters, discriminators.</summary>
public sealed class DerivedList : List<int>;

public sealed class DerivedDictionary : Dictionary<string, double>;

[JsonConverter(typeof(Converter))]
public readonly record struct TypedId(int Value)
{
    private sealed class Converter : JsonConverter<TypedId>
    {
        public override TypedId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

        public override void Write(Utf8JsonWriter writer, TypedId value, JsonSerializerOptions options)
        {
            if (value.Value < 0) throw new JsonException("No such identifier.");
            writer.WriteStartArray();
            writer.WriteNumberValue(value.Value);
            writer.WriteStringValue(writer.CurrentDepth.ToString(System.Globalization.CultureInfo.InvariantCulture));
            writer.WriteEndArray();
        }
    }
}

[JsonConverter(typeof(Converter))]
public sealed record TypedName(string Value)
{
    private sealed class Converter : JsonConverter<TypedName>
    {
        public override TypedName Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetString()!);

        public override void Write(Utf8JsonWriter writer, TypedName value, JsonSerializerOptions options)
        {
            if (value.Value == "fails") throw new NotSupportedException("Not this name.");
            writer.WriteStringValue(value.Value);
        }
    }
}

[JsonConverter(typeof(Converter))]
public sealed record NullableName(string Value)
{
    private sealed class Converter : JsonConverter<NullableName?>
    {
        public override bool HandleNull => true;

        public override NullableName? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, NullableName? value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value?.Value ?? "none");
    }
}

[JsonDerivedType(typeof(Vehicle), "vehicle")]
[JsonDerivedType(typeof(Bicycle), 7)]
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind <é>")]
public class Vehicle
{
    public int Wheels { get; set; }

    public Vehicle? Tows { get; set; }
}

public sealed class Bicycle : Vehicle
{
    public bool Bell { get; set; }
}

/// <summary>Not named by the base class: the serializer refuses it.</summary>
public sealed class Tricycle : Vehicle;
