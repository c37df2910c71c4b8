using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using RowJson.Analyzers;
using RowJson.CodeFixes;

namespace RowJson.Callers;

/// <summary>What an editor makes of code that is warned of. The result compiles, and is not warned of any more.</summary>
[Trait("Speed", "Slow")]
public class CodeFixTests
{
    [Theory]
    [InlineData("var shape = new JsonRowShape<Order>(); shape.Column(\"id\", it => it.Id);", "var shape = new JsonRowShape<Order>(); shape = shape.Column(\"id\", it => it.Id);")]
    [InlineData("Shape.Column(\"a\", it => it.Id).Column(\"b\", it => it.Id);", "Shape = Shape.Column(\"a\", it => it.Id).Column(\"b\", it => it.Id);")]
    [InlineData("rows.InEnvelope(new JsonRowEnvelope(\"rows\"));", "rows = rows.InEnvelope(new JsonRowEnvelope(\"rows\"));")]
    [InlineData("json.WithRowJson();", "json = json.WithRowJson();")]
    [InlineData("Shape!.Column(\"a\", it => it.Id);", "Shape = Shape!.Column(\"a\", it => it.Id);")]
    [InlineData("All[0].Column(\"a\", it => it.Id);", "All[0] = All[0].Column(\"a\", it => it.Id);")]
    [InlineData("/* 1 */ Shape.Column(\"a\", it => it.Id) /* 2 */;", "/* 1 */ Shape = Shape.Column(\"a\", it => it.Id) /* 2 */;")]
    public async Task DroppedResult_isAssigned(string before, string after) =>
        (await FixAsync(new DroppedResultAnalyzer(), new DroppedResultFix(), Dropped(before))).Should().Be(Dropped(after));

    [Theory]
    [InlineData("new JsonRowShape<Order>().Column(\"id\", it => it.Id);")]
    [InlineData("Kept.Column(\"id\", it => it.Id);")]
    [InlineData("JsonRows.From(new int[1]);")]
    [InlineData("JsonSerializerOptions.Web.WithRowJson();")]
    [InlineData("Shape?.Column(\"id\", it => it.Id);")]
    [InlineData("Closed.Shape.Column(\"id\", it => it.Id);")]
    [InlineData("Copied.Shape.Column(\"id\", it => it.Id);")]
    [InlineData("All[Next++].Column(\"id\", it => it.Id);")]
    public async Task DroppedResult_withoutAVariable_hasNoFix(string statement) =>
        (await FixAsync(new DroppedResultAnalyzer(), new DroppedResultFix(), Dropped(statement))).Should().BeNull();

    [Fact]
    public async Task Options_areKeptInAField()
    {
        string? after = await FixAsync(new OptionsPerCallAnalyzer(), new OptionsPerCallFix(), """
            class C
            {
                string WriteOptions() => "";

                void M(List<Order> orders, Stream stream)
                {
                    JsonRows.From(orders).WriteTo(stream, new() { OmitNulls = true });
                }
            }
            """);
        after.Should().Be("""
            class C
            {
                private static readonly JsonRowOptions WriteOptions2 = new() { OmitNulls = true };

                string WriteOptions() => "";

                void M(List<Order> orders, Stream stream)
                {
                    JsonRows.From(orders).WriteTo(stream, WriteOptions2);
                }
            }
            """);
    }

    [Fact]
    public async Task Options_ofTheSerializer_areKeptAsThoseOfRows()
    {
        string? after = await FixAsync(new OptionsPerCallAnalyzer(), new OptionsPerCallFix(), """
            class C
            {
                string M(List<Order> orders) => JsonRows.From(orders).ToJsonString(new JsonSerializerOptions { WriteIndented = true });
            }
            """);
        after.Should().Contain("private static readonly JsonRowOptions WriteOptions = new JsonSerializerOptions { WriteIndented = true };")
            .And.Contain(".ToJsonString(WriteOptions);");
    }

