using System.Buffers;
using System.Data;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.Unicode;

namespace RowJson.Tests;

/// <summary>Which contract a value is written by: that of the converter, the declared type, the encoder or the writer.</summary>
public class ContractTests
{
    private static readonly object[] Scalars =
    [
        1.5m, 1.5f, (Half)1.5, (short)1, (byte)1, (sbyte)1, (ushort)1, 1u, 1ul, 'x', Guid.Empty, new DateTime(2026, 11, 21, 1, 2, 3, 4),
        new DateTimeOffset(2026, 11, 21, 1, 2, 3, TimeSpan.FromHours(-3)), new DateOnly(2026, 1, 30), new TimeOnly(1, 2, 3, 450), TimeSpan.FromTicks(-98765432101),
    ];

    private enum ByteSized : byte
    {
        A,
        B,
    }

    public static TheoryData<object> AllScalars => [.. Scalars];

    [Theory]
    [MemberData(nameof(AllScalars))]
    public void Write_nullableOfAConvertedType_asksTheConverter(object value)
    {
        Type nullable = typeof(Nullable<>).MakeGenericType(value.GetType());
        Invoke(nameof(CheckConverted), nullable, value);
        Invoke(nameof(CheckConverted), value.GetType(), value);
    }

    [Theory]
    [MemberData(nameof(AllScalars))]
    public void Write_encoderThatEscapesDigits_writesWhatTheSerializerWrites(object value)
    {
        var settings = new TextEncoderSettings(UnicodeRanges.BasicLatin);
        settings.ForbidCharacters('1', '3', '-', ':', '.', 'x');
        JavaScriptEncoder[] encoders = [JavaScriptEncoder.Create(settings), JavaScriptEncoder.Create(UnicodeRanges.Cyrillic)];
        foreach (JavaScriptEncoder encoder in encoders)
        {
            var options = new JsonSerializerOptions { Encoder = encoder };
            Invoke(nameof(CheckTyped), value.GetType(), value, options);
            Invoke(nameof(CheckTyped), typeof(object), value, options);
            Invoke(nameof(CheckTyped), typeof(Nullable<>).MakeGenericType(value.GetType()), value, options);
            var table = new DataTable();
            table.Columns.Add("a", value.GetType());
            table.Rows.Add(value);
            string expected = JsonSerializer.Serialize(new[] { new Dictionary<string, object?> { ["a"] = value } }, options);
            JsonRows.From(table).ToJsonString(new JsonRowOptions { SerializerOptions = options }).Should().Be(expected);
            JsonRows.From(table.CreateDataReader()).ToJsonString(new JsonRowOptions { SerializerOptions = options }).Should().Be(expected);
        }
    }

    [Fact]
    public void Write_arraysThatTheRuntimeTakesForBytes_areLists()
    {
        var options = new JsonSerializerOptions();
        CheckTyped(new sbyte[] { 1, -2 }, options);
        CheckTyped(new[] { ByteSized.A, ByteSized.B }, options);
        CheckTyped<object>(new sbyte[] { 1, -2 }, options);
        CheckTyped<object>(new[] { ByteSized.A, ByteSized.B }, options);
        CheckTyped<object>(new List<object?> { new sbyte[] { 1 }, new byte[] { 1 } }, options);
        CheckTyped<byte[]>([1, 2], options);
        var table = new DataTable();
        table.Columns.Add("a", typeof(sbyte[]));
        table.Rows.Add(new sbyte[] { 1, -2 });
        JsonRows.From(table).ToJsonString().Should().Be("""[{"a":[1,-2]}]""");
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be("""[{"a":[1,-2]}]""");
    }

    [Fact]
    public void Write_declaredBaseTypeOrInterface_goesByIt()
    {
        var options = new JsonSerializerOptions();
        CheckTyped<IEnumerable<byte>>([1, 2], options);
        CheckTyped<IList<byte>>(new byte[] { 1, 2 }, options);
        CheckTyped<Array>(new byte[] { 1, 2 }, options);
        CheckTyped<System.Collections.ICollection>(new byte[] { 1, 2 }, options);
        CheckTyped<IEnumerable<char>>("ab", options);
        CheckTyped<System.Collections.IEnumerable>("ab", options);
        CheckTyped<IComparable>("x", options);
        CheckTyped<IComparable>(1, options);
        CheckTyped<IFormattable>(1.5m, options);
        CheckTyped<IConvertible>(true, options);
        CheckTyped<ValueType>(1, options);
        CheckTyped<ICloneable>("x", options);
        CheckTyped<Uri>(new Uri("https://example.org/ä"), options);
        CheckTyped<JsonDocument>(JsonDocument.Parse("[1 ]"), options);
        CheckTyped<JsonNode>(new JsonObject { ["b"] = 1 }, options);
    }

