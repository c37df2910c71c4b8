using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.Tests;

/// <summary>A shape without columns is refused: a loop that drops what Column returns would write an empty object for every row.</summary>
public class JsonRowShapeTests
{
    private const string Message =
        "The JsonRowShape has no columns. Column does not change a shape but returns a new one: "
        + "keep what it returns (shape = shape.Column(…)).";

    private static readonly JsonRowShape<int> Empty = new();

    private readonly ArrayBufferWriter<byte> _buffer = new();

    [Fact]
    public async Task Write_listOrSequence_isRefusedAndWritesNothing()
    {
        foreach (IEnumerable<int> rows in new IEnumerable<int>[] { new List<int> { 1, 2 }, Enumerable.Range(0, 2), Array.Empty<int>() })
        {
            JsonRows source = JsonRows.From(rows, Empty);
            var stream = new MemoryStream();
            var pipe = new Pipe();
            Refuse(() => source.WriteTo(_buffer));
            Refuse(() => source.WriteTo(stream));
            Refuse(() => source.ToUtf8Bytes());
            Refuse(() => source.ToJsonString());
            Refuse(() => source.WriteTo(new System.Text.Json.Utf8JsonWriter(_buffer)));
            await RefuseAsync(() => source.WriteToAsync(stream));
            await RefuseAsync(() => source.WriteToAsync(pipe.Writer));
            _buffer.WrittenCount.Should().Be(0);
            stream.Length.Should().Be(0);
            pipe.Writer.UnflushedBytes.Should().Be(0);
        }
    }

    [Fact]
    public async Task Write_asyncSequence_isRefusedAndNotRead()
    {
        bool isRead = false;
        async IAsyncEnumerable<int> Rows()
        {
            isRead = true;
            await Task.Yield();
            yield return 1;
        }

        var stream = new MemoryStream();
        var pipe = new Pipe();
        await RefuseAsync(() => JsonRows.From(Rows(), Empty).WriteToAsync(stream));
        await RefuseAsync(() => JsonRows.From(Rows(), Empty).WriteToAsync(pipe.Writer));
        stream.Length.Should().Be(0);
        pipe.Writer.UnflushedBytes.Should().Be(0);
        isRead.Should().BeFalse();
    }

    [Fact]
    public async Task WriteRow_isRefusedAndLeavesTheWriterUsable()
    {
        await using var writer = new JsonRowWriter(_buffer);
        Refuse(() => writer.WriteRow(1, Empty));
        await RefuseAsync(() => writer.WriteRowAsync(1, Empty).AsTask());
        writer.RowsWritten.Should().Be(0);
        await writer.WriteRowAsync(1, Empty.Column("n", n => n));
        await writer.CompleteAsync();
        System.Text.Encoding.UTF8.GetString(_buffer.WrittenSpan).Should().Be("""[{"n":1}]""");
    }

    [Fact]
    public void Column_leavesTheShapeAsItIs()
    {
        JsonRowShape<int> one = Empty.Column("n", n => n);
        JsonRowShape<int> two = one.Column("m", n => n + 1);
        JsonRows.From([1], one).ToJsonString().Should().Be("""[{"n":1}]""");
        JsonRows.From([1], two).ToJsonString().Should().Be("""[{"n":1,"m":2}]""");
        Refuse(() => JsonRows.From([1], Empty).ToJsonString());
    }

    /// <summary>Writes that take turns, such as those of two endpoints, use the columns that the first of them has made.</summary>
    [Fact]
    public void Write_severalOptionsTakeTurns_makesTheColumnsOfEachOnce()
    {
        JsonRowShape<int> shape = Empty.Column("n", n => n).Column("m", n => n + 1);
        JsonRowOptions[] options = [.. new[] { "a_", "b_", "c_" }.Select(prefix => new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => prefix + name) })];
        ShapePlan<int>[] first = [.. options.Select(PlanFor)];

        for (int i = 0; i < 2; i++)
        {
            JsonRows.From([1], shape).ToJsonString(options[0]).Should().Be("""[{"a_n":1,"a_m":2}]""");
            JsonRows.From([1], shape).ToJsonString(options[1]).Should().Be("""[{"b_n":1,"b_m":2}]""");
            JsonRows.From([1], shape).ToJsonString(options[2]).Should().Be("""[{"c_n":1,"c_m":2}]""");
            options.Select(PlanFor).Should().Equal(first, ReferenceEquals);
        }

        ShapePlan<int> PlanFor(JsonRowOptions of)
        {
            RowEncoder encoder = of.Context.Rent();
            ShapePlan<int> plan = shape.PlanFor(encoder);
            of.Context.Return(encoder);
            return plan;
        }
    }

    private static void Refuse(Action write) => write.Should().ThrowExactly<InvalidOperationException>().WithMessage(Message);

    private static async Task RefuseAsync(Func<Task> write) =>
        (await write.Should().ThrowExactlyAsync<InvalidOperationException>()).WithMessage(Message);
}
