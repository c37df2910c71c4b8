using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Roots of all kinds, as the fuzzer of values has found them: the bytes, the failures and the flushes of the serializer.</summary>
public class DropInRootTests
{
    [Fact]
    public void Serialize_numberDeclaredAsObject_obeysTheHandlingOfTheOptions()
    {
        var options = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString };

        JsonSerializer.Serialize<object>(7, JsonRowSerializer.CreateWriteOptions(options)).Should().Be("\"7\"");
        JsonSerializer.Serialize<object>(new[] { 7 }, JsonRowSerializer.CreateWriteOptions(options)).Should().Be("""["7"]""");
    }

    [Fact]
    public void Serialize_objectInAWriterThatIndents_flushesAsOftenAsTheSerializer()
    {
        foreach (object value in new object[] { 7, "é", new { B = new[] { 1 } }, new Derived[] { new() } })
            Written(value, JsonRowSerializer.CreateWriteOptions(new())).Should().Be(Written(value, new()));

        static (string Text, int Flushes) Written(object value, JsonSerializerOptions options)
        {
            var stream = new FlushedStream();
            using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true, Encoder = options.Encoder });
            writer.WriteStartArray();
            writer.WriteNumberValue(1);
            JsonSerializer.Serialize(writer, value, options);
            writer.WriteEndArray();
            writer.Flush();
            return (Encoding.UTF8.GetString(stream.ToArray()), stream.Flushes);
        }
    }

    [Fact]
    public void CreateOptions_propertiesToPopulate_areWrittenAndReadAsBefore()
    {
        foreach (JsonSerializerOptions plain in (JsonSerializerOptions[])
            [new(), new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }, new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }])
        {
            JsonSerializerOptions both = JsonRowSerializer.CreateOptions(plain);
            string json = JsonSerializer.Serialize(new Populated(), plain);
            JsonSerializer.Serialize(new Populated(), both).Should().Be(json);
            JsonSerializer.Deserialize<Populated>(json, both)!.Rows.Should().HaveCount(2);
        }
    }

    [Fact]
    public void Write_rowWhoseOwnContractCannotBeMade_failsForItsReason()
    {
        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From<Failing>([new Unmade()]).ToJsonString())
            .Should().Throw<JsonRowException>().Which;

        failure.InnerException.Should().BeOfType<TimeoutException>();
    }

    [Fact]
    public void Serialize_typeThatTheSerializerRefuses_failsInItsWords()
    {
        string expected = FluentActions.Invoking(() => JsonSerializer.Serialize(new HoldsUnmade())).Should().Throw<InvalidOperationException>()
            .Which.Message;

        FluentActions.Invoking(() => JsonSerializer.Serialize(new HoldsUnmade(), JsonRowSerializer.CreateWriteOptions(new())))
            .Should().ThrowExactly<InvalidOperationException>().WithMessage(expected);
    }

    [Fact]
    public async Task Serialize_fieldsOfTypesThatHoldThemselves_equalsSerializer()
    {
        Nested value = Nested.Of(8);
        string expected = JsonSerializer.Serialize(value);
        JsonSerializer.Serialize(value, JsonRowSerializer.CreateWriteOptions(new())).Should().Be(expected);
        DropInOptionTests.Streamed(value, new JsonSerializerOptions()).Should().Be(expected);
        var stream = new MemoryStream();
        await JsonRowSerializer.SerializeAsync(stream, value, new JsonSerializerOptions());
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    private sealed class FlushedStream : MemoryStream
    {
        public int Flushes { get; private set; }

        public override void Flush() => Flushes++;
    }

    [JsonDerivedType(typeof(Derived), 1)]
    private class Base
    {
        public int A { get; set; }
    }

    private sealed class Derived : Base;

    private sealed class Populated
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<Base> Rows { get; } = [new() { A = 1 }];
    }

    private class Failing
    {
        public int Id => throw new TimeoutException();
    }

    [JsonPolymorphic]
    private sealed class Unmade : Failing;

    private sealed class HoldsUnmade
    {
        public Unmade? One { get; set; }
    }

    private sealed class Nested
    {
        public int Number { get; set; }

        public Nested? Next { get; set; }

        [JsonInclude]
        public Nested? Field;

        public object? Any { get; set; }

        public static Nested Of(int depth) => depth == 0
            ? new Nested()
            : new Nested { Number = depth, Next = Of(depth - 1), Field = depth % 3 == 0 ? Of(depth / 2) : null, Any = new[] { depth } };
    }
}