    [Fact]
    public void Write_shapeColumnWhoseConverterTakesNulls_asksIt()
    {
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { Converters = { new Marking<Uri>(), new Marking<byte[]>() } } };
        JsonRowShape<string> shape = new JsonRowShape<string>().Column("u", _ => (Uri?)null).Column("b", _ => (byte[]?)null).Column("i", _ => 1);
        JsonRows.From(["row"], shape).ToJsonString(options).Should().Be("""[{"u":"marked","b":"marked","i":1}]""");
        JsonRowShape<string> explicitly = new JsonRowShape<string>().Column<decimal?>("d", (Func<string, decimal?>)(_ => 1.5m));
        var decimals = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { Converters = { new Marking<decimal>() } } };
        JsonRows.From(["row"], explicitly).ToJsonString(decimals).Should().Be("""[{"d":"marked"}]""");
    }

    [Fact]
    public void Write_dictionaryTypeWithAContractOfItsOwn_keepsIt()
    {
        DerivedRow[] derived = [new() { ["a"] = 1 }];
        JsonRows.From(derived).ToJsonString().Should().Be(JsonSerializer.Serialize(derived)).And.Contain("$type");
        JsonRows.From(derived.ToList()).ToJsonString().Should().Be(JsonSerializer.Serialize(derived));
        JsonRows.From(new List<CallbackRow> { new() { ["a"] = 1 } }).ToJsonString()
            .Should().Be(JsonSerializer.Serialize(new List<CallbackRow> { new() { ["a"] = 1 } })).And.Contain("added");
        int calls = 0;
        var options = new JsonSerializerOptions { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Count } } };
        JsonRows.From(new[] { new Dictionary<string, object?> { ["a"] = 1 } }).ToJsonString(new JsonRowOptions { SerializerOptions = options });
        calls.Should().Be(1);

        void Count(JsonTypeInfo info)
        {
            if (info.Type == typeof(Dictionary<string, object?>)) info.OnSerializing = _ => calls++;
        }
    }

    [Fact]
    public void Write_listOfDictionariesWithDerivedOnes_goesByTheDeclaredType()
    {
        foreach (JsonSerializerOptions options in new JsonSerializerOptions[] { new(), new() { WriteIndented = true } })
        {
            var rowOptions = new JsonRowOptions { SerializerOptions = options };
            List<Dictionary<string, object?>?> rows = [new() { ["a"] = 1 }, new ConvertedRow { ["a"] = 2 }, null, new CallbackRow { ["a"] = 3 }];
            string expected = JsonSerializer.Serialize(rows, options);
            JsonRows.From(rows).ToJsonString(rowOptions).Should().Be(expected);
            JsonRows.From(rows.ToArray()).ToJsonString(rowOptions).Should().Be(expected);
            List<Dictionary<string, int>> typed = [new() { ["a"] = 1 }, new ConvertedTypedRow { ["a"] = 2 }];
            JsonRows.From(typed).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(typed, options));
            JsonRows.From(new List<ConvertedRow> { new() { ["a"] = 2 } }).ToJsonString(rowOptions).Should().Contain("marked");
        }
    }

    [Fact]
    public void Write_nullNodeWithIndentation_hasItsLine()
    {
        var array = new JsonArray(1, null, new JsonObject(), new JsonArray());
        var options = new JsonSerializerOptions { WriteIndented = true };
        JsonRows.From(array).ToJsonString(new JsonRowOptions { SerializerOptions = options }).Should().Be(JsonSerializer.Serialize(array, options));
        JsonRows.From(array).ToJsonString().Should().Be(JsonSerializer.Serialize(array));
    }

    [Fact]
    public void Write_writerWithADepthOfItsOwn_keepsIt()
    {
        object?[] values =
        [
            1, new Dictionary<string, object?>(), new List<object?>(), new Dictionary<string, object?> { ["b"] = new List<object?> { 1 } },
            new object?[] { new Dictionary<string, object?>(), new object?[] { 2 } }, new[] { 1 }, Array.Empty<int>(),
        ];
        foreach (object? value in values)
        {
            var rows = new List<Dictionary<string, object?>> { new() { ["a"] = value } };
            var typed = new List<Dictionary<string, int[]>> { new() { ["a"] = [1] } };
            for (int depth = 1; depth <= 7; depth++)
            {
                for (int outer = 0; outer < depth; outer++)
                {
                    CheckDepth(depth, outer, writer => JsonSerializer.Serialize(writer, rows), writer => JsonRows.From(rows).WriteTo(writer));
                    CheckDepth(depth, outer, writer => JsonSerializer.Serialize(writer, typed), writer => JsonRows.From(typed).WriteTo(writer));
                }
            }
        }
    }

    private static void CheckDepth(int depth, int outer, Action<Utf8JsonWriter> serialize, Action<Utf8JsonWriter> write)
    {
        string? expected = Inside(serialize);
        Inside(write).Should().Be(expected, "the writer takes {0} levels and has {1}", depth, outer);

        string? Inside(Action<Utf8JsonWriter> act)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { MaxDepth = depth });
            for (int i = 0; i < outer; i++) writer.WriteStartArray();
            try
            {
                act(writer);
            }
            catch (Exception exception) when (exception is JsonException or JsonRowException or InvalidOperationException)
            {
                return null;
            }
            writer.Flush();
            return Encoding.UTF8.GetString(buffer.WrittenSpan);
        }
    }

    private static void CheckConverted<TValue>(TValue value)
    {
        Type type = Nullable.GetUnderlyingType(typeof(TValue)) ?? typeof(TValue);
        var converter = (JsonConverter)Activator.CreateInstance(typeof(Marking<>).MakeGenericType(type))!;
        var options = new JsonSerializerOptions { Converters = { converter } };
        CheckTyped(value, options).Should().Contain("marked");
    }

    private static string CheckTyped<TValue>(TValue value, JsonSerializerOptions options)
    {
        var rows = new List<Dictionary<string, TValue>> { new() { ["a"] = value } };
        string expected = JsonSerializer.Serialize(rows, options);
        var rowOptions = new JsonRowOptions { SerializerOptions = options };
        JsonRows.From(rows).ToJsonString(rowOptions).Should().Be(expected, "{0} in {1}", value?.GetType(), typeof(TValue));
        JsonRowShape<Dictionary<string, TValue>> shape = new JsonRowShape<Dictionary<string, TValue>>().Column<TValue>("a", row => row["a"]);
        JsonRows.From(rows, shape).ToJsonString(rowOptions).Should().Be(expected, "{0} in a shape of {1}", value?.GetType(), typeof(TValue));
        return expected;
    }

    private static void Invoke(string method, Type type, params object[] arguments) =>
        typeof(ContractTests).GetMethod(method, System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!
            .MakeGenericMethod(type).Invoke(null, System.Reflection.BindingFlags.DoNotWrapExceptions, null, arguments, null);

    /// <summary>Writes every value, null too, as the same mark.</summary>
    private sealed class Marking<TValue> : JsonConverter<TValue>
    {
        public override bool HandleNull => true;

        public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options) => writer.WriteStringValue("marked");
    }

    [JsonPolymorphic]
    [JsonDerivedType(typeof(DerivedRow), "derived")]
    [SuppressMessage("Performance", "CA1852", Justification = "A sealed class cannot be polymorphic.")]
    private class DerivedRow : Dictionary<string, object?>;

    [JsonConverter(typeof(Marking<ConvertedRow>))]
    private sealed class ConvertedRow : Dictionary<string, object?>;

    [JsonConverter(typeof(Marking<ConvertedTypedRow>))]
    private sealed class ConvertedTypedRow : Dictionary<string, int>;

    private sealed class CallbackRow : Dictionary<string, object?>, IJsonOnSerializing
    {
        public void OnSerializing() => this["added"] = 1;
    }
}
