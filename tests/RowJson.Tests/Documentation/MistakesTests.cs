using System.Data;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// Mistakes that compile, which new users make: each message says what to do instead. Those that do not compile are in
/// <c>RefusedCallsTests</c>, those of endpoints in <c>RefusedEndpointsTests</c>.
/// </summary>
public class MistakesTests
{
    private static readonly List<Order> Orders = [new(1, 9.5m), new(2, 120m)];

    private static readonly JsonRowOptions Lines = new() { Format = JsonRowFormat.Lines };

    private static readonly (string What, string Advice, Action Make)[] All =
    [
        ("a row after Complete", "Use a new JsonRowWriter for other rows.", () => Completed(it => it.WriteRow(Orders[0]))),
        ("Complete twice", "Use a new JsonRowWriter for other rows.", () => Completed(it => it.Complete())),
        ("a row from inside a row", "inside a row, write to another buffer, whose text can be the row's value (RawJson)", WriteFromInside),
        ("a row that is not awaited", "await each before the next, and use it from one thread, or under a lock", WriteWithoutAwait),
        ("a reader twice", "write JsonRows.From(command), which does so for each write",
            () => Twice(JsonRows.From(Reader()), it => it.ToJsonString())),
        ("a body twice", "set AllowAutoRedirect of the handler to false",
            () => Twice(JsonRows.From(Reader()).ToHttpContent(), it => it.CopyTo(Stream.Null, null, default))),
        ("a closed reader", "it has to stay open and unchanged until the write has ended", WriteClosedReader),
        ("lines into a Utf8JsonWriter", "Use JsonRowFormat.Array, or write to a stream or buffer.", WriteLinesToWriter),
        ("lines in an envelope", "Use JsonRowFormat.Array.",
            () => JsonRows.From(Orders).InEnvelope(new JsonRowEnvelope("rows")).ToJsonString(Lines)),
        ("two properties of one name", "two properties named 'rows'. Rename one.",
            () => JsonRows.From(Orders).InEnvelope(new JsonRowEnvelope("rows").Before("rows", 1)).ToJsonString()),
        ("asynchronous rows in a value", "Write them with AsyncJsonRows.WriteToAsync, or read them into a list first",
            () => JsonSerializer.Serialize(new { Rows = JsonRows.From(OrdersAsync()) })),
        ("NaN in an object", "Column 'Price' of row 0", () => JsonRows.From([new { Price = double.NaN }]).ToJsonString()),
        ("NaN in a dictionary", "Set JsonRowOptions.NonFiniteHandling to write null or a string, or",
            () => JsonRows.From([new Dictionary<string, object?> { ["price"] = double.NaN }]).ToJsonString()),
        ("two columns of one name", "Rename one in the query (AS …), or clear JsonRowOptions.RequireUniqueColumnNames.", WriteTwoColumns),
        ("a dropped column of a shape", "keep what it returns (shape = shape.Column(…))",
            () => JsonRows.From(Orders, new JsonRowShape<Order>()).ToJsonString()),
        ("a column that is not there", "Their columns, by their names in the output: Id, Total.",
            () => JsonRows.From(Orders).ToJsonString(JsonRowOptions.Default.WithColumns("id"))),
        ("rows without a column, compact", "Give the first row all columns, or use JsonRowFormat.Array or Lines.", WriteRagged),
        ("rows that a context does not know", "and pass its metadata, JsonRows.From(rows, MyContext.Default.Row), or set JsonRowOptions",
            () => JsonRows.From(Orders).ToJsonString(new JsonSerializerOptions { TypeInfoResolver = JsonTypeInfoResolver.Combine() })),
        ("reading with options that write", "Read with the options that they were made of: JsonSerializerOptions.Web.",
            () => JsonSerializer.Deserialize<List<Order>>("[]", JsonSerializerOptions.Web.WithRowJson(writeOnly: true))),
        ("options changed after use", "read-only or has already been used", ChangeUsedOptions),
        ("an option out of its range", "FlushThreshold ('0') must be greater than or equal to '1'.",
            () => _ = new JsonRowOptions { FlushThreshold = 0 }),
        ("a stream to read", "Pass one whose CanWrite is true.",
            () => JsonRows.From(Orders).WriteTo(new MemoryStream([1], writable: false))),
        ("a stream that is too small", "which may look whole: discard it",
            () => JsonRows.From(Orders).WriteTo(new MemoryStream(new byte[5]))),
        ("a source that fails", "The source failed after 2 rows were read: on purpose. Check what the rows are read from",
            () => JsonRows.From(Failing()).ToJsonString()),
        ("a getter that throws", "Row 0 could not be written: on purpose. Correct the value or what it is read from",
            () => JsonRows.From([new Throwing()]).ToJsonString()),
    ];

