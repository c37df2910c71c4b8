using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Classes with attributes of Newtonsoft.Json, and its tokens, that are handed to RowJson.</summary>
[Trait("Speed", "Slow")]
public class NewtonsoftAnalyzerTests
{
    private const string Declarations = """
        static class Given
        {
            public static JsonRowOptions Options; public static JsonSerializerOptions Json; public static JsonTypeInfo<Row> Info;
            public static readonly JsonRowOptions Kept = new(JsonSerializerOptions.Web) { Format = JsonRowFormat.Lines };
            public static readonly JsonSerializerOptions Fast = JsonSerializerOptions.Default.WithRowJson(writeOnly: true);
        }
        class AnyConverter : JsonConverter<object>
        {
            public override object Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => null;
            public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) { }
        }
        """;

    private const string Secret = "class Row { public int Id { get; set; } [Newtonsoft.Json.JsonIgnore] public string Password { get; set; } }";

    private static readonly AnalyzedCode Project = new() { Analyzer = new NewtonsoftAnalyzer(), Declarations = Declarations };

    [Theory]
    [InlineData("[Newtonsoft.Json.JsonIgnore] public string A { get; set; }", "[JsonIgnore] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty(\"b\")] public string A { get; set; }", "[JsonProperty] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty(PropertyName = \"a\")] public string A { get; set; }", "[JsonProperty] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty(NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)] public int? A { get; set; }", "[JsonProperty] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.IgnoreAndPopulate)] public int A { get; set; }", "[JsonProperty] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))] public DayOfWeek A { get; set; }", "[JsonConverter] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonExtensionData] public Dictionary<string, object> A { get; set; }", "[JsonExtensionData] of 'Row.A'")]
    [InlineData("public Part A { get; set; } } class Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }", "[JsonIgnore] of 'Part.B'")]
    [InlineData("public Dictionary<string, List<Part?[]>> A { get; set; } } struct Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }", "[JsonIgnore] of 'Part.B'")]
    [InlineData("public Row Next { get; set; } public Part A { get; set; } } [Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))] enum Part { B", "[JsonConverter] of 'Part'")]
    [InlineData("[System.Runtime.Serialization.IgnoreDataMember] public string A { get; set; }", "[IgnoreDataMember] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty] private int A { get; set; }", "[JsonProperty] of 'Row.A'")]
    [InlineData("[Newtonsoft.Json.JsonProperty(\"b\")] internal int A;", "[JsonProperty] of 'Row.A'")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { public int B { get; set; }", "[DataContract] of 'Part'")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { [System.Runtime.Serialization.DataMember(Name = \"c\")] public int B { get; set; }", "[DataMember] of 'Part.B'")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { [System.Runtime.Serialization.DataMember(EmitDefaultValue = false)] public int B { get; set; }", "[DataMember] of 'Part.B'")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { [System.Runtime.Serialization.DataMember] private int B { get; set; }", "[DataMember] of 'Part.B'")]
    [InlineData("[JsonConverter(typeof(JsonStringEnumConverter))] public Part? A { get; set; } } enum Part { [System.Runtime.Serialization.EnumMember(Value = \"b\")] B", "[EnumMember] of 'Part.B'")]
    [InlineData("public Part A { get; set; } } [JsonConverter(typeof(JsonStringEnumConverter))] enum Part { [System.Runtime.Serialization.EnumMember(Value = \"b\")] B", "[EnumMember] of 'Part.B'")]
    [InlineData("public Part A { get; set; } } [Newtonsoft.Json.JsonObject(Newtonsoft.Json.MemberSerialization.OptIn)] class Part { public int B { get; set; }", "[JsonObject] of 'Part'")]
    public async Task Attribute_thatIsNotSeen_isWarnedOf(string members, string text)
    {
        Diagnostic warning = await OneOf($"class Row {{ {members} }}", "JsonRows.From(rows).ToUtf8Bytes();");
        warning.GetMessage(CultureInfo.InvariantCulture).Should().StartWith($"Attributes that Newtonsoft.Json obeys have no effect on what is written: {text}.");
        warning.AdditionalLocations.Should().ContainSingle();
    }

    [Theory]
    [InlineData("class Base { [Newtonsoft.Json.JsonIgnore] public int A { get; set; } } class Row : Base;")]
    [InlineData("class Base { [Newtonsoft.Json.JsonIgnore] public virtual int A { get; set; } } class Row : Base { public override int A { get; set; } }")]
    [InlineData("interface IBase { [Newtonsoft.Json.JsonIgnore] int A { get; set; } } interface Row : IBase;")]
    public async Task Attribute_ofABaseType_isWarnedOf(string types) =>
        (await OneOf(types, "JsonRows.From(rows).ToUtf8Bytes();")).GetMessage(CultureInfo.InvariantCulture).Should().Contain("[JsonIgnore] of '");

