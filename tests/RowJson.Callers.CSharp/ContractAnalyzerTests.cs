using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Code of an application that is compiled ahead: which writes are warned of.</summary>
[Trait("Speed", "Slow")]
public class ContractAnalyzerTests
{
    private const string Types = """
        using System; using System.Collections.Generic; using System.Data; using System.IO; using System.Linq; using System.Text.Json;
        using System.Text.Json.Nodes; using System.Text.Json.Serialization; using System.Text.Json.Serialization.Metadata; using RowJson;
        class Order { public int Id { get; set; } }
        class Words : Dictionary<string, string>;
        static class Given { public static JsonRowOptions Options; public static JsonSerializerOptions Json; public static JsonTypeInfo<Order> Info;
            public static readonly JsonRowOptions Kept = new() { OmitNulls = true }; public static JsonRowOptions Mutable = new();
            public static JsonRowOptions Only { get; } = new(JsonSerializerOptions.Web); public static JsonRowOptions Computed => Options;
            public static readonly JsonSerializerOptions Filled = new();
            public static readonly JsonRowOptions Converted = new JsonSerializerOptions(); public static readonly JsonRowOptions OfFilled = Filled; }
        static class Constructed { public static readonly JsonRowOptions Options = new(); static Constructed() { Options = Given.Options; } }
        static class Declared
        {
            [System.Diagnostics.CodeAnalysis.RequiresUnreferencedCode("")]
            public static void Write(List<Order> orders) => JsonRows.From(orders).ToUtf8Bytes();
        }
        """;

