using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>The serializer asks the default value whether it equals a value, and not the other way round.</summary>
public class AsymmetricDefaultTests
{
    private static readonly JsonSerializerOptions Serializer = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault };

    [Theory]
    [InlineData(nameof(ObjectAccess.Automatic))]
    [InlineData(nameof(ObjectAccess.Delegates))]
    [InlineData(nameof(ObjectAccess.Compiled))]
    public void Write_equalityThatIsNotSymmetric_equalsSerializer(string access)
    {
        Row[] rows =
        [
            new(1, new Lenient(1, true), new Converted(2, true), 3), new(1, new Lenient(1, false), new Converted(2, false), 3), new(1, default, default, 3),
        ];
        var options = new JsonRowOptions(Serializer) { ObjectAccess = Enum.Parse<ObjectAccess>(access) };

        string json = JsonRows.From(rows).ToJsonString(options);

        json.Should().Be(JsonSerializer.Serialize(rows, Serializer)).And.StartWith("""[{"Id":1,"A":{"V":1,"B":true},"C":"2","D":3}""");
    }

    [Fact]
    public void Write_propertyOfAnEnvelope_equalsSerializer()
    {
        JsonRowEnvelope envelope = new JsonRowEnvelope("rows").Before("a", new Lenient(1, true)).Before("b", default(Lenient));

        JsonRows.From(new[] { 1 }).InEnvelope(envelope).ToJsonString(new JsonRowOptions(Serializer)).Should().Be("""{"a":{"V":1,"B":true},"rows":[1]}""");
    }

    private sealed record Row(int Id, Lenient A, Converted C, int D);

    /// <summary>Those with a flag say that they equal everything.</summary>
    private readonly struct Lenient(int v, bool b) : IEquatable<Lenient>
    {
        public int V => v;

        public bool B => b;

        public bool Equals(Lenient other) => B || other.V == V;

        public override bool Equals(object? obj) => obj is Lenient other && Equals(other);

        public override int GetHashCode() => 0;
    }

    [JsonConverter(typeof(Converter))]
    private readonly struct Converted(int v, bool b) : IEquatable<Converted>
    {
        public int V => v;

        public bool Equals(Converted other) => b || other.V == V;

        public override bool Equals(object? obj) => obj is Converted other && Equals(other);

        public override int GetHashCode() => 0;
    }

    private sealed class Converter : JsonConverter<Converted>
    {
        public override Converted Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, Converted value, JsonSerializerOptions options) => writer.WriteStringValue($"{value.V}");
    }
}