    public static TheoryData<string> Mistakes => [.. All.Select(mistake => mistake.What)];

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Mistake_message_saysWhatToDo(string what)
    {
        (_, string advice, Action make) = All.Single(mistake => mistake.What == what);
        make.Should().Throw<Exception>().Which.Message.Should().Contain(advice);
    }

    /// <summary>A pipe whose reader has completed is not a failure: the result reports it.</summary>
    [Fact]
    public async Task Pipe_readerHasCompleted_resultIsNotComplete()
    {
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();

        (await JsonRows.From(Orders).WriteToAsync(pipe.Writer)).IsComplete.Should().BeFalse();
    }

    private static void Completed(Action<JsonRowWriter> then)
    {
        using var writer = new JsonRowWriter(new MemoryStream());
        writer.Complete();
        then(writer);
    }

    private static void ChangeUsedOptions()
    {
        var options = new JsonSerializerOptions();
        JsonRows.From(Orders).ToJsonString(options);
        options.WriteIndented = true;
    }

    private static void Twice<T>(T it, Action<T> write)
    {
        write(it);
        write(it);
    }

    private static void WriteFromInside()
    {
        using var writer = new JsonRowWriter(new MemoryStream());
        writer.WriteRow(Row());

        IEnumerable<KeyValuePair<string, object?>> Row()
        {
            yield return new("id", 1);
            writer.WriteRow(Orders[0]);
        }
    }

    private static void WriteWithoutAwait()
    {
        var stream = new WaitingStream();
        var writer = new JsonRowWriter(stream, new JsonRowOptions { FlushThreshold = 1 });
        Task first = writer.WriteRowAsync(Orders[0]).AsTask();
        try
        {
            writer.WriteRow(Orders[1]);
        }
        finally
        {
            stream.Continue.SetResult();
            first.Wait();
        }
    }

    private static DataTableReader Reader()
    {
        var table = new DataTable { Columns = { { "id", typeof(int) } } };
        table.Rows.Add(1);
        return table.CreateDataReader();
    }

    private static void WriteClosedReader()
    {
        DataTableReader reader = Reader();
        reader.Close();
        JsonRows.From(reader).ToJsonString();
    }

    private static void WriteLinesToWriter()
    {
        using var writer = new Utf8JsonWriter(Stream.Null);
        JsonRows.From(Orders).WriteTo(writer, Lines);
    }

    private static void WriteTwoColumns() => JsonRows
        .From(Orders, new JsonRowShape<Order>().Column("id", it => it.Id).Column("id", it => it.Total))
        .ToJsonString(new JsonRowOptions { RequireUniqueColumnNames = true });

    private static void WriteRagged() => JsonRows
        .From([new Dictionary<string, int> { ["a"] = 1 }, new Dictionary<string, int> { ["b"] = 1 }])
        .ToJsonString(new JsonRowOptions { Format = JsonRowFormat.CompactColumns });

    private static async IAsyncEnumerable<Order> OrdersAsync()
    {
        await Task.Yield();
        yield return Orders[0];
    }

    private static IEnumerable<Order> Failing()
    {
        foreach (Order order in Orders) yield return order;
        throw new IOException("on purpose");
    }

    private sealed record Order(int Id, decimal Total);

    private sealed class Throwing
    {
        public int Value => throw new InvalidOperationException("on purpose");
    }

    private sealed class WaitingStream : MemoryStream
    {
        public TaskCompletionSource Continue { get; } = new();

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            await Continue.Task;
    }
}
