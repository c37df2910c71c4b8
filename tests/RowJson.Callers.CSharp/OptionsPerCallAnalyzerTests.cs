using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Options that are made for one write.</summary>
[Trait("Speed", "Slow")]
public class OptionsPerCallAnalyzerTests
{
    private const string Declarations = """
        class Order { public int Id { get; set; } }
        class Settings { public bool Omit; public bool Omits { get; set; } public readonly bool Kept; public List<bool> All = new(); }
        class Upper : JsonNamingPolicy { public override string ConvertName(string name) => name.ToUpperInvariant(); }
        static class Given
        {
            public static JsonRowOptions Options; public static JsonSerializerOptions Json; public static bool Omit;
            public static readonly JsonRowOptions Kept = new(); public static bool OmitsNulls => Omit; public static string Secret => "x";
            public static readonly Settings Settings = new();
        }
        """;

    private static readonly AnalyzedCode Library = Project(OutputKind.DynamicallyLinkedLibrary);

    [Theory]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions());")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new() { OmitNulls = true, ColumnNamingPolicy = JsonNamingPolicy.CamelCase });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(Given.Kept) { Format = JsonRowFormat.Lines });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(JsonSerializerOptions.Web) { ColumnNamingPolicy = new Upper() });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonSerializerOptions { NewLine = Environment.NewLine, WriteIndented = true });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = column => column.Name != Given.Secret });")]
    [InlineData("var options = new JsonRowOptions { OmitNulls = true }; JsonRows.From(orders).WriteToAsync(stream, options);")]
    [InlineData("foreach (var order in orders) { var options = new JsonRowOptions(); JsonRows.From(orders).WriteTo(stream, options); }")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.Settings.Kept });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = column => Given.Settings.Omits });")]
    [InlineData("using var writer = new JsonRowWriter(stream, new JsonRowOptions { OmitNulls = true });")]
    [InlineData("JsonRowSerializer.Serialize(stream, orders, new JsonSerializerOptions(JsonSerializerDefaults.Web));")]
    [InlineData("JsonSerializer.Serialize(orders, new JsonSerializerOptions { WriteIndented = true }.WithRowJson());")]
    [InlineData("var fast = new JsonSerializerOptions(JsonSerializerDefaults.Web).WithRowJson(writeOnly: true); JsonSerializer.Serialize(orders, fast);")]
    [InlineData("Action write = () => JsonRows.From(orders).WriteTo(stream, new JsonRowOptions());")]
    public async Task Options_madeForAWrite_areToBeKept(string statements)
    {
        Diagnostic suggestion = (await Library.AnalyzeAsync(Method(statements))).Should().ContainSingle().Which;
        suggestion.Id.Should().Be("ROWJSON005");
        suggestion.Severity.Should().Be(DiagnosticSeverity.Info);
    }

    [Theory]
    [InlineData("JsonRows.From(orders).WriteTo(stream, Given.Options);")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, JsonRowOptions.Web.WithColumns(\"id\"));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = omit });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.Omit });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.OmitsNulls });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.Settings.Omit });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.Settings.Omits });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = Given.Settings.All[0] });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions(Given.Json));")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = DateTime.Now.Hour > 12 });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = Keep }); static bool Keep(JsonColumn column) => true;")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = it => Keep(it) }); bool Keep(JsonColumn column) => true;")]
    [InlineData("void Write<T>() => JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = it => it.Type == typeof(T) }); Write<int>();")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { OmitNulls = bool.Parse(\"true\") });")]
    [InlineData("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions { ColumnFilter = column => column.Name.Length > orders.Count });")]
    [InlineData("var options = new JsonRowOptions(); foreach (var order in orders) JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("var options = new JsonRowOptions(); JsonRows.From(orders).WriteTo(stream, options); JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("var options = new JsonRowOptions(); Action write = () => JsonRows.From(orders).WriteTo(stream, options);")]
    [InlineData("JsonSerializer.Serialize(orders, new JsonSerializerOptions());")]
    [InlineData("JsonSerializer.Serialize(orders, JsonSerializerOptions.Web.WithRowJson());")]
    [InlineData("Given.Options = new JsonRowOptions(); Keep(new JsonRowOptions()); void Keep(JsonRowOptions options) { }")]
    [InlineData("new JsonSerializerOptions().WithRowJson();")]
    public async Task Options_keptOrOfTheCall_areNotReported(string statements) =>
        (await Library.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    [Theory]
    [InlineData("class P { static void Main() { JsonRows.From(new int[1]).WriteTo(Stream.Null, new JsonRowOptions()); } }", 0)]
    [InlineData("class P { static void Main() { Action write = () => JsonRows.From(new int[1]).WriteTo(Stream.Null, new JsonRowOptions()); } }", 0)]
    [InlineData("class P { static void Main() { while (true) JsonRows.From(new int[1]).WriteTo(Stream.Null, new JsonRowOptions()); } }", 1)]
    [InlineData("class P { static void Main() { } P() { JsonRows.From(new int[1]).WriteTo(Stream.Null, new JsonRowOptions()); } }", 0)]
    [InlineData("class P { static void Main() { } static string Json = JsonRows.From(new int[1]).ToJsonString(new JsonRowOptions()); }", 0)]
    [InlineData("class P { static void Main() { } static string Json => JsonRows.From(new int[1]).ToJsonString(new JsonRowOptions()); }", 1)]
    [InlineData("class P { static void Main() { } void M(bool omit) { new C(new JsonRowOptions { OmitNulls = omit }); } } class C(JsonRowOptions options) { JsonRowOptions Kept => options; }", 0)]
    public async Task Options_madeWhereCodeRunsOnce_areNotReported(string code, int expected) =>
        (await Project(OutputKind.ConsoleApplication).AnalyzeAsync(code)).Should().HaveCount(expected);

    [Fact]
    public async Task Options_ofATest_areNotReported() =>
        (await Project(OutputKind.DynamicallyLinkedLibrary, "none").AnalyzeAsync(Method("JsonRows.From(orders).WriteTo(stream, new JsonRowOptions());")))
            .Should().BeEmpty();

    private static AnalyzedCode Project(OutputKind output, string without = "xunit.") =>
        new() { Analyzer = new OptionsPerCallAnalyzer(), Declarations = Declarations, Output = output, Without = [without] };

    private static string Method(string statements) =>
        $"static class C {{ static void M(List<Order> orders, Stream stream, bool omit) {{ {statements} }} }}";
}