    /// <summary>Fields are initialized in their order.</summary>
    [Fact]
    public async Task Options_thatNeedAField_areKeptAfterIt()
    {
        string? after = await FixAsync(new OptionsPerCallAnalyzer(), new OptionsPerCallFix(), """
            class C
            {
                static readonly JsonSerializerOptions Web = new(JsonSerializerDefaults.Web);

                string M(List<Order> orders) => JsonRows.From(orders).ToJsonString(new JsonRowOptions(Web));
            }
            """);
        after.Should().Contain("""
                static readonly JsonSerializerOptions Web = new(JsonSerializerDefaults.Web);
                private static readonly JsonRowOptions WriteOptions = new JsonRowOptions(Web);

            """);
    }

    [Theory]
    [InlineData("partial class C { string M() => Write(new JsonRowOptions(Web)); } partial class C { static readonly JsonSerializerOptions Web = new(); }")]
    [InlineData("class C { string M() => Write(new JsonRowOptions(Web)); static readonly JsonSerializerOptions Web; static C() { Web = new(); } }")]
    [InlineData("interface C { string M() => Write(new JsonRowOptions()); }")]
    public async Task Options_withoutAPlaceForAField_haveNoFix(string code) => (await FixAsync(
        new OptionsPerCallAnalyzer(), new OptionsPerCallFix(), code.Replace("Write(", "JsonRows.From(new int[1]).ToJsonString(", StringComparison.Ordinal)))
            .Should().BeNull();

    [Fact]
    public async Task Options_ofAnExtensionBlock_areKeptInTheClassAroundIt() => (await FixAsync(
        new OptionsPerCallAnalyzer(), new OptionsPerCallFix(),
        "static class C { extension(List<int> rows) { public string M() => JsonRows.From(rows).ToJsonString(new JsonRowOptions()); } }"))
            .Should().StartWith("static class C { private static readonly JsonRowOptions WriteOptions = new JsonRowOptions(); extension(");

    [Fact]
    public async Task Attributes_getTheirCounterparts()
    {
        string? after = await FixAsync(new NewtonsoftAnalyzer(), new NewtonsoftFix(), """
            class Row
            {
                public int Id { get; set; }

                [Newtonsoft.Json.JsonIgnore]
                public string Password { get; set; }

                [Newtonsoft.Json.JsonProperty("mail", NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)]
                public string Mail { get; set; }

                [JsonPropertyName("n"), Newtonsoft.Json.JsonProperty("n", DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)] public int N { get; set; }
            }
            class C
            {
                void M(List<Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream);
            }
            """);
        after.Should().Be("""
            class Row
            {
                public int Id { get; set; }

                [Newtonsoft.Json.JsonIgnore]
                [JsonIgnore]
                public string Password { get; set; }

                [Newtonsoft.Json.JsonProperty("mail", NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)]
                [JsonPropertyName("mail")]
                [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
                public string Mail { get; set; }

                [JsonPropertyName("n"), Newtonsoft.Json.JsonProperty("n", DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)] [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int N { get; set; }
            }
            class C
            {
                void M(List<Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream);
            }
            """);
    }

    [Fact]
    public async Task Attributes_ofDataContractsAndHiddenMembers_getTheirCounterparts()
    {
        string? after = await FixAsync(new NewtonsoftAnalyzer(), new NewtonsoftFix(), """
            [System.Runtime.Serialization.DataContract]
            class Row
            {
                [System.Runtime.Serialization.DataMember(Name = "no", EmitDefaultValue = false)]
                public int Number { get; set; }

                [System.Runtime.Serialization.IgnoreDataMember]
                public string Password { get; set; }

                [Newtonsoft.Json.JsonProperty("region")]
                private string Region { get; set; }

                [System.Runtime.Serialization.DataMember]
                [JsonConverter(typeof(JsonStringEnumConverter))]
                public State State { get; set; }
            }
            enum State
            {
                [System.Runtime.Serialization.EnumMember(Value = "sent-out")]
                Sent,
            }
            class C
            {
                void M(List<Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream);
            }
            """);
        after.Should().Contain("""
                [System.Runtime.Serialization.DataMember(Name = "no", EmitDefaultValue = false)]
                [JsonPropertyName("no")]
                [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
                public int Number { get; set; }

                [System.Runtime.Serialization.IgnoreDataMember]
                [JsonIgnore]
                public string Password { get; set; }

                [Newtonsoft.Json.JsonProperty("region")]
                [JsonInclude]
                [JsonPropertyName("region")]
                private string Region { get; set; }
            """).And.Contain("""
                [System.Runtime.Serialization.EnumMember(Value = "sent-out")]
                [JsonStringEnumMemberName("sent-out")]
                Sent,
            """);
    }