    private static readonly MetadataReference[] Platform =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    [Theory]
    [InlineData("JsonRows.From(orders).WriteTo(stream);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, null);")]
    [InlineData("JsonRows.From(orders.ToArray()).ToJsonString(new JsonRowOptions());")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new() { OmitNulls = true });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(JsonSerializerOptions.Web));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(new JsonSerializerOptions(JsonSerializerDefaults.Web)));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { SerializerOptions = new() { WriteIndented = true } });")]
    [InlineData("JsonRows.From(orders).InEnvelope(new JsonRowEnvelope(\"rows\")).WriteTo(stream);")]
    [InlineData("var rows = JsonRows.From(orders); var options = new JsonRowOptions { OmitNulls = true }; rows.WriteTo(stream, options);")]
    [InlineData("Action write = () => JsonRows.From(orders).ToUtf8Bytes();")]
    [InlineData("JsonRows.From(orders).ToJsonString(JsonSerializerOptions.Web);")]
    [InlineData("JsonRows.From(orders).AsStream();")]
    [InlineData("JsonRows.From(orders).ToHttpContent();")]
    [InlineData("JsonRows.From(sequence).WriteToAsync(stream);")]
    [InlineData("JsonRows.From(new[] { 1 }).WriteTo(stream);")]
    [InlineData("JsonRows.From(new[] { \"a\" }).WriteTo(stream);")]
    [InlineData("using var writer = new JsonRowWriter(stream); writer.WriteRow(new Order());")]
    [InlineData("using var writer = new JsonRowWriter(stream); writer.WriteRowAsync(new Order());")]
    [InlineData("JsonRowSerializer.Serialize(stream, new Order());")]
    [InlineData("JsonRowSerializer.SerializeAsync(stream, new Order(), JsonSerializerOptions.Web);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, JsonRowOptions.Web);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Kept);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Only);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Converted);")]
    [InlineData("JsonRowOptions options = new JsonSerializerOptions(); JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("JsonRowOptions options = JsonSerializerOptions.Web; JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(JsonRowOptions.Web) { OmitNulls = true });")]
    public async Task Write_withoutContract_isWarnedOf(string statements)
    {
        Diagnostic warning = (await Analyze(statements)).Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON001");
        warning.GetMessage(System.Globalization.CultureInfo.InvariantCulture).Should().MatchRegex("^Rows of '(Order|int|string)' .*SerializerOptions.*JsonTypeInfo$");
    }

    [Theory]
    [InlineData("JsonRows.From(orders, Given.Info).WriteTo(stream);")]
    [InlineData("JsonRows.From(orders, new JsonRowShape<Order>().Column(\"id\", it => it.Id)).WriteTo(stream);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Options);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(Given.Json));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(Given.Options) { OmitNulls = true });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { SerializerOptions = Given.Json });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(new JsonSerializerOptions(Given.Json)));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(new JsonSerializerOptions { TypeInfoResolver = null }));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new(new JsonSerializerOptions { TypeInfoResolverChain = { Given.Info.OriginatingResolver } }));")]
    [InlineData("var options = new JsonRowOptions(); if (orders.Count > 1) options = Given.Options; JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("var json = new JsonSerializerOptions(); json.TypeInfoResolverChain.Add(null!); JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(json));")]
    [InlineData("JsonRows.From(new List<Dictionary<string, object>>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<IReadOnlyDictionary<string, int>>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<IEnumerable<KeyValuePair<string, object>>>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<Words>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<object>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<JsonElement>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<JsonDocument>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<JsonObject>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<RawJson>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<IDataRecord>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<DataRow>()).WriteTo(stream);")]
    [InlineData("JsonRows.From(JsonDocument.Parse(\"[]\")).WriteTo(stream);")]
    [InlineData("JsonRows.From(new DataTable()).WriteTo(stream);")]
    [InlineData("JsonRows Of<T>(List<T> any) { JsonRows.From(any).WriteTo(stream); return JsonRows.From(any); } Of(orders);")]
    [InlineData("using var writer = new JsonRowWriter(stream); writer.WriteRow(new Order(), Given.Info); writer.WriteRow(new Words());")]
    [InlineData("using var writer = new JsonRowWriter(stream, Given.Options); writer.WriteRow(new Order());")]
    [InlineData("var json = new JsonSerializerOptions(); JsonRows.From(orders).ToJsonString(json);")]
    [InlineData("JsonRows.From(orders).ToJsonString(Given.Json);")]
    [InlineData("JsonRowSerializer.SerializeAsync(stream, new Order(), Given.Info); JsonRowSerializer.Serialize(stream, orders, Given.Json);")]
    [InlineData("Get().WriteTo(stream); JsonRows Get() => JsonRows.From(orders);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Mutable);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.OfFilled);")]
    [InlineData("var json = new JsonSerializerOptions(); JsonRowOptions options = json; JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("var rows = JsonRows.From(orders); (rows, stream) = (JsonRows.From(new List<Words>()), stream); rows.WriteTo(stream);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Computed);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Constructed.Options);")]
    [InlineData("JsonRows.From(orders).ToJsonString(Given.Filled);")]
    [InlineData("Declared.Write(orders);")]
    public async Task Write_withContractOrWithoutNeed_isNotWarnedOf(string statements) =>
        (await Analyze(statements)).Should().BeEmpty();

    [Theory]
    [InlineData("EnableTrimAnalyzer", "true", 1)]
    [InlineData("PublishAot", "True", 1)]
    [InlineData("PublishTrimmed", "true", 1)]
    [InlineData("EnableAotAnalyzer", "false", 0)]
    [InlineData("PublishSingleFile", "true", 0)]
    public async Task Write_project_isOneThatIsTrimmedOrCompiledAhead(string property, string value, int expected) =>
        (await Analyze("JsonRows.From(orders).WriteTo(stream);", property, value)).Should().HaveCount(expected);

    private static async Task<ImmutableArray<Diagnostic>> Analyze(string statements, string property = "EnableAotAnalyzer", string value = "true")
    {
        var options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary);
        string method = $"static class C {{ static void M(List<Order> orders, IAsyncEnumerable<Order> sequence, Stream stream) {{ {statements} }} }}";
        SyntaxTree tree = CSharpSyntaxTree.ParseText(Types + method, new CSharpParseOptions(LanguageVersion.Preview));
        var compilation = CSharpCompilation.Create("application", [tree], Platform, options);
        compilation.GetDiagnostics().Where(it => it.Severity == DiagnosticSeverity.Error).Should().BeEmpty();
        var project = new AnalyzerOptions([], new Properties(new() { ["build_property." + property] = value }));
        return await compilation.WithAnalyzers([new ContractAnalyzer()], project).GetAnalyzerDiagnosticsAsync();
    }

    /// <summary>The properties that the build shows to analyzers.</summary>
    private sealed class Properties(Dictionary<string, string> values) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Values(values);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;

        private sealed class Values(Dictionary<string, string> values) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => values.TryGetValue(key, out value);
        }
    }
}
