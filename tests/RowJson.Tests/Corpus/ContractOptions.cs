using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The serializer's options that the contract tests run under.</summary>
internal static class ContractOptions
{
    public static IEnumerable<KeyValuePair<string, JsonSerializerOptions>> All => Create().Select(pair =>
    {
        pair.Value.MakeReadOnly(populateMissingResolver: true);
        return pair;
    });

    private static Dictionary<string, JsonSerializerOptions> Create() => new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web),
        ["camel case"] = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase },
        ["snake case"] = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower },
        ["ignore null"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        ["ignore default"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        ["string enumerations"] = new() { Converters = { new JsonStringEnumConverter() } },
        ["camel case enumerations"] = new() { Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) } },
        ["relaxed encoder"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["fields"] = new() { IncludeFields = true },
        ["read-only ignored"] = new() { IgnoreReadOnlyProperties = true, IgnoreReadOnlyFields = true },
        ["named literals"] = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["numbers as strings"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["references kept"] = new() { ReferenceHandler = ReferenceHandler.Preserve },
        ["references kept, indented"] = new() { ReferenceHandler = ReferenceHandler.Preserve, WriteIndented = true },
        ["cycles ignored"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["nullable annotations"] = new() { RespectNullableAnnotations = true },
        ["indented"] = new() { WriteIndented = true },
        ["source-generated context"] = new() { TypeInfoResolver = RowTypeContext.Default },
        ["source-generated context, web"] = new(JsonSerializerDefaults.Web) { TypeInfoResolver = RowTypeContext.Default },
        ["int converter"] = new() { Converters = { new StarlessConverter() } },
        ["depth of 3"] = new() { MaxDepth = 3 },
    };

    private sealed class StarlessConverter : JsonConverter<short>
    {
        public override short Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 0;

        public override void Write(Utf8JsonWriter writer, short value, JsonSerializerOptions options) => writer.WriteStringValue("short");
    }
}
