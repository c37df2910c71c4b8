using System.Globalization;
using Microsoft.CodeAnalysis;
using RowJson.Analyzers;

namespace RowJson.Callers;

/// <summary>Rows that are tasks, whose properties would be written.</summary>
[Trait("Speed", "Slow")]
public class TaskRowsAnalyzerTests
{
    private const string Await = "Await them: ";
    private const string Return = "Make tasks that return the rows, and await them: ";
    private const string All = "JsonRows.From(await Task.WhenAll(rows)).";
    private const string AllOfValueTasks = "JsonRows.From(await Task.WhenAll(rows.Select(row => row.AsTask()))).";

    private static readonly AnalyzedCode Project = new() { Analyzer = new TaskRowsAnalyzer() };

    [Theory]
    [InlineData("JsonRows.From(ids.Select(async id => await Load(id))).WriteTo(stream);", "Task<Order>", Await + All)]
    [InlineData("JsonRows.From(ids.Select(Load)).WriteTo(stream);", "Task<Order>", Await + All)]
    [InlineData("JsonRows.From([Load(1), Load(2)]).WriteTo(stream);", "Task<Order>", Await + All)]
    [InlineData("var tasks = ids.Select(Load).ToList(); var rows = JsonRows.From(tasks); rows.WriteTo(stream);", "Task<Order>", Await + All)]
    [InlineData("JsonRows.From(ids.Select(Load).ToArray()).InEnvelope(new JsonRowEnvelope(\"rows\"));", "Task<Order>", Await + All)]
    [InlineData("JsonRows.From(ids.Select(async id => { await Load(id); })).WriteTo(stream);", "Task", Return + All)]
    [InlineData("JsonRows.From(ids.Select(LoadValue)).WriteTo(stream);", "ValueTask<Order>", Await + AllOfValueTasks)]
    [InlineData("JsonRows.From(new List<ValueTask>()).WriteTo(stream);", "ValueTask", Return + AllOfValueTasks)]
    [InlineData("JsonRows.From(LoadAll()).WriteToAsync(stream);", "Task<Order>", Await + "await foreach (var row in rows) yield return await row.")]
    [InlineData("new JsonRowWriter(stream).WriteRow(Load(1));", "Task<Order>", Await + "writer.WriteRow(await row).")]
    [InlineData("new JsonRowWriter(stream).WriteRowAsync(Load(1));", "Task<Order>", Await + "await writer.WriteRowAsync(await row).")]
    [InlineData("new JsonRowWriter(stream).WriteRow(LoadValue(1));", "ValueTask<Order>", Await + "writer.WriteRow(await row).")]
    public async Task Rows_thatAreTasks_areWarnedOf(string statements, string type, string instead)
    {
        Diagnostic warning = (await Project.AnalyzeAsync(Method(statements))).Should().ContainSingle().Which;
        warning.Id.Should().Be("ROWJSON009");
        warning.Severity.Should().Be(DiagnosticSeverity.Warning);
        warning.GetMessage(CultureInfo.InvariantCulture).Should().Be(
            $"The rows are of type '{type}': the properties of the tasks are written, not their results. {instead}");
    }

    [Theory]
    [InlineData("JsonRows.From(await Task.WhenAll(ids.Select(Load))).WriteTo(stream);")]
    [InlineData("JsonRows.From(await Task.WhenAll(ids.Select(LoadValue).Select(row => row.AsTask()))).WriteTo(stream);")]
    [InlineData("JsonRows.From(new Order[1]).WriteTo(stream);")]
    [InlineData("JsonRows.From<Order>([]).WriteTo(stream);")]
    [InlineData("new JsonRowWriter(stream).WriteRow(await Load(1));")]
    [InlineData("await new JsonRowWriter(stream).WriteRowAsync(await Load(1));")]
    [InlineData("JsonRows.From(Each()).WriteTo(stream); IEnumerable<Order> Each() { foreach (int id in ids) yield return Load(id).Result; }")]
    [InlineData("JsonRows.From(Each()).ToString(); async IAsyncEnumerable<Order> Each() { await foreach (var row in LoadAll()) yield return await row; }")]
    public async Task Rows_thatAreAwaited_areNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    /// <summary>A shape or a contract says what is written. Other classes of these names, and others' methods, are not ours.</summary>
    [Theory]
    [InlineData("JsonRows.From(ids.Select(Load), new JsonRowShape<Task<Order>>().Column(\"status\", it => it.Status.ToString())).WriteTo(stream);")]
    [InlineData("JsonRows.From(ids.Select(Load), (JsonTypeInfo<Task<Order>>)null).WriteTo(stream);")]
    [InlineData("JsonRows.From(new List<Other.Task>()).WriteTo(stream);")]
    [InlineData("Other.JsonRows.From(ids.Select(Load));")]
    [InlineData("JsonRows.From(new List<(int, Task<Order>)>()).WriteTo(stream);")]
    [InlineData("JsonSerializer.Serialize(Load(1)); From(ids.Select(Load)); void From<T>(IEnumerable<T> rows) { }")]
    [InlineData("From(ids.Select(Load)); void From<T>(IEnumerable<T> rows) => JsonRows.From(rows).WriteTo(stream);")]
    public async Task Rows_ofOtherTypesOrDescribed_areNotWarnedOf(string statements) =>
        (await Project.AnalyzeAsync(Method(statements))).Should().BeEmpty();

    private static string Method(string statements) => $$"""
        namespace Other { class Task { } static class JsonRows { public static void From<T>(IEnumerable<T> rows) { } } }
        class C
        {
            static async Task<Order> Load(int id) { await Task.Yield(); return new Order { Id = id }; }
            static ValueTask<Order> LoadValue(int id) => new(Load(id));
            static async IAsyncEnumerable<Task<Order>> LoadAll() { await Task.Yield(); yield return Load(1); }
            static async Task M(List<int> ids, Stream stream) { await Task.Yield(); {{statements}} }
        }
        """;
}
