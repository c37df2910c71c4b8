using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Tasks of writes that are dropped.</summary>
[Trait("Speed", "Slow")]
public class UnawaitedWriteAnalyzerTests
{
    private static readonly AnalyzedCode Project = new() { Analyzer = new UnawaitedWriteAnalyzer() };

    private static readonly AnalyzedCode Tests = new() { Analyzer = new UnawaitedWriteAnalyzer(), Without = [] };

    [Theory]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream);", "WriteToAsync")]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream).ConfigureAwait(false);", "WriteToAsync")]
    [InlineData("if (orders.Count > 1) JsonRows.From(orders).WriteToFileAsync(\"x\");", "WriteToFileAsync")]
    [InlineData("var writer = new JsonRowWriter(stream); writer.WriteRowAsync(orders[0]);", "WriteRowAsync")]
    [InlineData("var writer = new JsonRowWriter(stream); writer.WriteRowAsync(orders[0]).AsTask();", "WriteRowAsync")]
    [InlineData("var writer = new JsonRowWriter(stream); writer.CompleteAsync();", "CompleteAsync")]
    [InlineData("JsonRowWriter writer = new(stream); writer?.CompleteAsync();", "CompleteAsync")]
    [InlineData("JsonRowWriter writer = new(stream); writer?.WriteRowAsync(orders[0]).AsTask();", "WriteRowAsync")]
    [InlineData("JsonRowSerializer.SerializeAsync(stream, orders);", "SerializeAsync")]
    [InlineData("Action write = () => JsonRows.From(orders).WriteToAsync(stream);", "WriteToAsync")]
    [InlineData("orders.ForEach(it => JsonRows.From(orders).WriteToAsync(stream));", "WriteToAsync")]
    [InlineData("void Write() => JsonRows.From(orders).WriteToAsync(stream); Write();", "WriteToAsync")]
    public async Task Write_whoseTaskIsDropped_isWarnedOf(string statements, string method)
    {
        Diagnostic warning = (await Project.AnalyzeAsync(Method(statements))).Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON006");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        warning.GetMessage(CultureInfo.InvariantCulture).Should().StartWith($"The task of '{method}' is dropped");
    }

    [Theory]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream).Wait();")]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream).GetAwaiter().GetResult();")]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream).ContinueWith(it => { });")]
    [InlineData("_ = JsonRows.From(orders).WriteToAsync(stream);")]
    [InlineData("Task write = JsonRows.From(orders).WriteToAsync(stream); write.Wait();")]
    [InlineData("JsonRows.From(orders).WriteTo(stream);")]
    [InlineData("Task.Run(() => JsonRows.From(orders).WriteToAsync(stream));")]
    [InlineData("Func<Task> write = () => JsonRows.From(orders).WriteToAsync(stream);")]
    [InlineData("Action write = async () => await JsonRows.From(orders).WriteToAsync(stream);")]
    [InlineData("stream.FlushAsync();")]
    public async Task Write_whoseTaskIsUsed_isNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    /// <summary>The compiler warns there: CS4014.</summary>
    [Theory]
    [InlineData("async Task M(List<Order> orders, Stream stream) { JsonRows.From(orders).WriteToAsync(stream); await Task.Yield(); }")]
    [InlineData("void M(List<Order> orders, Stream stream) { Action a = async () => { JsonRows.From(orders).WriteToAsync(stream); await Task.Yield(); }; }")]
    public async Task Write_inAnAsynchronousFunction_isLeftToTheCompiler(string member) =>
        (await Project.AnalyzeAsync($"class C {{ {member} }}")).Should().BeEmpty();

    [Theory]
    [InlineData("Assert.Throws<ArgumentNullException>((Action)(() => JsonRows.From(orders).WriteToAsync(stream)));", 0)]
    [InlineData("JsonRows.From(orders).WriteToAsync(stream);", 1)]
    public async Task Write_ofATest_isWarnedOfOutsideOfLambdas(string statements, int expected) =>
        (await Tests.AnalyzeAsync("namespace N { using Xunit; " + Method(statements) + " }")).Should().HaveCount(expected);

    private static string Method(string statements) =>
        $"static class C {{ static void M(List<Order> orders, Stream stream) {{ {statements} }} }}";
}