    /// <summary>Of a record's parameter, a field, a name of an alias, a handling of <c>using static</c>, and a value that is never null.</summary>
    [Theory]
    [InlineData(
        "record Row([property: Newtonsoft.Json.JsonProperty(\"a\")] int A);",
        "record Row([property: Newtonsoft.Json.JsonProperty(\"a\")] [property: JsonPropertyName(\"a\")] int A);")]
    [InlineData(
        "class Row { [JsonPropertyName(\"a\"), Newtonsoft.Json.JsonProperty(\"a\")] int A; }",
        "class Row { [JsonPropertyName(\"a\"), Newtonsoft.Json.JsonProperty(\"a\")] [JsonInclude] int A; }")]
    [InlineData(
        "namespace N { using J = Newtonsoft.Json; class Row { [J::JsonIgnore] public int A { get; set; } } }",
        "namespace N { using J = Newtonsoft.Json; class Row { [J::JsonIgnore] [JsonIgnore] public int A { get; set; } } }")]
    [InlineData(
        "namespace N { using static Newtonsoft.Json.NullValueHandling; "
        + "class Row { [Newtonsoft.Json.JsonProperty(NullValueHandling = Ignore)] public string A { get; set; } } }",
        "namespace N { using static Newtonsoft.Json.NullValueHandling; "
        + "class Row { [Newtonsoft.Json.JsonProperty(NullValueHandling = Ignore)] "
        + "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string A { get; set; } } }")]
    [InlineData(
        "class Row { [Newtonsoft.Json.JsonProperty(\"a\", NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)] public int A { get; set; } }",
        "class Row { [Newtonsoft.Json.JsonProperty(\"a\", NullValueHandling = Newtonsoft.Json.NullValueHandling.Ignore)] "
        + "[JsonPropertyName(\"a\")] public int A { get; set; } }")]
    [InlineData(
        "class Row { [Newtonsoft.Json.JsonIgnore] /* why */ public int A { get; set; } }",
        "class Row { [Newtonsoft.Json.JsonIgnore] /* why */ [JsonIgnore] public int A { get; set; } }")]
    public async Task Attributes_ofOtherDeclarations_getTheirCounterparts(string before, string after)
    {
        string write = $" class C {{ void M(List<{(before[0] == 'n' ? "N." : "")}Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream); }}";
        (await FixAsync(new NewtonsoftAnalyzer(), new NewtonsoftFix(), before + write)).Should().Be(after + write);
    }

    [Fact]
    public async Task Attributes_whereANamespaceIsCalledSystem_areNamedInFull() => (await FixAsync(new NewtonsoftAnalyzer(), new NewtonsoftFix(), """
        namespace N.System { class JsonIgnore; }
        namespace N
        {
            class JsonIgnoreAttribute;
            class Row { [Newtonsoft.Json.JsonIgnore] public int A { get; set; } }
            class C { void M(List<Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream); }
        }
        """)).Should().Contain("[Newtonsoft.Json.JsonIgnore] [global::System.Text.Json.Serialization.JsonIgnore] public");

