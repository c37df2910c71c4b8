using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Conformance;

/// <summary>The options that members are written under, with contracts by reflection.</summary>
internal static class MemberOptionSets
{
    /// <summary>Sets that every type of rows is written under.</summary>
    public static readonly MemberOptions[] ForAllRows =
    [
        new("default", new()),
        new("web, nulls ignored, fields", new(JsonSerializerDefaults.Web)
        {
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, IncludeFields = true, DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper,
        }),
        new("defaults ignored, relaxed, strings of enumerations and numbers", new()
        {
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            Converters = { new JsonStringEnumConverter() },
            NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals,
        }),
    ];

    /// <summary>Sets that rows which are dictionaries are written under, too.</summary>
    public static readonly MemberOptions[] ForDictionaries =
    [
        new("dictionaries, numbers as strings", new() { NumberHandling = JsonNumberHandling.WriteAsString }),
        new("dictionaries, cycles ignored", new() { ReferenceHandler = ReferenceHandler.IgnoreCycles }),
        new("dictionaries, cycles ignored, numbers as strings", new()
        {
            ReferenceHandler = ReferenceHandler.IgnoreCycles, NumberHandling = JsonNumberHandling.WriteAsString, MaxDepth = 3,
        }),
    ];

    /// <summary>Sets that rows without attributes are written under.</summary>
    public static readonly MemberOptions[] ForPlainRows =
    [
        new("camel case", new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase }),
        new("kebab case", new() { PropertyNamingPolicy = JsonNamingPolicy.KebabCaseLower, DictionaryKeyPolicy = JsonNamingPolicy.KebabCaseUpper }),
        new("fields, read-only properties ignored", new() { IncludeFields = true, IgnoreReadOnlyProperties = true }),
        new("fields, read-only fields ignored", new() { IncludeFields = true, IgnoreReadOnlyFields = true }),
        new("numbers as strings", new() { NumberHandling = JsonNumberHandling.WriteAsString }),
        new("named literals", new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }),
        new("numbers as strings, nulls ignored", new()
        {
            NumberHandling = JsonNumberHandling.WriteAsString, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        }),
        new("numbers as strings, defaults ignored", new()
        {
            NumberHandling = JsonNumberHandling.WriteAsString, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        }),
        new("camel case enumerations", new() { Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) } }),
        new("converter of everything but strings", new() { Converters = { new AllButStrings() } }),
        new("nullable annotations", new() { RespectNullableAnnotations = true }),
        new("defaults ignored, named literals", new()
        {
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        }),
        new("references kept", new() { ReferenceHandler = ReferenceHandler.Preserve }),
        new("cycles ignored", new() { ReferenceHandler = ReferenceHandler.IgnoreCycles }),
        new("indented", new() { WriteIndented = true, IndentSize = 1 }),
        new("depth of 2", new() { MaxDepth = 2 }),
        new("depth of 3", new() { MaxDepth = 3 }),
        new("depth of 3, numbers as strings", new() { MaxDepth = 3, NumberHandling = JsonNumberHandling.WriteAsString }),
        new("depth of 3, named literals", new() { MaxDepth = 3, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }),
        new("depth of 4", new() { MaxDepth = 4 }),
        new("encoder that escapes letters and digits, numbers as strings", new()
        {
            NumberHandling = JsonNumberHandling.WriteAsString, Encoder = JavaScriptEncoder.Create(new TextEncoderSettings(System.Text.Unicode.UnicodeRanges.Cyrillic)),
        }),
        new("getters replaced", WithModifier(static info =>
        {
            foreach (JsonPropertyInfo property in info.Properties)
                if (property.Get is { } get) property.Get = row => get(row);
        })),
        new("polymorphic", WithModifier(static info =>
        {
            if (info.Kind == JsonTypeInfoKind.Object && !info.Type.IsValueType && info.Type.Name.StartsWith("PlainMembers", StringComparison.Ordinal))
                info.PolymorphismOptions = new JsonPolymorphismOptions { DerivedTypes = { new JsonDerivedType(info.Type, "plain") } };
        })),
        new("columns filtered", new(), expect: text => MemberRewriting.Rewrite(text, name => name == "Value" ? null : name), rows: new()
        {
            ColumnFilter = column => column.Name != "Value",
        }),
        new("columns renamed", new(), expect: text => MemberRewriting.Rewrite(text, name => name.ToUpperInvariant()), rows: new()
        {
            ColumnNamingPolicy = Naming.By(name => name.ToUpperInvariant()),
        }),
        new("nulls omitted", new(), expect: text => MemberRewriting.Rewrite(text, name => name, omitsNulls: true), rows: new() { OmitNulls = true }),
        new("nulls omitted, cycles ignored", new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
            expect: text => MemberRewriting.Rewrite(text, name => name, omitsNulls: true), rows: new() { OmitNulls = true }),
        new("nulls omitted, numbers as strings", new() { NumberHandling = JsonNumberHandling.WriteAsString },
            expect: text => MemberRewriting.Rewrite(text, name => name, omitsNulls: true), rows: new() { OmitNulls = true }),
    ];

    private static JsonSerializerOptions WithModifier(Action<JsonTypeInfo> modifier) =>
        new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { modifier } } };

    /// <summary>A factory for all types but strings: it leaves objects and lists to the serializer.</summary>
    private sealed class AllButStrings : JsonConverterFactory
    {
        private readonly BracketConverters _brackets = new();

        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsValueType && !typeToConvert.Name.Contains("Members", StringComparison.Ordinal);

        public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) => _brackets.CreateConverter(typeToConvert, options);
    }
}