    /// <summary>The serializer sees no attribute of an overridden property, and writes that property as well if their names differ.</summary>
    [Theory]
    [InlineData("[JsonIgnore]", "[Newtonsoft.Json.JsonIgnore]", 1)]
    [InlineData("[Newtonsoft.Json.JsonIgnore]", "", 0)]
    [InlineData("", "[Newtonsoft.Json.JsonProperty(\"b\")]", 0)]
    public async Task Attribute_ofAnOverriddenProperty_isNoCounterpart(string onBase, string onRow, int places)
    {
        string types = $"class Base {{ {onBase} public virtual int A {{ get; set; }} }} class Row : Base {{ {onRow} public override int A {{ get; set; }} }}";
        (await OneOf(types, "JsonRows.From(rows).ToUtf8Bytes();")).AdditionalLocations.Should().HaveCount(places);
    }

    [Fact]
    public async Task Attribute_ofATypeThatHoldsLargerOnes_isWarnedOf() => (await OneOf(
        "class Row : Node<int>; class Node<T> { public Node<List<T>> Next { get; set; } [Newtonsoft.Json.JsonIgnore] public int A { get; set; } }",
        "JsonRows.From(rows).ToUtf8Bytes();")).GetMessage(CultureInfo.InvariantCulture).Should().Contain("[JsonIgnore] of 'Node.A'");

    [Theory]
    [InlineData("JsonRows.From(rows).WriteTo(stream, Given.Kept);")]
    [InlineData("JsonRows.From(rows).WriteTo(stream, new JsonRowOptions(new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }));")]
    [InlineData("JsonRows.From((IAsyncEnumerable<Row>)null).AsStream();")]
    [InlineData("using var writer = new JsonRowWriter(stream); writer.WriteRow(rows[0]);")]
    [InlineData("JsonRowSerializer.Serialize(stream, rows);")]
    [InlineData("JsonRowSerializer.Serialize(stream, new { Rows = rows });")]
    [InlineData("JsonSerializer.Serialize(rows, JsonSerializerOptions.Web.WithRowJson());")]
    [InlineData("JsonSerializer.SerializeToUtf8Bytes(rows, Given.Fast);")]
    public async Task Write_ofEachKind_isWarnedOf(string statements) =>
        (await OneOf(Secret, statements)).GetMessage(CultureInfo.InvariantCulture).Should().Contain("[JsonIgnore] of 'Row.Password'");

    [Fact]
    public async Task Attributes_ofManyProperties_areOneWarning()
    {
        string members = string.Concat(Enumerable.Range(1, 4).Select(i => $"[Newtonsoft.Json.JsonIgnore] public int P{i} {{ get; set; }} "));
        Diagnostic warning = await OneOf($"class Row {{ {members} }}", "JsonRows.From(rows).ToUtf8Bytes();");
        warning.GetMessage(CultureInfo.InvariantCulture).Should()
            .Contain("written: [JsonIgnore] of 'Row.P1', [JsonIgnore] of 'Row.P2', [JsonIgnore] of 'Row.P3', ….");
        warning.AdditionalLocations.Should().HaveCount(4);
    }

    [Theory]
    [InlineData("[Newtonsoft.Json.JsonIgnore, JsonIgnore] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonIgnore, JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty(\"b\"), JsonPropertyName(\"c\")] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty(\"A\")] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty(NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty(NullValueHandling = Newtonsoft.Json.NullValueHandling.Include)] public string A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonRequired] public string A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter)), JsonConverter(typeof(JsonStringEnumConverter))] public DayOfWeek A { get; set; }")]
    [InlineData("[JsonIgnore] public Part A { get; set; } } class Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }")]
    [InlineData("public Part A { get; set; } } [JsonConverter(typeof(AnyConverter))] class Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }")]
    [InlineData("[JsonConverter(typeof(AnyConverter))] public Part A { get; set; } } class Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonIgnore] private int A { get; set; } [Newtonsoft.Json.JsonIgnore] public int B { private get; set; } [Newtonsoft.Json.JsonIgnore] public static int C { get; set; }")]
    [InlineData("public (Part, int) A { get; set; } } class Part { [Newtonsoft.Json.JsonIgnore] public int B { get; set; }")]
    [InlineData("public Row Next { get; set; } public List<Row> All { get; set; } public object Any { get; set; }")]
    [InlineData("[System.Runtime.Serialization.IgnoreDataMember, JsonIgnore] public string A { get; set; }")]
    [InlineData("[System.Runtime.Serialization.DataMember(Name = \"b\")] public int A { get; set; }")]
    [InlineData("[Newtonsoft.Json.JsonProperty, JsonInclude] private int A { get; set; } private int B { get; set; }")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { [System.Runtime.Serialization.DataMember(Order = 1)] public int B { get; set; } private int C;")]
    [InlineData("public Part A { get; set; } } [System.Runtime.Serialization.DataContract] class Part { [System.Runtime.Serialization.DataMember(Name = \"c\"), JsonPropertyName(\"c\")] public int B { get; set; } [JsonIgnore] public int C { get; set; }")]
    [InlineData("public Part A { get; set; } } enum Part { [System.Runtime.Serialization.EnumMember(Value = \"b\")] B")]
    [InlineData("[JsonConverter(typeof(JsonStringEnumConverter))] public Part A { get; set; } } enum Part { [System.Runtime.Serialization.EnumMember(Value = \"b\"), JsonStringEnumMemberName(\"b\")] B, [System.Runtime.Serialization.EnumMember] C")]
    public async Task Attribute_withACounterpart_isNotWarnedOf(string members) =>
        (await Project.AnalyzeAsync(Code($"class Row {{ {members} }}", "JsonRows.From(rows).ToUtf8Bytes();"))).Should().BeEmpty();

    [Theory]
    [InlineData("JsonRows.From(rows).WriteTo(stream, Given.Options);")]
    [InlineData("JsonRows.From(rows).WriteTo(stream, new JsonRowOptions(Given.Json));")]
    [InlineData("JsonRows.From(rows).WriteTo(stream, new JsonSerializerOptions { Converters = { new AnyConverter() } });")]
    [InlineData("JsonRows.From(rows).WriteTo(stream, new JsonSerializerOptions { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { it => { } } } });")]
    [InlineData("JsonRows.From(rows, Given.Info).WriteTo(stream);")]
    [InlineData("JsonRows.From(rows, new JsonRowShape<Row>().Column(\"id\", it => it.Id)).WriteTo(stream);")]
    [InlineData("JsonSerializer.Serialize(rows); Newtonsoft.Json.JsonConvert.SerializeObject(rows);")]
    [InlineData("JsonSerializer.Serialize(rows, Given.Json);")]
    [InlineData("JsonRows.From(rows.Select(it => new { it.Id })).WriteTo(stream);")]
    [InlineData("JsonRows.From(rows.Cast<object>()).WriteTo(stream);")]
    public async Task Write_withOptionsThatMaySeeAttributes_isNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Code(Secret, statements))).Should().BeEmpty();

