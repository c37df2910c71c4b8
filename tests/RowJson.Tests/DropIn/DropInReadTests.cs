using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.FSharp.Core;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Reading is the serializer's: failures inside values that are taken over for writing, and callbacks of their contracts.</summary>
public class DropInReadTests
{
    private static readonly string[] Faulty = ["[1,x]", "[1", """{"a":}""", "tru", """{"a":[1,{"b":1,}]}""", "\"\\q\"", "[1}", ""];

    private static Dictionary<string, JsonSerializerOptions> Options => new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web) { Converters = { new JsonStringEnumConverter() } },
        ["shallow"] = new() { MaxDepth = 4 },
        ["encoder"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["key policy"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase },
    };

    public static TheoryData<string> Names => [.. Options.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Deserialize_malformedTextInADocument_failsAsWithPlainOptions(string name)
    {
        JsonSerializerOptions options = Options[name], both = options.WithRowJson();
        var comparison = new ReadComparison(options, both, name, isHandedOver: name is "encoder" or "key policy");
        foreach (string text in Faulty.Append("[1]").Append("""{"a":{"b":[1,{"c":[2]}]}}"""))
        {
            await comparison.CheckAsync<JsonElement>(text, "the value");
            await comparison.CheckAsync<List<JsonElement>>($"[5,{text}]", "elements");
            await comparison.CheckAsync<JsonDocument[]>($"[null,{text}]", "documents");
            await comparison.CheckAsync<Dictionary<string, JsonElement>>($$"""{"a b":1,"c":{{text}}}""", "entries");
            await CheckObject<ElementHolder>(text);
            await CheckObject<DocumentHolder>(text);
            await CheckObject<OptionalHolder>(text);
            await CheckObject<ElementRecord>(text);
            await CheckObject<FSharpHolder>(text);
            await CheckObject<ListHolder>(text);
            await CheckObject<ExtensionHolder>(text);
            await CheckObject<ExtensionBase>(text);
        }
        comparison.Read.Should().BeGreaterThan(100);

        async Task CheckObject<T>(string text)
        {
            string json = $$"""{"Id":1,"E":{{text}}}""";
            await comparison.CheckAsync<T>(json, typeof(T).Name);
            // In a list the serializer reads the objects where they have no converter.
            if (name is not ("encoder" or "key policy")) await comparison.CheckAsync<List<T>>($$"""[{"Id":0},{{json}}]""", $"list of {typeof(T).Name}");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_polymorphicObjectWithAdditionalProperties_equalsSerializer(string name)
    {
        JsonSerializerOptions options = Options[name], both = options.WithRowJson();
        const string json = """{"$type":"more","Id":1,"a":1,"b c":[2,{}]}""";

        ExtensionBase expected = JsonSerializer.Deserialize<ExtensionBase>(json, options)!, actual = JsonSerializer.Deserialize<ExtensionBase>(json, both)!;

        actual.Should().BeOfType<ExtensionMore>();
        JsonSerializer.Serialize(actual, options).Should().Be(JsonSerializer.Serialize(expected, options));
        JsonSerializer.Serialize(actual, both).Should().Be(JsonSerializer.Serialize(expected, options)).And.Contain("\"b c\":[2,{}]");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Deserialize_callbacksOfACollection_areCalledAsWithPlainOptions(string name)
    {
        int called = 0;
        Check<Dictionary<string, int>>("""{"a":1}""");
        Check<IReadOnlyDictionary<string, double>>("""{"a":1}""");
        Check<Dictionary<string, object>>("""{"a":1}""");
        Check<List<int>>("[1]");
        Check<IList<string>>("""["a"]""");
        Check<List<ReadRow>>("""[{"Id":1}]""");
        Check<ReadRow[]>("""[{"Id":1}]""");
        Check<HashSet<ReadRow>>("""[{"Id":1}]""");
        Check<Queue<ReadRow>>("""[{"Id":1}]""");
        Check<IReadOnlyList<ReadRow>>("""[{"Id":1}]""");
        Check<ImmutableList<ReadRow>>("""[{"Id":1}]""");
        Check<List<Dictionary<string, object>>>("""[{"a":1}]""");
        Check<List<JsonElement>>("[1,[2]]");
        called.Should().BeGreaterThan(20);

        void Check<T>(string json)
        {
            List<string> expected = CallsOf(plain => plain), actual = CallsOf(it => it.WithRowJson());
            called += expected.Count;
            actual.Should().Equal(expected, typeof(T).ToString());

            List<string> CallsOf(Func<JsonSerializerOptions, JsonSerializerOptions> make)
            {
                List<string> calls = [];
                var plain = new JsonSerializerOptions(Options[name])
                {
                    TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { info => AddCallbacks(info, typeof(T), calls) } },
                };
                JsonSerializerOptions options = make(plain);
                T? value = JsonSerializer.Deserialize<T>(json, options);
                calls.Add(JsonSerializer.Serialize(new { value }, options));
                JsonSerializer.Deserialize<List<T>>($"[{json},null]", options).Should().HaveCount(2);
                return calls;
            }
        }
    }

    private static void AddCallbacks(JsonTypeInfo info, Type type, List<string> calls)
    {
        if (info.Type != type) return;
        try
        {
            info.OnDeserializing = value => calls.Add($"deserializing {value.GetType()}");
            info.OnDeserialized = value => calls.Add($"deserialized {value.GetType()}");
        }
        catch (InvalidOperationException)
        {
            // A collection that is made when its elements are read.
        }
    }

    private sealed class ElementHolder
    {
        public int Id { get; set; }

        public JsonElement E { get; set; }
    }

    private sealed class DocumentHolder
    {
        public int Id { get; set; }

        public JsonDocument? E { get; set; }
    }

    private sealed class OptionalHolder
    {
        public int Id { get; set; }

        public JsonElement? E { get; set; }
    }

    private sealed class FSharpHolder
    {
        public int Id { get; set; }

        public FSharpOption<JsonElement>? E { get; set; }
    }

    private sealed record ElementRecord(int Id, JsonElement E);

    private sealed class ListHolder
    {
        public int Id { get; set; }

        public List<JsonElement>? E { get; set; }
    }

    private sealed class ExtensionHolder
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    [JsonDerivedType(typeof(ExtensionMore), "more")]
    private class ExtensionBase
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    private sealed class ExtensionMore : ExtensionBase;
}