    /// <summary>As <c>dotnet format</c> does: two writes name the same attribute, and each is added once.</summary>
    [Theory]
    [InlineData(FixAllScope.Document)]
    [InlineData(FixAllScope.Project)]
    [InlineData(FixAllScope.Solution)]
    public async Task Attributes_ofAllWrites_areFixedAtOnce(FixAllScope scope)
    {
        var analyzed = new AnalyzedCode { Analyzer = new NewtonsoftAnalyzer() };
        using var workspace = new AdhocWorkspace();
        Document document = DocumentOf(workspace, analyzed, """
            class A { [Newtonsoft.Json.JsonIgnore] public string P { get; set; } }
            class B { public A A { get; set; } [Newtonsoft.Json.JsonProperty("q")] public string Q { get; set; } }
            class C { void M(List<A> a, List<B> b, Stream stream) { JsonRows.From(a).WriteTo(stream); JsonRows.From(b).WriteTo(stream); } }
            """);
        var provider = new NewtonsoftFix();
        Diagnostic[] found = await analyzed.AnalyzeAsync((await document.Project.GetCompilationAsync())!);
        found.Should().HaveCount(2);

        var context = new FixAllContext(document, provider, scope, null, ["ROWJSON008"], new Found(found), CancellationToken.None);
        CodeAction action = (await provider.GetFixAllProvider().GetFixAsync(context))!;

        var change = (ApplyChangesOperation)(await action.GetOperationsAsync(CancellationToken.None))[0];
        Document after = change.ChangedSolution.GetDocument(document.Id)!;
        (await analyzed.AnalyzeAsync((await after.Project.GetCompilationAsync())!)).Should().BeEmpty();
        (await after.GetTextAsync()).ToString().Should()
            .Contain("class A { [Newtonsoft.Json.JsonIgnore] [JsonIgnore] public string P").And.Contain("[JsonPropertyName(\"q\")] public string Q");
    }

    [Fact]
    public async Task Attributes_thatNeedADecision_haveNoFix() => (await FixAsync(new NewtonsoftAnalyzer(), new NewtonsoftFix(), """
        class Row { [Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))] public DayOfWeek Day { get; set; } }
        class C { void M(List<Row> rows, Stream stream) => JsonRows.From(rows).WriteTo(stream); }
        """)).Should().BeNull();

    private static string Dropped(string statements) =>
        "struct Copied { public JsonRowShape<Order> Shape; } class Closed { public JsonRowShape<Order> Shape { get; private set; } } "
        + "class C { JsonRowShape<Order> Shape; readonly JsonRowShape<Order> Kept; List<JsonRowShape<Order>> All; int Next; Closed Closed; "
        + $"Copied Copied {{ get; set; }} void M(JsonRows rows, JsonSerializerOptions json) {{ {statements} }} }}";

    /// <summary>The code after the first fix of its one warning; null if there is none.</summary>
    private static async Task<string?> FixAsync(DiagnosticAnalyzer analyzer, CodeFixProvider provider, string code)
    {
        var analyzed = new AnalyzedCode { Analyzer = analyzer };
        using var workspace = new AdhocWorkspace();
        Document document = DocumentOf(workspace, analyzed, code);
        Diagnostic warning = (await analyzed.AnalyzeAsync((await document.Project.GetCompilationAsync())!)).Should().ContainSingle().Which;

        var actions = new List<CodeAction>();
        await provider.RegisterCodeFixesAsync(new CodeFixContext(document, warning, (action, _) => actions.Add(action), CancellationToken.None));
        if (actions.Count == 0) return null;
        var change = (ApplyChangesOperation)(await actions[0].GetOperationsAsync(CancellationToken.None))[0];
        Document after = change.ChangedSolution.GetDocument(document.Id)!;
        (await analyzed.AnalyzeAsync((await after.Project.GetCompilationAsync())!)).Should().BeEmpty();
        string text = (await after.GetTextAsync()).ToString();
        string around = analyzed.TextOf("");
        text.Should().StartWith(around);
        return text[around.Length..];
    }

    private static Document DocumentOf(AdhocWorkspace workspace, AnalyzedCode analyzed, string code) =>
        workspace.AddProject("application", LanguageNames.CSharp)
            .WithParseOptions(AnalyzedCode.ParseOptions)
            .WithCompilationOptions(new CSharpCompilationOptions(analyzed.Output))
            .AddMetadataReferences(analyzed.References)
            .AddDocument("Code.cs", analyzed.TextOf(code));

    private sealed class Found(Diagnostic[] all) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(all);

        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(all);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}
