using System.Buffers;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Calls on a writer from inside one of its own calls: an exception, and the output stays well-formed.</summary>
public class JsonRowWriterMisuseTests
{
    private static readonly Dictionary<string, object?> Good = new() { ["ok"] = 1 };

    /// <summary>Each call of the writer.</summary>
    private static readonly Dictionary<string, Action<JsonRowWriter>> Calls = new()
    {
        ["WriteRow"] = writer => writer.WriteRow(Good),
        ["WriteRow of an element"] = writer => writer.WriteRow(JsonSerializer.SerializeToElement(Good)),
        ["WriteRowAsync"] = writer => writer.WriteRowAsync(Good).AsTask().GetAwaiter().GetResult(),
        ["Flush"] = writer => writer.Flush(),
        ["FlushAsync"] = writer => writer.FlushAsync().AsTask().GetAwaiter().GetResult(),
        ["Complete"] = writer => writer.Complete(),
        ["CompleteAsync"] = writer => writer.CompleteAsync().AsTask().GetAwaiter().GetResult(),
        ["Dispose"] = writer => writer.Dispose(),
        ["DisposeAsync"] = writer => writer.DisposeAsync().AsTask().GetAwaiter().GetResult(),
    };

    public static TheoryData<string, string> CallsAndPlaces()
    {
        var data = new TheoryData<string, string>();
        foreach (string call in Calls.Keys)
            foreach (string place in RowProbe.Places) data.Add(call, place);
        return data;
    }

    public static TheoryData<string> CallNames => [.. Calls.Keys];

    public static TheoryData<string> Places => [.. RowProbe.Places];

    [Theory]
    [MemberData(nameof(CallsAndPlaces))]
    public void WriteRow_callFromInsideTheRow_failsTheRowAndNothingElse(string call, string place)
    {
        FailRowFromInside(call, place, flushesBefore: true);
        FailRowFromInside(call, place, flushesBefore: false);
    }

    private static void FailRowFromInside(string call, string place, bool flushesBefore)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            var pool = new CountingPool();
            JsonRowWriter writer = null!;
            Exception? seen = null;
            void Probe() => seen = Thrown(() => Calls[call](writer)) ?? throw new InvalidOperationException("It was allowed.");
            void ProbeAndThrow()
            {
                Probe();
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(seen!);
            }

