using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>
/// Rows written from inside a row of another write: an exception if the receiver is the same, the usual output if it is another.
/// </summary>
public class NestedWriteTests
{
    private static readonly List<Dictionary<string, object?>> Inner = [new() { ["in"] = 1 }];

    public static TheoryData<string> Places => [.. RowProbe.Places];

    [Theory]
    [MemberData(nameof(Places))]
    public void WriteTo_sameReceiverFromInsideARow_failsTheRow(string place)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            Exception? seen = null;
            void Probe()
            {
                seen = Thrown(() => receiver.WriteTo(JsonRows.From(Inner)));
                throw seen!;
            }

            Action write = () => receiver.WriteTo(RowProbe.Rows(place, Probe), RowProbe.Options(place, Probe));
            write.Should().Throw<JsonRowException>().Where(exception => exception.RowIndex == 0 && exception.InnerException == seen);
            seen.Should().BeOfType<InvalidOperationException>().Which.Message.Should().Contain("inside");
            receiver.Text.Should().Be(receiver.IsJsonWriter ? "[" : "", receiver.Name);
        }
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void WriteTo_sameReceiverFromInsideARowIsCaught_rowsAreRight(string place)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            void Probe()
            {
                Thrown(() => receiver.WriteTo(JsonRows.From(Inner))).Should().BeOfType<InvalidOperationException>();
                Thrown(() => receiver.Open(JsonRowOptions.Default)).Should().BeOfType<InvalidOperationException>();
            }

            var pool = new CountingPool();
            receiver.WriteTo(RowProbe.Rows(place, Probe), RowProbe.Options(place, Probe, pool, threshold: 1));
            receiver.Text.Should().Be($"[{RowProbe.Text(place)},{RowProbe.Text(place)}]", receiver.Name);
            pool.Outstanding.Should().Be(0);
        }
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void WriteTo_otherReceiverFromInsideARow_bothAreRight(string place)
    {
        foreach (Receiver outer in Receiver.All())
        {
            JsonRowOptions options = null!;
            void Probe()
            {
                foreach (Receiver inner in Receiver.All())
                {
                    inner.WriteTo(JsonRows.From(Inner), options);
                    inner.Text.Should().Be("""[{"in":1}]""");
                }
            }

            options = RowProbe.Options(place, Probe);
            outer.WriteTo(RowProbe.Rows(place, Probe), options);
            outer.Text.Should().Be($"[{RowProbe.Text(place)},{RowProbe.Text(place)}]", outer.Name);
        }
    }

    [Fact]
    public void WriteTo_sameReceiverFromTheSequence_isRefused()
    {
        foreach (Receiver receiver in Receiver.All())
        {
            IEnumerable<Dictionary<string, object?>> Rows()
            {
                yield return Inner[0];
                Thrown(() => receiver.WriteTo(JsonRows.From(Inner))).Should().BeOfType<InvalidOperationException>();
                yield return Inner[0];
            }

            receiver.WriteTo(JsonRows.From(Rows()));
            receiver.Text.Should().Be("""[{"in":1},{"in":1}]""", receiver.Name);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_sameReceiverFromInsideARow_isRefused(bool waits)
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        int refused = 0;
        void Probe()
        {
            Thrown(() => _ = JsonRows.From(Inner).WriteToAsync(pipe.Writer)).Should().BeOfType<InvalidOperationException>();
            Thrown(() => _ = JsonRows.From(Empty()).WriteToAsync(pipe.Writer)).Should().BeOfType<InvalidOperationException>();
            refused++;
        }

        async IAsyncEnumerable<object?> Rows()
        {
            for (int i = 0; i < 3; i++)
            {
                if (waits) await Task.Yield();
                yield return new Getter(Probe);
            }
        }

        (await JsonRows.From(Rows()).WriteToAsync(pipe.Writer)).Should().Be(3);
        await pipe.Writer.CompleteAsync();
        refused.Should().Be(3);
        ReadResult read = await pipe.Reader.ReadAtLeastAsync(int.MaxValue);
        Encoding.UTF8.GetString(read.Buffer.ToArray()).Should().Be("""[{"Value":1},{"Value":1},{"Value":1}]""");

        static async IAsyncEnumerable<object?> Empty()
        {
            await Task.Yield();
            yield break;
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteTo_jsonWriterIsWrittenToFromInsideARow_fails(bool opens)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        object?[] rows = [Inner[0], new Getter(() =>
        {
            if (opens) writer.WriteStartArray();
            else writer.WriteNumberValue(7);
        })];
        Action write = () => JsonRows.From(rows).WriteTo(writer);
        write.Should().Throw<JsonRowException>().WithMessage("*The Utf8JsonWriter was written to*").WithInnerException<InvalidOperationException>();
    }

    [Fact]
    public void WriteRow_jsonWriterIsLeftInsideAnObject_fails()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        using var rows = new JsonRowWriter(writer);
        rows.WriteRow(Inner[0]);
        writer.WriteStartArray();
        rows.Invoking(rows => rows.Complete()).Should().Throw<JsonRowException>().WithMessage("*The Utf8JsonWriter was written to*");
    }

    [Fact]
    public async Task Write_sameReceiverFromTheEndOfAnEnvelope_isRefused()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        foreach (Receiver receiver in Receiver.All())
        {
            JsonRows rows = JsonRows.From(Inner).InEnvelope(new JsonRowEnvelope("rows").After("x", _ => Refused(() => receiver.WriteTo(JsonRows.From(Inner)))));
            receiver.WriteTo(rows);
            receiver.Text.Should().Be("{\"rows\":[{\"in\":1}],\"x\":true}", receiver.Name);
        }

        JsonRows toPipe = JsonRows.From(Inner).InEnvelope(
            new JsonRowEnvelope("rows").After("x", written => Refused(() => JsonRows.From(Inner).WriteToAsync(pipe.Writer).Wait())));
        await toPipe.WriteToAsync(pipe.Writer);
        await pipe.Writer.CompleteAsync();

        ReadResult read = await pipe.Reader.ReadAtLeastAsync(int.MaxValue);
        Encoding.UTF8.GetString(read.Buffer.ToArray()).Should().Be("{\"rows\":[{\"in\":1}],\"x\":true}");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Write_sameReceiverFromAProgressOrTheStreamItself_isRefused(bool isAsync)
    {
        var options = new JsonRowOptions { FlushThreshold = 1 };
        var stream = new MemoryStream();
        var calling = new CallingStream();
        int refused = 0;
        void Probe(Stream receiver) => refused += Refused(() => JsonRows.From(Inner).WriteTo(receiver)) ? 1 : 0;
        calling.Called = () => Probe(calling);
        JsonRows rows = JsonRows.From(new[] { 1, 2 });
        var progress = new Reports(() => Probe(stream));

        if (isAsync)
        {
            await rows.WriteToAsync(stream, options, progress);
            await rows.WriteToAsync(calling, options);
        }
        else
        {
            rows.WriteTo(stream, options, progress);
            rows.WriteTo(calling, options);
        }

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("[1,2]");
        Encoding.UTF8.GetString(calling.ToArray()).Should().Be("[1,2]");
        refused.Should().BeGreaterThanOrEqualTo(4);
    }

    [Fact]
    public void WriteTo_afterARefusal_theReceiverIsFree()
    {
        var buffer = new ArrayBufferWriter<byte>();
        object?[] rows = [new Getter(() => JsonRows.From(Inner).WriteTo(buffer))];
        for (int i = 0; i < 3; i++)
        {
            Thrown(() => JsonRows.From(rows).WriteTo(buffer)).Should().BeOfType<JsonRowException>();
            buffer.WrittenCount.Should().Be(0);
        }
        JsonRows.From(Inner).WriteTo(buffer);
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be("""[{"in":1}]""");
    }

    private static Exception? Thrown(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private static bool Refused(Action write) => Thrown(write) is InvalidOperationException;

    private sealed class Reports(Action action) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value) => action();
    }

    private sealed class CallingStream : MemoryStream
    {
        public Action Called { get; set; } = () => { };

        public override void Write(byte[] buffer, int offset, int count)
        {
            Called();
            base.Write(buffer, offset, count);
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Called();
            base.Write(buffer);
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Called();
            return base.WriteAsync(buffer, cancellationToken);
        }
    }

    private sealed class Getter(Action action)
    {
        public int Value
        {
            get
            {
                action();
                return 1;
            }
        }
    }
}
