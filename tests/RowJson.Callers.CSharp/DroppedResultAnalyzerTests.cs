using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Results that are dropped of calls that change nothing.</summary>
[Trait("Speed", "Slow")]
public class DroppedResultAnalyzerTests
{
    private static readonly AnalyzedCode Project = new() { Analyzer = new DroppedResultAnalyzer() };

    private static readonly AnalyzedCode Tests = new() { Analyzer = new DroppedResultAnalyzer(), Without = [] };

    [Theory]
    [InlineData("var shape = new JsonRowShape<Order>(); shape.Column(\"id\", it => it.Id);", "Column", "a shape")]
    [InlineData("new JsonRowShape<Order>().Column(\"id\", it => it.Id).Column(\"id\", it => (int?)it.Id);", "Column", "a shape")]
    [InlineData("var envelope = new JsonRowEnvelope(\"rows\"); envelope.Before(\"n\", 1);", "Before", "an envelope")]
    [InlineData("var envelope = new JsonRowEnvelope(\"rows\"); envelope.After(\"n\", it => it.Rows);", "After", "an envelope")]
    [InlineData("var rows = JsonRows.From(orders); rows.InEnvelope(new JsonRowEnvelope(\"rows\"));", "InEnvelope", "rows in")]
    [InlineData("var shape = new JsonRowShape<Order>(); shape?.Column(\"id\", it => it.Id);", "Column", "a shape")]
    [InlineData("JsonRows.From(orders);", "From", "rows")]
    [InlineData("JsonRowOptions.Web.WithColumns(\"id\");", "WithColumns", "options for")]
    [InlineData("serializer.WithRowJson();", "WithRowJson", "new options")]
    [InlineData("serializer.WithRowJson(writeOnly: true);", "WithRowJson", "new options")]
    public async Task Call_whoseResultIsDropped_isWarnedOf(string statements, string method, string result)
    {
        Diagnostic warning = (await Project.AnalyzeAsync(Method(statements))).Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON007");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        warning.GetMessage(CultureInfo.InvariantCulture).Should().StartWith($"'{method}' changes and writes nothing: it returns {result}");
    }

    [Theory]
    [InlineData("var shape = new JsonRowShape<Order>(); shape = shape.Column(\"id\", it => it.Id); JsonRows.From(orders, shape).ToUtf8Bytes();")]
    [InlineData("_ = JsonRows.From(orders);")]
    [InlineData("JsonRows.From(orders).WriteTo(Stream.Null);")]
    [InlineData("JsonRows.From(orders).ToJsonString();")]
    [InlineData("serializer.AddRowJson();")]
    [InlineData("JsonRowSerializer.Explain(typeof(Order));")]
    [InlineData("Func<JsonRows> rows = () => JsonRows.From(orders);")]
    [InlineData("DataTable table = new(); table.Columns.Add(\"id\");")]
    public async Task Call_whoseResultIsUsedOrThatActs_isNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    [Fact]
    public async Task Call_ofATest_isNotWarnedOf() =>
        (await Tests.AnalyzeAsync(Method("new JsonRowShape<Order>().Column(\"id\", it => it.Id);"))).Should().BeEmpty();

    private static string Method(string statements) =>
        $"static class C {{ static void M(List<Order> orders, JsonSerializerOptions serializer) {{ {statements} }} }}";
}
