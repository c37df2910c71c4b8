using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>
/// Converters of an application that options of <see cref="RowJsonOptionsExtensions.WithRowJson"/> apply and do not list: they get the options that
/// list them, so that what they do with these is what they do without RowJson.
/// </summary>
public class UnlistedConverterTests
{
    private static readonly Dictionary<string, Func<JsonSerializerOptions, JsonSerializerOptions>> Ways = new()
    {
        ["with"] = options => options.WithRowJson(),
        ["add"] = options => new JsonSerializerOptions(options).AddRowJson(),
        ["copy"] = options => new JsonSerializerOptions(options.WithRowJson()),
        ["copy with a converter"] = options => new JsonSerializerOptions(options.WithRowJson()) { Converters = { new JsonStringEnumConverter() } },
    };

    public static TheoryData<string> Names => [.. Ways.Keys];

    /// <summary>The usual way to have the serializer do the rest: in copied options that list it still, it would call itself for ever.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void WithRowJson_converterThatRemovesItselfFromACopy_convertsAsWithPlainOptions(string name) => Check(
        name,
        new ShoutingConverter(),
        """{"Id":1,"Name":"a"}""",
        [new Spoken(1, "a"), new Spoken(2, "b")]);

    [Theory]
    [MemberData(nameof(Names))]
    public void WithRowJson_converterThatLooksForItself_findsItself(string name) => Check(
        name,
        new CountedConverter(),
        "7",
        [new Counted(1), new Counted(2)]);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WithRowJson_structureThatIsNull_isReadAsWithPlainOptions(bool handlesNull)
    {
        Check(new NumberConverter());
        Check(new NumberConverterOfNull(handlesNull));

        static void Check(JsonConverter converter)
        {
            var plain = new JsonSerializerOptions { Converters = { converter } };
            foreach (string json in (string[])["[null]", "[1,null,2]", "[{}]", "[]"])
            {
                Read<List<int>>(json, plain.WithRowJson()).Should().Be(Read<List<int>>(json, plain), "{0} reads {1}", converter, json);
                Read<int?[]>(json, plain.WithRowJson()).Should().Be(Read<int?[]>(json, plain), "{0} reads {1}", converter, json);
            }
        }
    }

    [Fact]
    public void WithRowJson_converterOfABaseClass_convertsDerivedOnesAsWithPlainOptions()
    {
        var plain = new JsonSerializerOptions { Converters = { new AnimalConverter() } };
        Animal[] animals = [new Cat { Id = 1 }, new Dog { Id = 2 }];

        JsonSerializer.Serialize(animals, plain.WithRowJson()).Should().Be(JsonSerializer.Serialize(animals, plain)).And.Be("""["Cat 1","Dog 2"]""");
        Read<List<Cat>>("""["3"]""", plain.WithRowJson()).Should().Be(Read<List<Cat>>("""["3"]""", plain)).And.Contain("3 of Cat");
        Read<List<Dog>>("""[null,"4"]""", plain.WithRowJson()).Should().Be(Read<List<Dog>>("""[null,"4"]""", plain)).And.Contain("4 of Dog");
    }

    [Fact]
    public void WithRowJson_namesOfADictionary_areConvertedAsWithPlainOptions()
    {
        foreach (JsonConverter converter in (JsonConverter[])[new CountedConverter(), new ShoutingConverter()])
        {
            var plain = new JsonSerializerOptions { Converters = { converter } };
            JsonSerializerOptions both = plain.WithRowJson();
            foreach (string json in (string[])["""{"5":[1]}""", """{"x":[1]}""", "{}"])
            {
                Read<Dictionary<Counted, List<int>>>(json, both).Should().Be(Read<Dictionary<Counted, List<int>>>(json, plain));
                Read<Dictionary<Spoken, List<int>>>(json, both).Should().Be(Read<Dictionary<Spoken, List<int>>>(json, plain));
            }
            Dictionary<Counted, int[]> counts = new() { [new Counted(3)] = [1, 2] };
            Text(counts, both).Should().Be(Text(counts, plain));
        }
    }

    /// <summary>The message names the converter.</summary>
    [Fact]
    public void WithRowJson_converterThatReadsTooMuch_isNamed()
    {
        var plain = new JsonSerializerOptions { Converters = { new GreedyConverter() } };

        Read<List<Spoken>>("""[{"Id":1},2]""", plain.WithRowJson()).Should().Be(Read<List<Spoken>>("""[{"Id":1},2]""", plain))
            .And.Contain(nameof(GreedyConverter));
    }

    private static void Check<T>(string way, JsonConverter converter, string json, T[] values)
    {
        var plain = new JsonSerializerOptions { Converters = { converter } };
        JsonSerializerOptions both = Ways[way](plain);

        JsonSerializer.Serialize(values[0], both).Should().Be(JsonSerializer.Serialize(values[0], plain));
        JsonSerializer.Serialize(values, both).Should().Be(JsonSerializer.Serialize(values, plain));
        JsonSerializer.Serialize(new { values }, both).Should().Be(JsonSerializer.Serialize(new { values }, plain));
        foreach (string text in (string[])[json, "true", "{}", "", json + "x"])
        {
            Read<T>(text, both).Should().Be(Read<T>(text, plain));
            Read<List<T>>($"[{text},null,{json}]", both).Should().Be(Read<List<T>>($"[{text},null,{json}]", plain));
            Read<Dictionary<string, T[]>>($$"""{"a":[{{text}}]}""", both).Should().Be(Read<Dictionary<string, T[]>>($$"""{"a":[{{text}}]}""", plain));
        }
    }

    /// <summary>What was read, or the exception.</summary>
    private static string Read<T>(string json, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(json, options));
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException or InvalidOperationException)
        {
            return $"{exception.GetType()}: {exception.Message}";
        }
    }

    private static string Text<T>(T value, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Serialize(value, options);
        }
        catch (NotSupportedException exception)
        {
            return exception.Message;
        }
    }

    private sealed record Spoken(int Id, string? Name);

    private sealed class ShoutingConverter : JsonConverter<Spoken>
    {
        public override Spoken? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            JsonSerializer.Deserialize<Spoken>(ref reader, Without(options)) is { } read ? read with { Name = read.Name?.ToUpperInvariant() } : null;

        public override void Write(Utf8JsonWriter writer, Spoken value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value with { Name = value.Name + "!" }, Without(options));

        private JsonSerializerOptions Without(JsonSerializerOptions options)
        {
            var copy = new JsonSerializerOptions(options);
            // Without it the test would end the process, by a stack overflow.
            copy.Converters.Remove(this).Should().BeTrue();
            return copy;
        }
    }

    private sealed record Counted(int Count);

    private sealed class CountedConverter : JsonConverter<Counted>
    {
        public override Counted? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetInt32() + options.Converters.OfType<CountedConverter>().Count());

        public override void Write(Utf8JsonWriter writer, Counted value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"{value.Count} of {options.Converters.IndexOf(this)}");

        public override Counted ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new(reader.GetString()!.Length + options.Converters.Count);

        public override void WriteAsPropertyName(Utf8JsonWriter writer, Counted value, JsonSerializerOptions options) =>
            writer.WritePropertyName($"{value.Count} of {options.Converters.IndexOf(this)}");
    }

    private class NumberConverter : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.Null ? -1 : reader.GetInt32();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    private sealed class NumberConverterOfNull(bool handlesNull) : NumberConverter
    {
        public override bool HandleNull => handlesNull;
    }

    private abstract class Animal
    {
        public int Id { get; set; }

        public string? Kind { get; set; }
    }

    private sealed class Cat : Animal;

    private sealed class Dog : Animal;

    private sealed class AnimalConverter : JsonConverter<Animal>
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(Animal));

        public override Animal? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            Animal animal = typeToConvert == typeof(Cat) ? new Cat() : new Dog();
            animal.Id = int.Parse(reader.GetString()!, CultureInfo.InvariantCulture);
            animal.Kind = $"{animal.Id} of {typeToConvert.Name}";
            return animal;
        }

        public override void Write(Utf8JsonWriter writer, Animal value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"{value.GetType().Name} {value.Id}");
    }

    private sealed class GreedyConverter : JsonConverter<Spoken>
    {
        public override Spoken? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            reader.Read();
            return null;
        }

        public override void Write(Utf8JsonWriter writer, Spoken value, JsonSerializerOptions options) => throw new NotSupportedException();
    }
}
