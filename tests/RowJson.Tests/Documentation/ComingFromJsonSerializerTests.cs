using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>The examples of docs/coming-from-jsonserializer.md, and differences that docs/limits.md lists.</summary>
public partial class ComingFromJsonSerializerTests
{
    private static readonly CodeExamples Examples = new("tests", "RowJson.Tests", "Documentation", "ComingFromJsonSerializerTests.cs");
    private static readonly CancellationToken None = CancellationToken.None;
    private static readonly JsonSerializerOptions CyclesIgnored = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles };
    private static readonly JsonSerializerOptions ReferencesPreserved = new() { ReferenceHandler = ReferenceHandler.Preserve };
    private static readonly List<Person> People = [new() { Id = 1, Name = "Ada" }, new Employee { Id = 2, Name = "Linus", Salary = 100 }];

    [Fact]
    public void Document_codeBlocks_areTheExamples() =>
        CodeExamples.Blocks("docs", "coming-from-jsonserializer.md").Should().Equal(Examples.All);

    [Fact]
    public async Task List_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        List<Person> people = People;
        await Before(before, None);
        await After(after, None);
        Text(after).Should().Be(Examples.Output("list-after")).And.Be(Text(before));

        async Task Before(Stream stream, CancellationToken cancellationToken)
        {
            // <list-before>
            await JsonSerializer.SerializeAsync(stream, people, JsonSerializerOptions.Web, cancellationToken);
            // </list-before>
        }

        async Task After(Stream stream, CancellationToken cancellationToken)
        {
            // <list-after>
            await JsonRows.From(people).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
            // [{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}]
            // </list-after>
        }
    }

    // <options>
    private static readonly JsonSerializerOptions SnakeCase = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
    private static readonly JsonRowOptions SnakeCaseRows = new(SnakeCase) { FlushThreshold = 16 * 1024 };
    // </options>

    [Fact]
    public void Options_before_haveTheBytesOfAfter()
    {
        List<Person> people = People;

        // <options-before>
        byte[] before = JsonSerializer.SerializeToUtf8Bytes(people, SnakeCase);
        // </options-before>

        // <options-after>
        byte[] after = JsonRows.From(people).ToUtf8Bytes(SnakeCaseRows);
        // </options-after>

        after.Should().Equal(before);
    }

    [Fact]
    public async Task AsyncSequence_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        IAsyncEnumerable<Person> people = People.ToAsyncEnumerable();
        await Before(before, None);
        await After(after, None);
        Text(after).Should().Be(Text(before));

        async Task Before(Stream stream, CancellationToken cancellationToken)
        {
            // <async-before>
            await JsonSerializer.SerializeAsync(stream, people, cancellationToken: cancellationToken);
            // </async-before>
        }

        async Task After(Stream stream, CancellationToken cancellationToken)
        {
            // <async-after>
            JsonRowResult result = await JsonRows.From(people).WriteToAsync(stream, cancellationToken: cancellationToken);
            // </async-after>

            result.Rows.Should().Be(2);
        }
    }

    [Fact]
    public async Task Envelope_before_hasTheBytesOfAfter()
    {
        using var before = new MemoryStream();
        using var after = new MemoryStream();
        List<Person> people = People;
        string? next = null;
        await Before(before, None);
        await After(after, None);
        Text(after).Should().Be(Examples.Output("envelope-after")).And.Be(Text(before));

        async Task Before(Stream stream, CancellationToken cancellationToken)
        {
            // <envelope-before>
            var page = new { Total = 2, People = people, Next = next };
            await JsonSerializer.SerializeAsync(stream, page, JsonSerializerOptions.Web, cancellationToken);
            // </envelope-before>
        }

        async Task After(Stream stream, CancellationToken cancellationToken)
        {
            // <envelope-after>
            JsonRowEnvelope page = new JsonRowEnvelope("People").Before("Total", 2).After("Next", _ => next);
            await JsonRows.From(people).InEnvelope(page).WriteToAsync(stream, JsonRowOptions.Web, cancellationToken: cancellationToken);
            // {"total":2,"people":[{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}],"next":null}
            // </envelope-after>
        }
    }

    [Fact]
    public void Context_before_hasTheBytesOfAfter()
    {
        List<Person> people = People;

        // <context-before>
        string before = JsonSerializer.Serialize(people, PeopleContext.Default.ListPerson);
        // </context-before>

        // <context-after>
        string after = JsonRows.From(people).ToJsonString(ContextOptions);
        // </context-after>

        after.Should().Be(before).And.Be("""[{"id":1,"name":"Ada"},{"id":2,"name":"Linus"}]""");
    }

    // <context-options>
    // [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    // [JsonSerializable(typeof(List<Person>))]
    // partial class PeopleContext : JsonSerializerContext;
    private static readonly JsonRowOptions ContextOptions = new(PeopleContext.Default.Options);
    // </context-options>

    [Fact]
    public void Pairs_areObjects_whereTheSerializerWritesAnArray()
    {
        KeyValuePair<string, int>[][] rows = [[new("a", 1), new("a", 2)]];
        JsonSerializer.Serialize(rows).Should().Be("""[[{"Key":"a","Value":1},{"Key":"a","Value":2}]]""");
        JsonRows.From(rows).ToJsonString().Should().Be("""[{"a":1,"a":2}]""");
    }

    [Fact]
    public void Failure_isAJsonRowException_aroundTheSerializersOwn()
    {
        Type[] rows = [typeof(int)];
        Func<string> before = () => JsonSerializer.Serialize(rows);
        Func<string> after = () => JsonRows.From(rows).ToJsonString();
        before.Should().Throw<NotSupportedException>();
        JsonRowException exception = after.Should().Throw<JsonRowException>().Which;
        exception.InnerException.Should().BeOfType<NotSupportedException>();
        exception.Stage.Should().Be(JsonRowStage.Value);
    }

    [Fact]
    public async Task Pipe_whoseReaderHasCompleted_isReportedByTheResult()
    {
        int[] rows = [.. Enumerable.Range(0, 100_000)];
        var before = new Pipe();
        var after = new Pipe();
        await before.Reader.CompleteAsync();
        await after.Reader.CompleteAsync();
        Func<Task> write = () => JsonSerializer.SerializeAsync(before.Writer, rows, cancellationToken: None);
        await write.Should().NotThrowAsync();
        (await JsonRows.From(rows).WriteToAsync(after.Writer, cancellationToken: None)).IsComplete.Should().BeFalse();
    }

    [Fact]
    public void IgnoreCycles_findsTheListItself_oneLevelLater()
    {
        List<Dictionary<string, object?>> rows = [];
        rows.Add(new() { ["rows"] = rows, ["n"] = 1 });
        JsonSerializer.Serialize(rows, CyclesIgnored).Should().Be("""[{"rows":null,"n":1}]""");
        JsonRows.From(rows).ToJsonString(new JsonRowOptions(CyclesIgnored)).Should().Be("""[{"rows":[null],"n":1}]""");
    }

    [Fact]
    public void Preserve_rowsInsideAValue_areRefused()
    {
        var rows = new[] { new { a = 1 } };
        Action write = () => JsonSerializer.Serialize(new { rows = JsonRows.From(rows) }, ReferencesPreserved);
        write.Should().Throw<NotSupportedException>().WithMessage("*share its references*");
        JsonSerializer.Serialize(JsonRows.From(rows), ReferencesPreserved)
            .Should().Be(JsonSerializer.Serialize<IEnumerable<object>>(rows, ReferencesPreserved));
    }

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());

    internal class Person
    {
        public int Id { get; init; }

        public string? Name { get; init; }
    }

    internal sealed class Employee : Person
    {
        public decimal Salary { get; init; }
    }

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    [JsonSerializable(typeof(List<Person>))]
    private sealed partial class PeopleContext : JsonSerializerContext;
}
