using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>
/// A sink that fails at any of its calls, also while rows are written that begin in memory of complete ones: its exception is what the
/// caller gets, and the sink gets nothing more.
/// </summary>
public class SinkFailureTests
{
    private const int RowLength = 9_000;

    public static TheoryData<string> Kinds => ["objects", "strings", "numbers", "dictionaries"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task SerializeAsync_pipeFailsAtAnyCall_throwsItsException(string kind)
    {
        object value = kind switch
        {
            "objects" => new Lists<Row>(n => new Row(Text(n))),
            "strings" => new Lists<string>(Text),
            "numbers" => new Lists<double[]>(n => [.. Enumerable.Range(0, 1000).Select(i => i + (n / 7.0))]),
            _ => new Lists<Dictionary<string, string>>(n => new() { ["Text"] = Text(n) }),
        };
        for (int failAt = 1; ; failAt++)
        {
            var script = new SinkScript { FailAt = failAt };
            // Each time with contracts that are new: the serializer writes the first rows of a type.
            var options = new JsonSerializerOptions { MaxDepth = 100 + failAt };
            Exception? failure = await Quietly.RunAsync(
                () => new ValueTask(JsonRowSerializer.SerializeAsync(new BufferPipe(script), value, value.GetType(), options)));
            script.Calls.Should().BeLessThanOrEqualTo(failAt);
            if (failure is null)
            {
                failAt.Should().BeGreaterThan(6, "both lists take several batches");
                script.Taken.Should().Equal(JsonSerializer.SerializeToUtf8Bytes(value, value.GetType()));
                return;
            }
            failure.Should().BeSameAs(script.Failure, "call {0}", failAt);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_bufferOfAJsonWriterFailsAtAnyCall_isTheSinksFailure(bool isEmpty)
    {
        // Properties before and after the rows, which do not fit in the memory that the writer has.
        JsonRowEnvelope envelope = new JsonRowEnvelope("rows").After("end", _ => new string('e', RowLength));
        JsonRows rows = JsonRows.From(isEmpty ? [] : Texts(20).ToList()).InEnvelope(envelope);
        // The first call is for the beginning of the envelope: the writer has nothing yet.
        for (int failAt = 2; ; failAt++)
        {
            var script = new SinkScript { FailAt = failAt };
            using var writer = new Utf8JsonWriter(new ScriptedBufferWriter(script));
            Exception? failure = Quietly.FailureOf(() => rows.WriteTo(writer));
            writer.Reset(new ArrayBufferWriter<byte>());
            if (failure is null)
            {
                failAt.Should().BeGreaterThan(isEmpty ? 2 : 4);
                return;
            }
            failure.Should().BeOfType<JsonRowException>("call {0}", failAt).Which.Stage.Should().Be(JsonRowStage.Sink);
            failure.InnerException.Should().BeSameAs(script.Failure);
        }
    }

    /// <summary>A converter that goes on after its writer has failed: what it writes then lands in memory that nobody else has.</summary>
    [Theory]
    [InlineData(StrictMemory.Exact)]
    [InlineData(StrictMemory.NotAnArray)]
    public void WriteTo_converterCatchesTheSinksFailure_writeFailsAndItsMemoryIsItsOwn(StrictMemory kind)
    {
        JsonRows rows = JsonRows.From(Texts(60).Select(text => new Deaf(text)).ToList());
        string whole = rows.ToJsonString(Lines(new CountingPool()));
        for (int failAt = 1; ; failAt++)
        {
            var script = new SinkScript { FailAt = failAt };
            var sink = new StrictWriter(kind);
            var pool = new CountingPool();
            Exception? failure = Quietly.FailureOf(() => rows.WriteTo(new FailingBuffer(sink, script), Lines(pool)));
            pool.CheckResting();
            pool.Faults.Should().BeEmpty();
            pool.Outstanding.Should().Be(0);
            whole.StartsWith(Encoding.UTF8.GetString(sink.Written), StringComparison.Ordinal).Should().BeTrue("call {0}", failAt);
            if (failure is null)
            {
                script.Calls.Should().BeLessThan(failAt);
                return;
            }
            failure.Should().BeOfType<JsonRowException>("call {0}", failAt).Which.Stage.Should().Be(JsonRowStage.Sink);
        }
    }

    private static JsonRowOptions Lines(CountingPool pool) => new() { Format = JsonRowFormat.Lines, Pool = pool };

    private static IEnumerable<string> Texts(int count) => Enumerable.Range(0, count).Select(Text);

    private static string Text(int n) => new((char)('a' + (n % 26)), RowLength);

    /// <summary>Two lists, so that the second one begins in a batch that holds the end of the first.</summary>
    private sealed class Lists<T>(Func<int, T> create)
    {
        public List<Row> First { get; } = [.. Texts(17).Select(text => new Row(text))];

        public List<T> Second { get; } = [.. Enumerable.Range(0, 30).Select(create)];
    }

    private sealed record Row(string Text);

    [JsonConverter(typeof(Converter))]
    private sealed record Deaf(string Text)
    {
        private sealed class Converter : JsonConverter<Deaf>
        {
            public override Deaf Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

            public override void Write(Utf8JsonWriter writer, Deaf value, JsonSerializerOptions options)
            {
                try
                {
                    writer.WriteStringValue(value.Text);
                }
                catch (IOException)
                {
                    writer.WriteNullValue();
                }
            }
        }
    }

    private sealed class FailingBuffer(StrictWriter buffer, SinkScript script) : IBufferWriter<byte>
    {
        public void Advance(int count)
        {
            script.Call();
            buffer.Advance(count);
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            script.Call();
            return buffer.GetMemory(sizeHint);
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    private sealed class BufferPipe(SinkScript script) : PipeWriter
    {
        private readonly ScriptedBufferWriter _buffer = new(script);

        public override void Advance(int bytes) => _buffer.Advance(bytes);

        public override Memory<byte> GetMemory(int sizeHint = 0) => _buffer.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0) => _buffer.GetSpan(sizeHint);

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => default;

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null)
        {
        }
    }
}