            using (writer = receiver.Open(RowProbe.Options(place, ProbeAndThrow, pool)))
            {
                writer.WriteRow(Good);
                if (flushesBefore) writer.Flush();
                writer.Invoking(writer => RowProbe.Write(writer, place, ProbeAndThrow)).Should().Throw<JsonRowException>()
                    .Where(exception => exception.RowIndex == 1 && exception.InnerException == seen);
                seen.Should().BeOfType<InvalidOperationException>().Which.Message.Should().Contain("inside");
                writer.Invoking(writer => writer.WriteRow(Good)).Should().Throw<InvalidOperationException>().WithMessage("An earlier write failed*");
            }
            receiver.Text.Should().Be(flushesBefore || receiver.IsJsonWriter ? """[{"ok":1}""" : "", "{0} in {1}", call, place);
            pool.Outstanding.Should().Be(0);
        }
    }

    [Theory]
    [MemberData(nameof(CallsAndPlaces))]
    public void WriteRow_callFromInsideTheRowIsCaught_rowIsRight(string call, string place)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            var pool = new CountingPool();
            JsonRowWriter writer = null!;
            int calls = 0;
            void Probe()
            {
                calls++;
                Thrown(() => Calls[call](writer)).Should().BeOfType<InvalidOperationException>();
            }

            using (writer = receiver.Open(RowProbe.Options(place, Probe, pool)))
            {
                RowProbe.Write(writer, place, Probe);
                writer.WriteRow(Good);
                RowProbe.Write(writer, place, Probe);
                writer.Complete();
                writer.RowsWritten.Should().Be(3);
            }
            calls.Should().BeGreaterThanOrEqualTo(2);
            string row = RowProbe.Text(place);
            receiver.Text.Should().Be($$"""[{{row}},{"ok":1},{{row}}]""", "{0} in {1}", call, place);
            pool.Outstanding.Should().Be(0);
        }
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void WriteRow_otherSinkFromInsideTheRow_bothAreRight(string place)
    {
        var inner = new ArrayBufferWriter<byte>();
        var outer = new ArrayBufferWriter<byte>();
        JsonRowOptions options = null!;
        void Probe()
        {
            inner.ResetWrittenCount();
            using var nested = new JsonRowWriter(inner, options);
            nested.WriteRow(Good);
            nested.WriteRow(new Dictionary<string, object?> { ["text"] = new string('n', 20_000) });
            nested.Complete();
            JsonRows.From([Good]).ToJsonString(options).Should().Be("""[{"ok":1}]""");
        }

        options = RowProbe.Options(place, Probe);
        using (var writer = new JsonRowWriter(outer, options))
        {
            RowProbe.Write(writer, place, Probe);
            RowProbe.Write(writer, place, Probe);
            writer.Complete();
        }
        string row = RowProbe.Text(place);
        Encoding.UTF8.GetString(outer.WrittenSpan).Should().Be($"[{row},{row}]");
        Encoding.UTF8.GetString(inner.WrittenSpan).Should().Be($$"""[{"ok":1},{"text":"{{new string('n', 20_000)}}"}]""");
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void WriteRow_anotherWriterOfTheSameSinkFromInsideTheRow_isRefused(string place)
    {
        foreach (Receiver receiver in Receiver.All())
        {
            var options = new JsonRowOptions { Pool = new CountingPool() };
            JsonRowWriter? other = receiver.IsJsonWriter ? null : receiver.Open(options);
            void Probe()
            {
                Thrown(() => receiver.Open(options)).Should().BeOfType<InvalidOperationException>();
                Thrown(() => receiver.WriteTo(JsonRows.From([Good]))).Should().BeOfType<InvalidOperationException>();
                if (other is null) return;
                foreach (Action<JsonRowWriter> call in Calls.Values) Thrown(() => call(other)).Should().BeOfType<InvalidOperationException>();
            }

            using (JsonRowWriter writer = receiver.Open(RowProbe.Options(place, Probe)))
            {
                RowProbe.Write(writer, place, Probe);
                writer.Complete();
            }
            // Calls that were refused have changed nothing, and further rows follow.
            other?.WriteRow(Good);
            other?.Complete();
            other?.Dispose();
            receiver.Text.Should().Be($"[{RowProbe.Text(place)}]" + (other is null ? "" : """[{"ok":1}]"""));
        }
    }

    [Fact]
    public async Task WriteRowAsync_notAwaited_nextCallIsRefusedUntilItEnds()
    {
        var stream = new PendingStream();
        // Not disposed: if this test fails, disposal would wait for the stream.
        var writer = new JsonRowWriter(stream, new JsonRowOptions { FlushThreshold = 1 });
        Task<bool> pending = writer.WriteRowAsync(Good).AsTask();
        pending.IsCompleted.Should().BeFalse();
        foreach ((string name, Action<JsonRowWriter> call) in Calls.Where(call => !call.Key.StartsWith("Dispose", StringComparison.Ordinal)))
            writer.Invoking(call).Should().Throw<InvalidOperationException>(name).WithMessage("*still under way*await*");
        stream.Release();
        (await pending).Should().BeTrue();
        Task completing = writer.CompleteAsync().AsTask();
        stream.Release();
        await completing;
        stream.Text.Should().Be("""[{"ok":1}]""");
    }

    [Theory]
    [MemberData(nameof(CallNames))]
    public void WriteRow_callFromInsideTheSink_isRefused(string call)
    {
        JsonRowWriter writer = null!;
        var stream = new CallingStream(() => Calls[call](writer));
        using (writer = new JsonRowWriter(stream, new JsonRowOptions { FlushThreshold = 1 }))
        {
            writer.WriteRow(Good);
            stream.Thrown.Should().BeOfType<InvalidOperationException>();
            writer.Complete();
        }
        stream.Text.Should().Be("""[{"ok":1}]""");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteRow_messageOfTheFailureFails_canBeDisposed(bool flushesBefore)
    {
        var pool = new CountingPool();
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new JsonRowWriter(buffer, new JsonRowOptions { Pool = pool }))
        {
            writer.WriteRow(Good);
            if (flushesBefore) writer.Flush();
            writer.Invoking(writer => RowProbe.Write(writer, "pairs", () => throw new MutedException())).Should().Throw<Exception>();
            writer.Invoking(writer => writer.WriteRow(Good)).Should().Throw<InvalidOperationException>();
        }
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(flushesBefore ? """[{"ok":1}""" : "");
        pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public void Return_encoderTwice_isRefusedAndGivesItOnce()
    {
        RowContext context = new JsonRowOptions().Context;
        RowEncoder encoder = context.Rent();
        context.Return(encoder);
        context.Invoking(context => context.Return(encoder)).Should().Throw<InvalidOperationException>();
        RowEncoder first = context.Rent(), second = context.Rent();
        second.Should().NotBeSameAs(first);
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

    private sealed class MutedException : Exception
    {
        public override string Message => throw new InvalidOperationException("It has no message.");
    }

    /// <summary>Calls back in each write.</summary>
    private sealed class CallingStream(Action call) : WriteOnlyStream
    {
        private readonly MemoryStream _taken = new();

        public Exception? Thrown { get; private set; }

        public string Text => Encoding.UTF8.GetString(_taken.ToArray());

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Thrown = JsonRowWriterMisuseTests.Thrown(call);
            _taken.Write(buffer);
        }
    }
}