    [Fact]
    public async Task EnumMember_whereTheOptionsWriteNames_isWarnedOf() => (await OneOf(
        "class Row { public Part A { get; set; } } enum Part { [System.Runtime.Serialization.EnumMember(Value = \"b\")] B }",
        "JsonRows.From(rows).WriteTo(stream, new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } });"))
            .GetMessage(CultureInfo.InvariantCulture).Should().Contain("[EnumMember] of 'Part.B'");

    /// <summary>A naming policy may give the name of the attribute.</summary>
    [Theory]
    [InlineData("first_name", "new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower }", 0)]
    [InlineData("firstName", "JsonSerializerOptions.Web", 0)]
    [InlineData("firstName", "new JsonSerializerOptions(JsonSerializerDefaults.Web)", 0)]
    [InlineData("firstName", "new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.CamelCase }", 0)]
    [InlineData("firstName", "new JsonSerializerOptions()", 1)]
    [InlineData("first", "JsonSerializerOptions.Web", 1)]
    public async Task Name_thatAPolicyGives_isNotWarnedOf(string name, string options, int expected)
    {
        string types = $"class Row {{ [Newtonsoft.Json.JsonProperty(\"{name}\")] public string FirstName {{ get; set; }} }}";
        (await Project.AnalyzeAsync(Code(types, $"JsonRows.From(rows).WriteTo(stream, {options});"))).Should().HaveCount(expected);
    }

    [Theory]
    [InlineData("JsonRows.From(tokens).ToUtf8Bytes();", "'JObject'")]
    [InlineData("JsonRows.From(new List<Dictionary<string, Newtonsoft.Json.Linq.JToken>>()).ToUtf8Bytes();", "'JToken'")]
    [InlineData("JsonRows.From(rows).ToUtf8Bytes();", "'JArray' in 'Row.Tags'")]
    [InlineData("JsonRowSerializer.Serialize(stream, tokens[0]);", "'JObject'")]
    public async Task Token_isWarnedOf(string statements, string text) =>
        (await OneOf("class Row { public Newtonsoft.Json.Linq.JArray Tags { get; set; } }", statements)).GetMessage(CultureInfo.InvariantCulture)
            .Should().StartWith($"{text} of Newtonsoft.Json is written as nested empty arrays");

    [Theory]
    [InlineData("JsonRows.From(tokens).WriteTo(stream, new JsonSerializerOptions { Converters = { new AnyConverter() } });")]
    [InlineData("JsonRows.From(tokens).WriteTo(stream, Given.Options);")]
    [InlineData("JsonRows.From(tokens.Select(it => new RawJson(it.ToString()))).WriteTo(stream);")]
    public async Task Token_thatAConverterMayWrite_isNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Code("class Row;", statements))).Should().BeEmpty();

    private static async Task<Diagnostic> OneOf(string types, string statements)
    {
        Diagnostic warning = (await Project.AnalyzeAsync(Code(types, statements))).Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON008");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        return warning;
    }

    private static string Code(string types, string statements) =>
        $"{types.Replace("class Row;", "class Row { public int Id { get; set; } }", StringComparison.Ordinal)} "
        + $"static class C {{ static void M(List<Row> rows, List<Newtonsoft.Json.Linq.JObject> tokens, Stream stream) {{ {statements} }} }}";
}
